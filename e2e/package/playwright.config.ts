import { defineConfig } from 'playwright/test';
import { launchOptions } from '../support/chromium.ts';

/** `npm run package:install`: installs the packed package in projects. It downloads, so `npm test` skips it. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/package-run',
  globalSetup: './pack.ts',
  workers: 1,
  // npm takes most of the time.
  timeout: 600_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: { launchOptions: launchOptions('shell'), locale: 'en-US', timezoneId: 'America/Los_Angeles' },
});
