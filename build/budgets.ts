/**
 * What one page load may cost, in bytes after brotli 11. `chunks`: what a visitor's browser asks for up to then, by the
 * names of the build; e2e/perf/requests.spec.ts compares them with what one really asks for.
 */
export const budgets = [
  { what: 'leadchat.js, paid by every page', chunks: [], limit: 2_500 },
  { what: 'an open anonymous chat, everything', chunks: ['panel'], limit: 26_000 },
  {
    what: 'an open chat with the form, phone metadata apart',
    chunks: ['panel', 'lead-form'],
    limit: 32_000,
  },
];
