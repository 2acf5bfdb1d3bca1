import { test as base, expect } from 'playwright/test';
import { type DemoServers, startDemoServers, startSite } from '../../src/cli/index.ts';

/** The demo as `npm start` runs it, on free ports. */
export const test = base.extend<object, { demo: DemoServers['addresses'] }>({
  demo: [
    // Playwright requires a destructuring pattern here, and the linter forbids an empty one.
    async ({ browserName: _ }, use) => {
      const { addresses, stops } = await startDemoServers({
        ports: { site: 0, proxy: 0, sandbox: 0 },
        adminToken: 'operator-of-the-demo',
        startSite: (site) => startSite({ ...site, root: 'dist/site', dist: 'dist' }),
      });
      try {
        await use(addresses);
      } finally {
        for (const stop of stops.toReversed()) await stop();
      }
    },
    { scope: 'worker' },
  ],
});

export { expect };
