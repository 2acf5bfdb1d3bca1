import { expect, it } from 'vitest';
import { writeRatings } from '../../../src/proxy/ratings/write-ratings.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { MemoryLog } from '../support/memory-log.ts';

it('tries again every two seconds what the database did not take, and says so', async () => {
  const clock = manualClock();
  const log = new MemoryLog();
  let isDown = true;
  const times: number[] = [];
  const stop = writeRatings({
    store: {
      async applyRatings(now) {
        times.push(now);
        if (isDown) throw new Error('down');
        return 1;
      },
    },
    clock,
    log,
  });
  const start = clock.now();
  await clock.advance(2_000);
  isDown = false;
  await clock.advance(2_000);
  await stop();
  expect(times).toEqual([start, start + 2_000, start + 4_000]);
  expect(log.events()).toEqual(['ratings-not-written', 'ratings-not-written']);
  expect(clock.pending).toBe(0);
});
