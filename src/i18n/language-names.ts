/** The languages of the widget with their native names. Apart from their texts, which most readers of this list do without. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  tr: 'Türkçe',
  ar: 'العربية',
  he: 'עברית',
  ja: '日本語',
  zh: '中文',
} as const;

export type Language = keyof typeof languageNames;

export function isLanguage(language: string): language is Language {
  return Object.hasOwn(languageNames, language);
}
