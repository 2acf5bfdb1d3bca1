export const settingsName = '__zod_globalConfig';

/** The settings of the page's zod; undefined if it has none. */
export const pageSettings = Object.getOwnPropertyDescriptor(globalThis, settingsName);

Reflect.deleteProperty(globalThis, settingsName);
