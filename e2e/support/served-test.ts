import { test as base } from 'playwright/test';
import { type HostSite, type HostSiteOptions, startHostSite } from './host-site.ts';
import { KeptServers } from './kept-servers.ts';
import { type RunningStack, type StackOptions, startStack } from './start-stack.ts';

/**
 * The fixtures of a worker. They are the same for all files, since Playwright ends a worker, and starts the next one with
 * another browser, as soon as a file has other ones: what a file starts for itself is a fixture of its tests.
 */
export const servedTest = base.extend<
  object,
  { stacks: KeptServers<StackOptions, RunningStack>; sites: KeptServers<HostSiteOptions, HostSite> }
>({
  stacks: [
    // Playwright requires a destructuring pattern here, and the linter forbids an empty one.
    async ({ browserName: _ }, use) => {
      const stacks = new KeptServers(startStack);
      await use(stacks);
      await stacks.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  sites: [
    async ({ browserName: _ }, use) => {
      const sites = new KeptServers(startHostSite);
      await use(sites);
      await sites.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
