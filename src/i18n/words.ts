import type { TextKey, TextSource } from './texts/text-source.ts';

/** Says things in the visitor's language. */
export interface Words {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** `count` among the values chooses the plural's form. */
  t(key: TextKey, values?: Readonly<Record<string, string | number>>): string;
  /** The same words, with further texts below them. */
  withFallback(base: TextSource): Words;
}

/** Texts come from the first source that has them: the page's own, the language's, English. */
export function createWords(locale: string, sources: readonly TextSource[]): Words {
  const plurals = new Intl.PluralRules(locale);
  return {
    locale,
    direction: /^(?:ar|he|fa|ur)\b/i.test(locale) ? 'rtl' : 'ltr',
    t(key, values = {}) {
      const text = sources.find((source) => Object.hasOwn(source, key))?.[key] ?? '';
      const form = typeof text === 'string' ? text : (text[plurals.select(Number(values.count))] ?? text.other);
      return form.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
    },
    withFallback: (base) => createWords(locale, [...sources, base]),
  };
}

/** The visitor's language: the page's own when it says one, else the browser's. Never throws on a malformed tag. */
export function chooseLocale(...candidates: readonly (string | null | undefined)[]): string {
  for (const candidate of candidates) {
    try {
      if (candidate) return Intl.getCanonicalLocales(candidate)[0] ?? 'en';
    } catch {
      // `de_DE` and the like: try what the page says next.
    }
  }
  return 'en';
}
