import { defineConfig } from 'playwright/test';
import { launchOptions } from '../support/chromium.ts';

/** `npm run pictures`: looks at every designed state, and writes what it saw into docs. No check; `npm test` leaves it out. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/pictures-run',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  projects: [
    { name: 'states', testMatch: ['pictures.spec.ts', 'readme-picture.spec.ts'] },
    { name: 'sheets', testMatch: 'sheets.spec.ts', dependencies: ['states'] },
  ],
  reporter: [['list']],
  use: { launchOptions: launchOptions(), locale: 'en-US', timezoneId: 'America/Los_Angeles' },
});
