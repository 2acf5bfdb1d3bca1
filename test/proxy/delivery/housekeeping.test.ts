import { expect, it } from 'vitest';
import { startHousekeeping } from '../../../src/proxy/delivery/housekeeping.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { MemoryLog } from '../support/memory-log.ts';

it('deletes counters of visitors after 400 days, and comments of ratings without a lead after 30, every hour', async () => {
  const clock = manualClock();
  const sweptBefore: number[] = [];
  const ratings: number[] = [];
  const stop = startHousekeeping({
    store: {
      sweep: async () => ({ scrubbed: 0, deleted: 0, isComplete: true }),
      countUnresolved: async () => ({ unknown: 0, held: 0, dead: 0 }),
      sweepFunnel: async (before) => {
        sweptBefore.push(before);
      },
      sweepRatings: async (before) => {
        ratings.push(before);
      },
    },
    clock,
    log: new MemoryLog(),
    retention: {},
  });
  const start = clock.now();
  await clock.advance(3_600_000);
  stop();
  const keptMs = 400 * 86_400_000;
  expect(sweptBefore).toEqual([start - keptMs, start + 3_600_000 - keptMs]);
  expect(ratings).toEqual([start, start + 3_600_000].map((time) => time - 30 * 86_400_000));
  expect(clock.pending).toBe(0);
});
