export { type Language, languageNames } from './language-names.ts';
export { isBuiltIn, languageOfTexts, loadAllTexts, loadTexts } from './languages.ts';
export { englishTexts, isTextKey, type PluralText, type TextKey, type Texts, textKeys } from './texts.ts';
export { chooseLocale, createTranslator, type LocalizedTexts, type Translator, textsIn } from './translator.ts';
