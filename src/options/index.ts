export { forgetBeside, getStorage, keptBeside } from './get-storage.ts';
export { fetchPublicConfig } from './public-config.ts';
export { readOptions } from './read-options.ts';
export { optionsSchema, type ResolvedOptions, type WidgetOptions } from './schema.ts';
export type { Trigger } from './trigger.ts';
