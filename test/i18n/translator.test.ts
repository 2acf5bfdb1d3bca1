import { describe, expect, it } from 'vitest';
import { languageNames, loadTexts } from '../../src/i18n/index.ts';
import { texts as en } from '../../src/i18n/locales/en.ts';
import { chooseLocale, createTranslator, directionOf } from '../../src/i18n/translator.ts';
import { withoutScriptTexts } from '../../src/proxy/widget/without-script-texts.ts';
import { launcherLabel } from '../../src/widget/launcher/launcher-label.ts';

describe('the translator', () => {
  it("prefers the page's own texts in their order, then the language's", async () => {
    const { t } = createTranslator('de', await loadTexts('de'), [
      { send: 'Ab damit' },
      { send: 'Los', skip: 'Weiter' },
    ]);
    expect([t('send'), t('skip'), t('message')]).toEqual(['Ab damit', 'Weiter', 'Nachricht']);
  });

  it('chooses the plural form of the language', async () => {
    const { t } = createTranslator('pl', await loadTexts('pl'));
    expect([1, 3, 5].map((count) => t('unread', { count }))).toEqual([
      '1 nowa wiadomość',
      '3 nowe wiadomości',
      '5 nowych wiadomości',
    ]);
  });

  it('keeps placeholders without a value, and skips sources without a text', () => {
    const { t } = createTranslator('en', en, [{ title: undefined, greeting: 'Hi {you}' }, { title: 'Ask us' }]);
    expect([t('title'), t('greeting')]).toEqual(['Ask us', 'Hi {you}']);
  });

  it('knows which languages are written from right to left', () => {
    // Cause: a list of four languages, so a page's own words in another one stood in a panel of the wrong direction.
    const rtl = [
      'ar',
      'he-IL',
      'iw',
      'fa',
      'ur-PK',
      'ps',
      'ckb',
      'sd',
      'ug',
      'yi',
      'dv',
      'pa-PK',
      'az-Arab',
      'ff-Adlm',
    ];
    const ltr = ['en', 'arn', 'ku', 'ur-Latn', 'pa', 'qaa', ''];
    expect(rtl.filter((language) => directionOf(language) !== 'rtl')).toEqual([]);
    expect(ltr.filter((language) => directionOf(language) !== 'ltr')).toEqual([]);
  });
});

describe('the locale', () => {
  it('is the first candidate that is a valid language tag', () => {
    expect(chooseLocale(null, '{lang}', '', 'pt_br', 'de')).toBe('pt-BR');
    // Each singleton needs more behind it.
    expect(chooseLocale('de-x', 'pt')).toBe('de');
    expect(chooseLocale(undefined, '')).toBe('en');
  });
});

describe('texts', () => {
  it('are English for a language that the widget does not have', async () => {
    expect(await loadTexts('tlh')).toBe(en);
  });

  it.each(Object.keys(languageNames).filter((language) => language !== 'en'))(
    'are complete in %s, with the same values as in English',
    async (language) => {
      const texts = await loadTexts(language);
      expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
      for (const [key, text] of Object.entries(texts)) {
        const expected = valuesIn(Reflect.get(en, key));
        for (const value of valuesIn(text)) expect(expected, `${language}.${key}`).toContain(value);
        if (typeof text === 'string') expect(valuesIn(text), `${language}.${key}`).toEqual(expected);
        else {
          const rules = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
          const missing = rules.filter(
            (rule) => rule !== 'many' && rule !== 'zero' && text[rule] === undefined && rule !== 'one',
          );
          expect(missing, `${language}.${key}`).toEqual([]);
        }
      }
      expect(texts.openChat).toBe(launcherLabel(language));
      expect(Object.keys(withoutScriptTexts)).toContain(language);
    },
  );
});

/** Returns the `{names}` in a text or its plural forms. `{number}` is `{count}` as a word. */
function valuesIn(text: unknown): Set<string> {
  const names = JSON.stringify(text).match(/\{\w+\}/g) ?? [];
  return new Set(names.map((name) => name.replace('number', 'count')));
}
