import { languageOf } from '../protocol/locale.ts';
import { isLanguage, type Language } from './language-names.ts';
import type { Texts } from './texts.ts';

/** Each language is a file of its own, which only its readers load. */
const loaders: Readonly<Record<Language, () => Promise<{ texts: Texts }>>> = {
  en: () => import('./locales/en.ts'),
  de: () => import('./locales/de.ts'),
  es: () => import('./locales/es.ts'),
  fr: () => import('./locales/fr.ts'),
  pt: () => import('./locales/pt.ts'),
  it: () => import('./locales/it.ts'),
  nl: () => import('./locales/nl.ts'),
  pl: () => import('./locales/pl.ts'),
  tr: () => import('./locales/tr.ts'),
  ar: () => import('./locales/ar.ts'),
  he: () => import('./locales/he.ts'),
  ja: () => import('./locales/ja.ts'),
  zh: () => import('./locales/zh.ts'),
};

/** Loads the texts of a locale: English for an unknown language. Rejects if the file fails to load. */
export async function loadTexts(locale: string): Promise<Texts> {
  return (await loaders[textLanguage(locale)]()).texts;
}

/** Loads the texts of all languages, so that `loadTexts` reads no file later. */
export async function loadAllTexts(): Promise<void> {
  await Promise.all(Object.values(loaders).map((load) => load()));
}

/** The locale of the texts that a locale gets: English for an unknown language. */
export function localeOfTexts(locale: string): string {
  return isLanguage(languageOf(locale)) ? locale : 'en';
}

/** The language whose file a locale needs. */
function textLanguage(locale: string): Language {
  const language = languageOf(locale);
  return isLanguage(language) ? language : 'en';
}
