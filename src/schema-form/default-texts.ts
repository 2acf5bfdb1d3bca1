import { englishTexts, languageNames, loadTexts } from '../i18n/index.ts';

/** Code and name of each language that has texts. */
export const languageChoices: readonly (readonly [code: string, name: string])[] = Object.entries(languageNames);

/** Every text that the option `texts` replaces: its key, and its words in English. */
export const replaceableTexts: readonly (readonly [key: string, text: string])[] = Object.entries(englishTexts).map(
  ([key, text]) => [key, typeof text === 'string' ? text : text.other],
);

/** The words that visitors read in this language, unless somebody replaces them. */
export async function loadDefaultTexts(language: string): Promise<Readonly<Record<string, string>>> {
  const texts = await loadTexts(language);
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? text : text.other]),
  );
}
