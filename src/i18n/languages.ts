import { languageOf } from '../protocol/index.ts';
import { isLanguage, type Language } from './language-names.ts';
import { en } from './locales/en.ts';
import type { Texts } from './texts.ts';

/** English is built in; the others are loaded when needed. */
const loaders: Readonly<Record<Language, () => Promise<{ texts: Texts }>>> = {
  en: async () => ({ texts: en }),
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
  const language = languageOf(locale);
  return isLanguage(language) ? (await loaders[language]()).texts : en;
}

/** Loads the texts of all languages, so that `loadTexts` reads no file later. */
export async function loadAllTexts(): Promise<void> {
  await Promise.all(Object.values(loaders).map((load) => load()));
}

/** Whether the texts of a locale are already loaded: English, which is also used for unknown languages. */
export function isBuiltIn(locale: string): boolean {
  const language = languageOf(locale);
  return language === 'en' || !isLanguage(language);
}

/** The language of a locale's texts: English for an unknown one. */
export function languageOfTexts(locale: string): string {
  return isLanguage(languageOf(locale)) ? locale : 'en';
}
