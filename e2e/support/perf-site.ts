import { test as base, expect } from 'playwright/test';
import { type BenchSite, startBenchSite } from '../../bench/widget/bench-site.ts';

/** Tests beside a chat written by hand, over one service for both. What they hold is generous: other work runs beside them. */
export const test = base.extend<object, { site: BenchSite }>({
  // What Playwright records costs more than what is measured, and keeps nodes.
  trace: 'off',
  site: [
    // Playwright wants a pattern here, and the linter one that is not empty.
    async ({ browserName: _ }, use) => {
      const site = await startBenchSite();
      try {
        await use(site);
      } finally {
        await site.stop();
      }
    },
    { scope: 'worker' },
  ],
});

export { expect };
