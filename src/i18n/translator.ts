import { en } from './locales/en.ts';
import type { PluralText, TextKey, Texts } from './texts.ts';

/** Gives the widget's texts in the visitor's language. */
export interface Translator {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** Replaces each `{name}` in the text by its value; `count` also chooses the plural form. */
  t(key: TextKey, values?: Readonly<Record<string, string | number>>): string;
}

/** Texts by key; undefined is the same as none. */
export type TextSource = { readonly [Key in TextKey]?: Texts[Key] | undefined };

/** A text comes from the first source that has it: the page's own texts, then the language, then English. */
export function createTranslator(locale: string, sources: readonly TextSource[] = []): Translator {
  // Created when the first text needs it, because the first use of `Intl` takes a slow phone a moment.
  let plurals: Intl.PluralRules | undefined;
  const pluralOf = (count: number) => {
    plurals ??= new Intl.PluralRules(locale);
    return plurals.select(count);
  };
  return {
    locale,
    direction: /^(?:ar|he|fa|ur)\b/i.test(locale) ? 'rtl' : 'ltr',
    t(key, values = {}) {
      const source = sources.find((texts) => Object.hasOwn(texts, key) && texts[key] !== undefined);
      const text: string | PluralText = source?.[key] ?? en[key];
      const form = typeof text === 'string' ? text : (text[pluralOf(Number(values.count))] ?? text.other);
      return form.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
    },
  };
}

/** The value of the locale, else of its language, else the English one, else the first. */
export function pickByLocale<Value>(values: Readonly<Record<string, Value>>, locale: string): Value | undefined {
  const names = [locale, locale.split('-')[0] ?? '', 'en', ...Object.keys(values)];
  return values[names.find((name) => Object.hasOwn(values, name)) ?? ''];
}

/** The first candidate that is a valid language tag, in canonical form: `pt-br` becomes `pt-BR`. English if there is none. */
export function chooseLocale(...candidates: readonly (string | null | undefined)[]): string {
  for (const candidate of candidates) {
    try {
      if (candidate) return Intl.getCanonicalLocales(candidate)[0] ?? 'en';
    } catch {
      // Malformed, such as `de_DE`: try the next one.
    }
  }
  return 'en';
}
