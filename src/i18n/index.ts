export { isBuiltIn, type Language, languageOfTexts, languages, loadTexts } from './languages.ts';
export { englishTexts, isTextKey, type PluralText, type TextKey, type Texts, textKeys } from './texts.ts';
export { chooseLocale, createTranslator, pickByLocale, type Translator } from './translator.ts';
