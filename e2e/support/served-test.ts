import { type Browser, type BrowserContext, test as base } from 'playwright/test';
import { type BenchSite, startBenchSite } from '../../bench/widget/bench-site.ts';
import { blank, leadchat } from '../../bench/widget/subjects.ts';
import { type DemoServers, startDemoServers, startSite } from '../../src/cli/index.ts';
import { launchOptions } from './chromium.ts';
import { type HostSite, type HostSiteOptions, startHostSite } from './host-site.ts';
import { KeptServers } from './kept-servers.ts';
import { type RunningStack, type StackOptions, startStack } from './start-stack.ts';

export type WorkerFixtures = {
  stacks: KeptServers<StackOptions, RunningStack>;
  sites: KeptServers<HostSiteOptions, HostSite>;
  /** The demo as `npm start` runs it, on free ports. */
  demo: DemoServers['addresses'];
  /** The benchmark's pages: an empty one and one with leadchat. */
  benchSite: BenchSite;
  /** Playwright disables the back/forward cache, because most tests need pages to reload, and a headless shell has none. */
  cachingBrowser: Browser;
};

/**
 * The fixtures of a worker, which start when a test uses them. They are the same for all journeys, since Playwright ends a
 * worker, and starts the next one with another browser, as soon as a file has other ones: what a file starts for itself is a
 * fixture of its tests, and every file takes its `test` from here.
 */
export const servedTest = base.extend<object, WorkerFixtures>({
  stacks: [
    // Playwright requires a destructuring pattern here, and the linter forbids an empty one.
    async ({ browserName: _ }, use) => {
      const stacks = new KeptServers(startStack);
      await use(stacks);
      await stacks.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  sites: [
    async ({ browserName: _ }, use) => {
      const sites = new KeptServers(startHostSite);
      await use(sites);
      await sites.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  demo: [
    async ({ browserName: _ }, use) => {
      const { addresses, stops } = await startDemoServers({
        ports: { site: 0, proxy: 0, sandbox: 0 },
        adminToken: 'operator-of-the-demo',
        startSite: (site) => startSite({ ...site, root: 'dist/site', dist: 'dist' }),
      });
      await use(addresses);
      for (const stop of stops.toReversed()) await stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  benchSite: [
    async ({ browserName: _ }, use) => {
      const site = await startBenchSite([blank, leadchat]);
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  cachingBrowser: [
    async ({ playwright }, use) => {
      const options = { ...launchOptions('browser'), ignoreDefaultArgs: ['--disable-back-forward-cache'] };
      const browser = await playwright.chromium.launch(options);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

/** For `context`: pages whose browser keeps them in its back/forward cache. */
export async function cachingContext(
  { cachingBrowser }: Pick<WorkerFixtures, 'cachingBrowser'>,
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await cachingBrowser.newContext();
  await use(context);
  await context.close();
}
