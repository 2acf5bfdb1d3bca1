import { en } from './locales/en.ts';
import type { Texts } from './texts.ts';

/** The languages of the widget with their native names. English is built in; the others are loaded when needed. */
export const languages = {
  en: { name: 'English', load: async () => ({ texts: en }) },
  de: { name: 'Deutsch', load: () => import('./locales/de.ts') },
  es: { name: 'Español', load: () => import('./locales/es.ts') },
  fr: { name: 'Français', load: () => import('./locales/fr.ts') },
  pt: { name: 'Português', load: () => import('./locales/pt.ts') },
  it: { name: 'Italiano', load: () => import('./locales/it.ts') },
  nl: { name: 'Nederlands', load: () => import('./locales/nl.ts') },
  pl: { name: 'Polski', load: () => import('./locales/pl.ts') },
  tr: { name: 'Türkçe', load: () => import('./locales/tr.ts') },
  ar: { name: 'العربية', load: () => import('./locales/ar.ts') },
  he: { name: 'עברית', load: () => import('./locales/he.ts') },
  ja: { name: '日本語', load: () => import('./locales/ja.ts') },
  zh: { name: '中文', load: () => import('./locales/zh.ts') },
} satisfies Record<string, { name: string; load: () => Promise<{ texts: Texts }> }>;

export type Language = keyof typeof languages;

/** Loads the texts of a locale: English for an unknown language. Rejects if the file fails to load. */
export async function loadTexts(locale: string): Promise<Texts> {
  const language = locale.slice(0, 2);
  return isLanguage(language) ? (await languages[language].load()).texts : en;
}

/** Whether the texts of a locale are already loaded: English, which is also used for unknown languages. */
export function isBuiltIn(locale: string): boolean {
  const language = locale.slice(0, 2);
  return language === 'en' || !isLanguage(language);
}

/** The language of a locale's texts: English for an unknown one. */
export function languageOfTexts(locale: string): string {
  return isLanguage(locale.slice(0, 2)) ? locale : 'en';
}

function isLanguage(language: string): language is Language {
  return Object.hasOwn(languages, language);
}
