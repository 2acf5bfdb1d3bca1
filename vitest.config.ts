import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 20_000,
    // Two cores: more workers only make real sockets and child processes wait for each other.
    maxWorkers: 2,
    // Style sheets are imported as text (`?inline`); without this they would be empty in tests.
    css: true,
    include: ['test/**/*.test.{ts,tsx}'],
    typecheck: { include: ['test/**/*.test-d.ts'] },
  },
});
