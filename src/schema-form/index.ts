export { accentContrast } from './accent-contrast.ts';
export { formAdvice, optionAdvice, type ProblemsByName } from './advice.ts';
export { afterClick } from './after-click.ts';
export { countryChoices, countryName } from './country-choices.ts';
export { languageChoices, loadDefaultTexts, replaceableTexts } from './default-texts.ts';
export {
  experimentGoals,
  movedExperiment,
  newExperiment,
  type OptionChanges,
  type PlacedExperiment,
  placedExperiments,
  sharesOf,
  triedOptions,
  withExperiment,
} from './experiment-plans.ts';
export { fieldNamesOf } from './field-names.ts';
export type { Json, JsonObject, JsonSchema } from './json-schema.ts';
export { Description } from './labels.tsx';
export { OptionControl } from './OptionControl.tsx';
export { formOptions, groupedOptions, type Note, type Option } from './option-schemas.ts';
export { PictureFile } from './PictureFile.tsx';
export { type PageEntry, pageEntries } from './page-entries.ts';
export {
  isPageKind,
  type PageKind,
  type PagePattern,
  pageKinds,
  pagesInWords,
  readPattern,
  writePattern,
} from './page-patterns.ts';
export { answerInWords, pageSentence } from './page-sentences.ts';
export { previewOptions, teaserOf, timeFor, variantNames, withTeaser, withVariant } from './preview-choices.ts';
export { type Problem, problemsAt } from './problems.tsx';
export {
  hasKey,
  type KindSetting,
  kindOf,
  knownQuestions,
  type QuestionKind,
  questionKinds,
} from './question-kinds.ts';
export { objectValue, withProperty } from './schema-values.ts';
export { appearsPage, formsPage, type SettingPage, settingPages } from './setting-pages.ts';
export { settingLabel, settingNoun, settingWords } from './setting-words.ts';
export {
  borrowedText,
  cellsOf,
  languagesOf,
  listRows,
  mainLanguageOf,
  textOptions,
  withCell,
} from './text-cells.ts';
export { oftenChoices, oftenInWords, type SentencePart, sentenceText, triggerSentence } from './trigger-sentences.ts';
export { entriesOf, type Span, weekOf, weekOrder } from './week-hours.ts';
