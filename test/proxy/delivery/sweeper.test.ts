import { describe, expect, it } from 'vitest';
import { createSweeper } from '../../../src/proxy/delivery/housekeeping.ts';
import { type LogFacts, silentLog } from '../../../src/proxy/log.ts';
import { until } from '../../support/until.ts';
import { ManualClock } from './manual-clock.ts';

/** A sweeper with a store of `dueCount` leads that are due. `beforeSlice` runs before each transaction. */
function openBench(dueCount: number, beforeSlice = (_slice: number): void => {}) {
  const clock = new ManualClock();
  const logged: LogFacts[] = [];
  const nows: number[] = [];
  let left = dueCount;
  const sweeper = createSweeper({
    clock,
    log: { ...silentLog, info: (event, facts) => logged.push({ event, ...facts }) },
    retention: { scrubAfterMs: 1, deleteAfterMs: 2 },
    store: {
      async sweep({ now, limit }) {
        nows.push(now);
        beforeSlice(nows.length);
        const deleted = Math.min(limit, left);
        left -= deleted;
        return { scrubbed: 0, deleted, isComplete: deleted < limit };
      },
    },
  });
  const slices = (count: number) => until(`${count} transactions`, () => nows.length === count);
  return { sweeper, clock, logged, nows, slices, left: () => left };
}

describe('a sweep', () => {
  it('pauses between its transactions, and counts their leads together', async () => {
    const { sweeper, clock, logged, nows, slices } = openBench(250);
    const start = clock.now();
    const sweeping = sweeper.sweep(start);
    await slices(1);
    clock.advance(5);
    await slices(2);
    clock.advance(5);
    await sweeping;
    // Leads that become due meanwhile are left to the next sweep. Otherwise a sweep might never end.
    expect(nows).toEqual([start, start, start]);
    expect(logged).toEqual([{ event: 'leads-swept', scrubbed: 0, deleted: 250 }]);
  });

  it('ends after its current transaction when the proxy stops, and does not wait for the rest', async () => {
    const { sweeper, clock, logged, nows, slices, left } = openBench(250);
    const stopping = new AbortController();
    const sweeping = sweeper.sweep(clock.now(), stopping.signal);
    await slices(1);
    // The clock stands still: the pause, too, ends at once.
    stopping.abort();
    await sweeping;
    expect(nows).toHaveLength(1);
    expect(left()).toBe(150);
    expect(logged).toEqual([{ event: 'leads-swept', scrubbed: 0, deleted: 100 }]);
  });

  it('logs what it swept before the store failed, and the next sweep continues', async () => {
    const { sweeper, clock, logged, slices, left } = openBench(150, (slice) => {
      if (slice === 2) throw new Error('the store is away');
    });
    const failing = sweeper.sweep(clock.now());
    await slices(1);
    clock.advance(5);
    await expect(failing).rejects.toThrow('the store is away');
    expect(logged).toEqual([{ event: 'leads-swept', scrubbed: 0, deleted: 100 }]);
    await sweeper.sweep(clock.now());
    expect(left()).toBe(0);
  });
});
