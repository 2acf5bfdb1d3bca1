import { chooseLanguage, type Localized, languageOf, readLocale, scriptOf } from '../protocol/locale.ts';
import { localeOfTexts } from './languages.ts';
import type { PluralText, TextKey, Texts } from './texts.ts';

/** Returns the widget's texts in the visitor's language. */
export interface Translator {
  /** For dates, times and texts of the page. */
  readonly locale: string;
  /** The language of the widget's texts, which is English if it has none for the locale. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** Replaces each `{name}` in the text by its value; `count` also chooses the plural form. */
  t(key: TextKey, values?: Readonly<Record<string, string | number>>): string;
}

/** Texts by key. Undefined is the same as a missing text. */
export type TextSource = { readonly [Key in TextKey]?: Texts[Key] | undefined };

/** Creates a translator that takes each text from the first of the page's sources that has it, and otherwise from the language. */
export function createTranslator(
  locale: string,
  texts: Texts,
  sources: readonly TextSource[] = [],
  language: string = locale,
): Translator {
  // Created when the first text needs it, because the first use of `Intl` is slow on a phone.
  let plurals: Intl.PluralRules | undefined;
  const pluralOf = (count: number) => {
    plurals ??= new Intl.PluralRules(locale);
    return plurals.select(count);
  };
  return {
    locale,
    language,
    direction: directionOf(language),
    t(key, values = {}) {
      const source = sources.find((own) => Object.hasOwn(own, key) && own[key] !== undefined);
      const text: string | PluralText = source?.[key] ?? texts[key];
      const form = typeof text === 'string' ? text : (text[pluralOf(Number(values.count))] ?? text.other);
      return form.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
    },
  };
}

const rightToLeft = /^(?:Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Syrc|Thaa)$/;

/** The direction in which a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.test(scriptOf(language) ?? '') ? 'rtl' : 'ltr';
}

/** Texts of a page by key: each one for all languages, or one per language. */
export type LocalizedTexts = { readonly [Key in TextKey]?: Localized<string | PluralText> | undefined };

/** The texts of a page for a visitor's locale. */
export function textsIn(texts: LocalizedTexts, locale: string): TextSource {
  const entries = Object.entries(texts).map(([key, text]) => [
    key,
    isLocalized(text) ? text[chooseLanguage(text, locale)] : text,
  ]);
  return Object.fromEntries(entries);
}

/** The language of a page's words: that of the locale if the widget has it, or if the page brings any of the widget's texts. */
export function languageOfTexts(locale: string, own: LocalizedTexts, loaded: Texts): string {
  return Object.keys(own).some((key) => Object.hasOwn(loaded, key)) ? locale : localeOfTexts(locale);
}

/** Plural forms always have the key `other`, which is no language. */
function isLocalized(
  text: Localized<string | PluralText> | undefined,
): text is Readonly<Record<string, string | PluralText>> {
  return typeof text === 'object' && !Object.hasOwn(text, 'other');
}

/** Returns the first candidate that names a language, in canonical form: `pt_br` becomes `pt-BR`. Otherwise English. */
export function chooseLocale(...candidates: readonly (string | null | undefined)[]): string {
  for (const candidate of candidates) {
    const tag = readLocale(candidate);
    if (tag === undefined) continue;
    try {
      return Intl.getCanonicalLocales(tag)[0] ?? 'en';
    } catch {
      // Subtags that the standard has no place for: the launcher has taken the language.
      return languageOf(tag);
    }
  }
  return 'en';
}
