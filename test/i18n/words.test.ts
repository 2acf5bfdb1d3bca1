import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/language-names.ts';
import { loadTexts } from '../../src/i18n/languages.ts';
import { callTexts } from '../../src/i18n/texts/call-texts.ts';
import { captchaTexts } from '../../src/i18n/texts/captcha-texts.ts';
import { chatTexts } from '../../src/i18n/texts/chat-texts.ts';
import { copyTexts } from '../../src/i18n/texts/copy-texts.ts';
import { formTexts } from '../../src/i18n/texts/form-texts.ts';
import { menuTexts } from '../../src/i18n/texts/menu-texts.ts';
import { phoneTexts } from '../../src/i18n/texts/phone-texts.ts';
import { chooseLocale, createWords } from '../../src/i18n/words.ts';
import { labelFor } from '../../src/widget/launcher/labels.ts';

const english = {
  ...chatTexts,
  ...formTexts,
  ...menuTexts,
  ...copyTexts,
  ...callTexts,
  ...phoneTexts,
  ...captchaTexts,
};

describe('words', () => {
  it('come from the page first, then from the language, then from English', () => {
    const words = createWords('de', [{ send: 'Ab damit' }, { send: 'Senden', message: 'Nachricht' }, english]);
    expect([words.t('send'), words.t('message'), words.t('menu')]).toEqual(['Ab damit', 'Nachricht', 'Menu']);
  });

  it('take the plural that the language asks for', async () => {
    const polish = createWords('pl', [await loadTexts('pl')]);
    expect([1, 3, 5].map((count) => polish.t('unread', { count }))).toEqual([
      '1 nowa wiadomość',
      '3 nowe wiadomości',
      '5 nowych wiadomości',
    ]);
  });

  it('know which languages are written from right to left', () => {
    expect(['ar', 'he-IL', 'en', 'arn'].map((locale) => createWords(locale, []).direction)).toEqual([
      'rtl',
      'rtl',
      'ltr',
      'ltr',
    ]);
  });

  it('are in the first language that can be read', () => {
    expect(chooseLocale(null, 'de_DE', '', 'pt-br')).toBe('pt-BR');
    expect(chooseLocale(undefined, '')).toBe('en');
  });

  it.each(Object.keys(languages).filter((language) => language !== 'en'))(
    'are complete in %s, with the same values as in English',
    async (language) => {
      const texts = await loadTexts(language);
      expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
      for (const [key, text] of Object.entries(texts)) {
        const of = (one: unknown) =>
          new Set(
            JSON.stringify(one)
              .match(/\{\w+\}/g)
              ?.map((value) => value.replace('number', 'count')),
          );
        const expected = of(Reflect.get(english, key));
        for (const value of of(text)) expect(expected, `${language}.${key}`).toContain(value);
        if (typeof text === 'string') expect(of(text), `${language}.${key}`).toEqual(expected);
        else {
          const rules = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
          const missing = rules.filter(
            (rule) => rule !== 'many' && rule !== 'zero' && text[rule] === undefined && rule !== 'one',
          );
          expect(missing, `${language}.${key}`).toEqual([]);
        }
      }
      expect(texts.openChat).toBe(labelFor(language));
    },
  );
});
