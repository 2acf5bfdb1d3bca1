import { defineConfig } from 'playwright/test';
import { launchOptions } from '../support/chromium.ts';

/** `npm run pictures`: takes pictures of every designed state for docs. It checks nothing, so `npm test` skips it. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/pictures-run',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  projects: [
    {
      name: 'states',
      testMatch: ['pictures.spec.ts', 'demo-picture.spec.ts', 'theme-pictures.spec.ts'],
    },
    { name: 'sheets', testMatch: 'sheets.spec.ts', dependencies: ['states'] },
  ],
  reporter: [['list']],
  use: { launchOptions: launchOptions('browser'), locale: 'en-US', timezoneId: 'America/Los_Angeles' },
});
