export { englishTexts, textKeys } from './english-texts.ts';
export { type Language, languageNames } from './language-names.ts';
export { loadAllTexts, loadTexts, localeOfTexts } from './languages.ts';
export type { PluralText, TextKey, Texts } from './texts.ts';
export {
  chooseLocale,
  createTranslator,
  directionOf,
  type LocalizedTexts,
  languageOfTexts,
  type Translator,
  textsIn,
} from './translator.ts';
