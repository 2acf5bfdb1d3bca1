export { type Language, languages, loadTexts } from './languages.ts';
export type { PluralText, TextKey, Texts } from './texts.ts';
export { chooseLocale, createTranslator, type Translator } from './translator.ts';
