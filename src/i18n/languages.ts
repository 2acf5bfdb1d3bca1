import type { TextSource } from './texts/text-source.ts';

/** Each language is a file of its own, loaded when it is needed. English is always there. */
const loaders: Record<string, () => Promise<{ texts: TextSource }>> = {
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

/** Texts of a language; none where it is English, unknown, or cannot be loaded now. */
export async function loadTexts(locale: string): Promise<TextSource> {
  try {
    return (await loaders[locale.slice(0, 2)]?.())?.texts ?? {};
  } catch {
    return {};
  }
}
