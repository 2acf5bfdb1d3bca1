import { defineConfig } from 'playwright/test';
import { launchOptions } from '../support/chromium.ts';

/** `npm run package:install`: the packed package in projects of its users. Downloads; `npm test` leaves it out. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/package-run',
  globalSetup: './pack.ts',
  workers: 1,
  // npm is what takes long.
  timeout: 600_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: { launchOptions: launchOptions(), locale: 'en-US', timezoneId: 'America/Los_Angeles' },
});
