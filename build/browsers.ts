/**
 * The oldest browsers that the widget runs in: the first ones with popovers and `URL.canParse()`. The build compiles for them, docs/embedding.md
 * names them, and test/build/browsers.test.ts allows no newer API without a check.
 */
export const oldestBrowsers = { chrome: 120, edge: 120, firefox: 125, safari: 17 } as const;

/** As a target of the build. */
export const browserTarget = Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`);
