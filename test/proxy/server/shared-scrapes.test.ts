import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shareScrapes } from '../../../src/proxy/server/shared-scrapes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('reads for each of a few scrapes, then once in two seconds', async () => {
  let reads = 0;
  const scrape = shareScrapes(async () => ++reads);
  const seen: number[] = [];
  for (let count = 0; count < 15; count++) seen.push(await scrape());
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10, 10]);
  vi.advanceTimersByTime(2_000);
  expect([await scrape(), await scrape()]).toEqual([11, 11]);
  vi.advanceTimersByTime(60_000);
  expect([await scrape(), await scrape()]).toEqual([12, 13]);
});

it('reads once for scrapes at the same time, and again after a failure', async () => {
  const read = vi.fn(async () => 'all metrics');
  read.mockRejectedValueOnce(new Error('broken'));
  const scrape = shareScrapes(read);
  expect((await Promise.allSettled([scrape(), scrape()])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(await Promise.all([scrape(), scrape()])).toEqual(['all metrics', 'all metrics']);
  expect(read).toHaveBeenCalledTimes(2);
});
