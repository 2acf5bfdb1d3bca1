/** The browser's `URL` by its second name, because pages have variables of the first one. */
export const WebUrl: typeof URL = urlOf(globalThis);

/** Servers know only the first name, and in Vitest with jsdom the second one has lost its methods. */
export function urlOf({ webkitURL }: { webkitURL?: typeof URL }): typeof URL {
  return webkitURL?.canParse ? webkitURL : URL;
}
