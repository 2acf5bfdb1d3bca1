import { expect, it } from 'vitest';
import { repeat } from '../../../src/proxy/jobs/repeat.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { MemoryLog } from '../support/memory-log.ts';

const options = { everyMs: 1_000, failedEvent: 'not-done' };

it('runs at once and again after each end, and goes on after a failure, which it logs', async () => {
  const [clock, log] = [manualClock(), new MemoryLog()];
  let runs = 0;
  const stop = repeat({ clock, log }, options, async () => {
    runs++;
    if (runs === 2) throw new TypeError('made for the test');
  });
  expect(runs).toBe(1);
  for (const expected of [2, 3, 4]) {
    await clock.advance(1_000);
    expect(runs).toBe(expected);
  }
  expect(log.lines).toMatchObject([{ level: 'error', event: 'not-done', error: { message: 'made for the test' } }]);
  await stop();
  expect(clock.pending).toBe(0);
});

it('tells a task that it stops, waits for its end, and begins no other', async () => {
  const clock = manualClock();
  const { promise, resolve } = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const stop = repeat({ clock, log: new MemoryLog() }, options, (signal) => {
    signals.push(signal);
    return promise;
  });
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  await clock.advance(5_000);
  expect([signals.map(({ aborted }) => aborted), isStopped]).toEqual([[true], false]);
  resolve();
  await stopped;
  await clock.advance(5_000);
  expect([signals.length, clock.pending]).toEqual([1, 0]);
});
