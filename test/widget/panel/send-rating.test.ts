import { afterEach, expect, it, vi } from 'vitest';
import { sendRating } from '../../../src/widget/panel/send-rating.ts';

const rated = { key: 'k', lead: null, rating: 5, comment: '', form: 'default', page: '/', variants: {} } as const;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// Cause: the request had no time-out, so a rating whose connection had silently gone was never sent again.
it('gives up a request that gets no response, so that the rating is sent again', async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const outcome = sendRating('https://proxy.example', rated).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(await outcome).toEqual(new Error('no response in time'));
});
