import { describe, expect, it } from 'vitest';
import { chooseLanguage, isLocale, localizedText, textIn } from '../../src/protocol/index.ts';

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

describe('a language tag', () => {
  it.each(['en', 'de-AT', 'zh-Hant-HK', 'he', 'gsw', 'eo'])('may be %s', (tag) => {
    expect(isLocale(tag)).toBe(true);
  });

  it.each(['', 'jp', 'cn', 'dk', 'xx', 'xx-Latn', 'other', 'deutsch', 'en_US', 'toString'])('is not %j', (tag) => {
    expect(isLocale(tag)).toBe(false);
  });
});
