import { describe, expect, it, onTestFinished } from 'vitest';
import { startHousekeeping } from '../../../src/proxy/delivery/housekeeping.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { MemoryLog } from '../support/memory-log.ts';
import { openDeliveryBench } from './delivery-bench.ts';

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
      followRetention: async ({ now }) => now,
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

// Only the first failure of a round was in the log.
it('logs each of its tasks that fails, and does the others', async () => {
  const clock = manualClock();
  const log = new MemoryLog();
  let ratingsSwept = 0;
  const stop = startHousekeeping({
    store: {
      sweep: async () => {
        throw new Error('the leads are locked');
      },
      countUnresolved: async () => ({ unknown: 0, held: 0, dead: 0 }),
      sweepFunnel: async () => {
        throw new Error('the counters are damaged');
      },
      sweepRatings: async () => {
        ratingsSwept++;
      },
      followRetention: async ({ now }) => now,
    },
    clock,
    log,
    retention: {},
  });
  await clock.advance(3_600_000);
  await stop();
  const failures = log.lines.filter(({ event }) => event === 'housekeeping-failed');
  expect(failures.filter(({ facts }) => facts?.code === 'fault')).toHaveLength(4);
  expect(new Set(failures.map(({ error }) => String(error)))).toEqual(
    new Set(['Error: the leads are locked', 'Error: the counters are damaged']),
  );
  expect(ratingsSwept).toBe(2);
});

// A clock that was wrong by years, for a minute, deleted everything that was to be kept for days.
describe('a clock that jumps ahead by years', () => {
  const day = 86_400_000;
  const years = 3 * 365 * day;

  async function jump(byMs: number, { withRestart = false } = {}) {
    const bench = await openDeliveryBench();
    onTestFinished(() => bench.close());
    const id = await bench.accept();
    const delivery = bench.deliver({ retention: { deliveredMs: 7 * day } });
    await bench.reaches(id, 'delivered');
    if (withRestart) await delivery.stop();
    bench.clock.set(byMs);
    if (withRestart) bench.deliver({ retention: { deliveredMs: 7 * day } });
    bench.clock.advance(3_600_000);
    await until(
      'it was swept, or not',
      () => bench.logged('retention-waits').length + bench.logged('leads-swept').length > 0,
    );
    /** Sweeps every hour, until the lead has lost its personal data, or is deleted. */
    const passedUntilScrubbed = async () => {
      const start = bench.clock.elapsed();
      await until('the lead has lost its personal data', async () => {
        bench.clock.advance(3_600_000);
        return ((await bench.store.find(id))?.phone ?? '') === '';
      });
      return bench.clock.elapsed() - start;
    };
    return { ...bench, delivery, phone: async () => (await bench.store.find(id))?.phone, passedUntilScrubbed };
  }

  it('deletes nothing until it is right again, and retention goes on from there', async () => {
    const { clock, phone, logged, passedUntilScrubbed } = await jump(years);
    expect(await phone()).toMatch(/^1415/);
    expect(logged('retention-waits')).toMatchObject([{ level: 'warn', aheadMs: years }]);
    clock.set(-years);
    expect(await passedUntilScrubbed()).toBeGreaterThan(6 * day);
  });

  // The time that has passed was known to the process alone.
  it('while no proxy runs, deletes nothing either at the start of the next one, until a day has passed', async () => {
    const { phone, logged, passedUntilScrubbed } = await jump(years, { withRestart: true });
    expect(await phone()).toMatch(/^1415/);
    expect(logged('retention-waits')).toMatchObject([{ level: 'warn', aheadMs: expect.closeTo(years, -8) }]);
    expect(await passedUntilScrubbed()).toBeGreaterThan(22 * 3_600_000);
  });

  // A proxy that starts allows for weeks in which none ran, and took the wrong clock for that.
  it.each(['is restarted', 'gets a second one beside it'])(
    'by twenty days, deletes nothing until a day has passed, also if a proxy that waits %s',
    async (what) => {
      const { phone, deliver, delivery, clock, logged, passedUntilScrubbed } = await jump(20 * day);
      if (what === 'is restarted') await delivery.stop();
      clock.advance(60_000);
      deliver({ retention: { deliveredMs: 7 * day } });
      await until(
        'the new one has looked',
        () => logged('retention-waits').length > 1 || logged('leads-swept').length > 0,
      );
      expect(await phone()).toMatch(/^1415/);
      expect(await passedUntilScrubbed()).toBeGreaterThan(22 * 3_600_000);
    },
  );

  it('is followed after a day, because the one before may have been wrong', async () => {
    const { phone, passedUntilScrubbed } = await jump(years);
    expect(await phone()).toMatch(/^1415/);
    expect(await passedUntilScrubbed()).toBeGreaterThan(22 * 3_600_000);
  });
});
