export { readAttributes } from './attributes.ts';
export { languages, loadTexts } from './languages.ts';
export { fetchPublicConfig, readPublicConfig } from './public-config.ts';
export { type OptionSources, type OptionsReading, readOptions } from './read-options.ts';
export { optionsSchema, type ResolvedOptions, type WidgetOptions } from './schema.ts';
export {
  callTexts,
  chatTexts,
  copyTexts,
  formTexts,
  type LocaleTexts,
  menuTexts,
  type Plural,
  type TextKey,
  type TextSource,
} from './texts.ts';
export type { Trigger } from './trigger.ts';
export { chooseLocale, createWords, type Words } from './words.ts';
