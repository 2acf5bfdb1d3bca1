import { describe, expect, it } from 'vitest';
import { chooseLanguage, isLocale, languageOf, readLocale, textIn } from '../../src/protocol/locale.ts';
import { localizedText } from '../../src/protocol/localized.ts';

const text = { de: 'Hallo', 'pt-BR': 'Oi', en: 'Hello', 'en-GB': 'Hullo' };

describe('a text by language', () => {
  it.each([
    ['de', 'Hallo'],
    ['de-AT', 'Hallo'],
    ['DE', 'Hallo'],
    ['pt', 'Oi'],
    ['en-GB', 'Hullo'],
    ['en-US', 'Hello'],
    ['ja', 'Hello'],
    ['', 'Hello'],
    ['__proto__', 'Hello'],
  ])('is for the locale %j %s', (locale, expected) => {
    expect(textIn(text, locale)).toBe(expected);
  });

  it('is the first one without an English one, and one text is for everybody', () => {
    expect(textIn({ fr: 'Bonjour', de: 'Hallo' }, 'ja')).toBe('Bonjour');
    expect(textIn({ 'en-GB': 'Hullo', de: 'Hallo' }, 'ja')).toBe('Hullo');
    expect(textIn('Hi', 'de')).toBe('Hi');
    expect(textIn(undefined, 'de')).toBeUndefined();
    expect(chooseLanguage({}, 'de')).toBe('');
  });

  it.each([
    [{}, 'must have a language, such as {"en": …}'],
    [5, 'must be a text of at most 40 characters, or one per language'],
    [['Hello'], 'must be a text of at most 40 characters, or one per language'],
    [{ gr: 'Γεια' }, 'has the key "gr", which is no language; write a tag such as el'],
    [{ en: 'Hi', pt_BR: 'Oi' }, 'has the key "pt_BR", which is no language; write a tag such as pt-BR'],
    [{ german: 'Hallo' }, 'has the key "german", which is no language; write a tag such as de or pt-BR'],
  ])('with the value %j %s', (value, message) => {
    expect(localizedText(40).safeParse(value).error?.issues[0]?.message).toContain(message);
  });
});

describe('what pages write as language', () => {
  it.each([
    ['de_DE', 'de-DE'],
    ['DE', 'de'],
    ['PT-br', 'pt-BR'],
    ['zh_Hant_TW', 'zh-Hant-TW'],
    ['ZH-HANT-hk', 'zh-Hant-HK'],
    ['es_419', 'es-419'],
    ['de-DE@euro', 'de-DE'],
    ['sr_RS@latin', 'sr-RS'],
    ['de_DE.UTF-8', 'de-DE'],
    [' fr ', 'fr'],
    ['gsw-CH', 'gsw-CH'],
    ['de-CH-1996', 'de-CH-1996'],
    ['C', undefined],
    ['POSIX', undefined],
    ['', undefined],
    ['-de', undefined],
    ['de--DE', undefined],
    ['{{ lang }}', undefined],
    [undefined, undefined],
  ])('%j is read as %j', (written, tag) => {
    expect(readLocale(written)).toBe(tag);
  });

  it('chooses among regions and scripts what the visitor can read', () => {
    const chinese = { 'zh-Hans': '您好', 'zh-Hant': '您好嗎', en: 'Hello' };
    expect(['zh-TW', 'zh_HK', 'zh-CN', 'zh', 'zh_Hant_MO'].map((locale) => chooseLanguage(chinese, locale))).toEqual([
      'zh-Hant',
      'zh-Hant',
      'zh-Hans',
      'zh-Hans',
      'zh-Hant',
    ]);
    expect(chooseLanguage({ 'de-CH': 'Grüezi', de: 'Hallo' }, 'de_AT')).toBe('de');
    expect(chooseLanguage({ pt_BR: 'Oi', en: 'Hello' }, 'pt-br')).toBe('pt_BR');
    expect(languageOf('fil_PH')).toBe('fil');
  });
});

describe('a language tag', () => {
  it.each(['en', 'de-AT', 'zh-Hant-HK', 'he', 'gsw', 'eo'])('may be %s', (tag) => {
    expect(isLocale(tag)).toBe(true);
  });

  it.each(['', 'jp', 'cn', 'dk', 'xx', 'xx-Latn', 'other', 'deutsch', 'en_US', 'toString'])('is not %j', (tag) => {
    expect(isLocale(tag)).toBe(false);
  });
});
