import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { launchOptions } from './e2e/support/chromium.ts';
import { keepFilesInMemory } from './test/support/memory-disk.ts';
import { chooseSeed } from './test/support/seed.ts';

// The proxies of the journeys start threads, which strip the types of a hundred files each.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compile', import.meta.url));

chooseSeed();
keepFilesInMemory();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Node strips the types itself. Playwright's own compiler takes a quarter of a minute before the first journey starts.
  build: { external: ['**'] },
  // Each runs a sandbox, a proxy and a browser, and often waits for them: three of them fill two cores.
  workers: 3,
  fullyParallel: false,
  forbidOnly: process.env.CI === 'true',
  // A busy machine must not refuse a change, and a journey that fails once must not go unseen: the end of the run lists it
  // as flaky, with its first error. It is a bug to find.
  retries: 1,
  // These only end what hangs: beside other work, a machine takes several times as long as a quiet one.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  projects: [
    // Pictures, and installing the package, are commands of their own.
    { name: 'journeys', testIgnore: ['pictures/**', 'examples/**', 'e2e/package/**'] },
  ],
  use: {
    launchOptions: launchOptions('shell'),
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    // Ends a click on what never comes.
    actionTimeout: 120_000,
    // Each click would wait for what still moves. Motion is the subject of e2e/accessibility/reduced-motion.spec.ts.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
