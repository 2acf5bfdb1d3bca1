/** The browser's `URL` by its second name, because pages have variables of the first one. Servers know only that. */
export const WebUrl: typeof URL = Object(globalThis).webkitURL ?? URL;
