import { describe, expect, it } from 'vitest';
import {
  callTexts,
  captchaTexts,
  chatTexts,
  chooseLocale,
  copyTexts,
  createWords,
  formTexts,
  languages,
  loadTexts,
  menuTexts,
  phoneTexts,
} from '../../src/options/index.ts';
import { labelFor } from '../../src/shell/labels.ts';

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
    expect([words.say('send'), words.say('message'), words.say('menu')]).toEqual(['Ab damit', 'Nachricht', 'Menu']);
  });

  it('take the plural that the language asks for', async () => {
    const polish = createWords('pl', [await loadTexts('pl')]);
    expect([1, 3, 5].map((count) => polish.say('unread', { count }))).toEqual([
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
