import { defineConfig } from 'playwright/test';
import { launchOptions } from './e2e/support/chromium.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Each worker runs a sandbox, a proxy and a browser: two of them fill two cores.
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI === 'true',
  // A busy machine must not refuse a change, and a journey that fails once must not go unseen: the end of the run lists it
  // as flaky, with its first error. It is a bug to find.
  retries: 1,
  // Only ends a test that hangs: a busy machine takes several times as long as a quiet one.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  projects: [
    // It builds dist anew, so nothing else may be using it.
    { name: 'start', testMatch: 'start.spec.ts' },
    // Pictures, and installing the package, are commands of their own.
    {
      name: 'journeys',
      testIgnore: ['start.spec.ts', 'pictures/**', 'examples/**', 'e2e/package/**'],
      dependencies: ['start'],
    },
  ],
  use: {
    launchOptions: launchOptions('shell'),
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
  },
});
