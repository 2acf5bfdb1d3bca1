/**
 * Limits of what a page may load, in bytes after brotli 11. `npm test` compares them with the build (check-sizes.ts).
 * `chunks` are the modules that a browser requests besides leadchat.js, by their names in the build;
 * e2e/perf/requests.spec.ts compares them with what a browser really requests.
 */
export const sizeLimits = [
  { name: 'leadchat.js, paid by every page', chunks: [], maxBytes: 12_500 },
  { name: 'the first screen of an anonymous chat', chunks: ['schemas', 'en', 'panel'], maxBytes: 75_000 },
  {
    name: 'an anonymous chat that has answered',
    chunks: ['schemas', 'en', 'panel', 'conversation'],
    maxBytes: 85_000,
  },
  { name: 'the first screen of a chat with the form', chunks: ['schemas', 'en', 'panel', 'leads'], maxBytes: 100_000 },
  {
    name: 'a chat with the form filled in that has answered',
    chunks: ['schemas', 'en', 'panel', 'leads', 'conversation'],
    maxBytes: 110_000,
  },
] as const;
