import { test as base, expect } from 'playwright/test';
import { type BenchSite, startBenchSite } from '../../bench/widget/bench-site.ts';
import { blank, leadchat } from '../../bench/widget/subjects.ts';

/** The benchmark's pages: an empty one and one with leadchat. The limits are generous, since tests run in parallel. */
export const test = base.extend<object, { site: BenchSite }>({
  // Recording a trace costs more than the measured work, and retains nodes.
  trace: 'off',
  site: [
    // Playwright requires a destructuring pattern here, and the linter forbids an empty one.
    async ({ browserName: _ }, use) => {
      const site = await startBenchSite([blank, leadchat]);
      try {
        await use(site);
      } finally {
        await site.stop();
      }
    },
    // The start must not use up the time of the first test.
    { scope: 'worker', timeout: 180_000 },
  ],
});

export { expect };
