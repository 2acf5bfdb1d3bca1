import { defineConfig } from 'playwright/test';
import { launchOptions } from '../support/chromium.ts';

/** `npm run examples`: main.ts installs the examples and then runs this. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/examples-run',
  // A build of Next or Nuxt fills two cores.
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 15_000,
    launchOptions: launchOptions('shell'),
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
  },
});
