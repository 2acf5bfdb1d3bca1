import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { optionDocs } from './build/site/option-docs.ts';
import { FileOrder, ShuffledFileOrder } from './test/support/file-order.ts';
import { keepFilesInMemory } from './test/support/memory-disk.ts';
import { chooseSeed } from './test/support/seed.ts';
import { waitLimitMs } from './test/support/time-limits.ts';

/** They kill or overload processes, or start a database server: `npm test` runs them, `npm run check` does not. */
const slow = 'test/**/*{kill,overload,postgres,durability,audit,soak,drill}*.test.ts';

chooseSeed();
// `npm run faults` measures restarts with the disk of the machine.
if (process.env.LEADCHAT_MEASURE === undefined) keepFilesInMemory();

export default defineConfig(({ mode }) => ({
  plugins: [optionDocs()],
  test: {
    env: {
      // `npm run unit:long`: kill tests and random inputs in full size.
      ...(mode === 'long' && { LEADCHAT_LONG: '1' }),
      // Node compiles the programs that tests start anew at each start: a cache halves that.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compile', import.meta.url)),
    },
    // Only a test that hangs reaches these.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What is polled comes in milliseconds, too: the usual pause of 50 was most of the wait.
    expect: { poll: { timeout: waitLimitMs, interval: 10 } },
    setupFiles: ['test/support/globals.ts', 'test/support/testing-library.ts'],
    // Files share a process, so that it starts and loads zod, Preact and the document once: a fifth less time.
    isolate: false,
    // `npm run unit:shuffled`: no file depends on those before it in its process.
    sequence: { sequencer: mode === 'shuffled' ? ShuffledFileOrder : FileOrder },
    // One more than there are cores on a small machine: a fifth of the time, tests wait for disks, clocks and processes.
    maxWorkers: 3,
    // Style sheets are imported as text (`?inline`); without this they would be empty in tests.
    css: true,
    typecheck: { include: ['test/**/*.test-d.ts'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [slow],
        },
      },
      {
        extends: true,
        test: { name: 'slow', include: [slow], globalSetup: 'test/support/shared-postgres.ts' },
      },
    ],
  },
}));
