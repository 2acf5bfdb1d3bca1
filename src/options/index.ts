export { hasCredentials, isContact, isIcon } from './address.ts';
export { attempt, succeeds } from './attempt.ts';
export {
  type AttributeOption,
  attributeKinds,
  isAttributeOption,
  readAttribute,
  readAttributes,
  readBoolean,
} from './attributes.ts';
export { chooseVariants } from './choose-variants.ts';
export { followConsentAnswer, tellConsentAnswer } from './consent-answer.ts';
export { isClosedValue } from './css-value.ts';
export { defaultColor, defaultOffset } from './defaults.ts';
export { type ChatEventName, chatEventNames, type WidgetEventName, widgetEventNames } from './event-names.ts';
export type { Variants } from './experiments.ts';
export { findOptionProblems, listOptionProblems } from './find-option-problems.ts';
export { imageAddress } from './image-host.ts';
export { nearestName } from './nearest-name.ts';
export { describeProblems, type OptionProblem } from './option-problems.ts';
export { optionsOnPage } from './options-on-page.ts';
export { addedLayers, isAwayAt, layersOnPage } from './page-options.ts';
export {
  booleanOption,
  dataOption,
  localizedOption,
  mergeOptions,
  type RawOptions,
  textOption,
} from './read-launcher-options.ts';
export { isOption, type OptionSources, readOptions } from './read-options.ts';
export { addressOfConfig, requestConfig } from './request-config.ts';
export { optionsSchema, type ResolvedOptions, type UserToken, type WidgetOptions } from './schema.ts';
export {
  attributionKey,
  callKey,
  conversationKey,
  formKey,
  leadsKey,
  localeKey,
  outboxKey,
  resumablePrefix,
  sizeKey,
  tabsChannel,
  thanksKey,
  triggersKey,
  variantsKey,
} from './storage-keys.ts';
export {
  areaOf,
  createDeletionStamp,
  type DeletionStamp,
  deleteStored,
  followDeletion,
  getStorage,
  hasQueuedLeads,
  hasResumable,
  readJson,
  readText,
  storeText,
} from './stored-data.ts';
export type { ResolvedTrigger, Trigger } from './trigger.ts';
export { matchesUrl } from './url-pattern.ts';
