import { afterEach, expect, it, vi } from 'vitest';
import { sendRating } from '../../../src/widget/panel/send-rating.ts';
import { failed } from '../../core/leads/fake-proxy.ts';

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

it.each([
  ['the proxy has it', () => new Response(null, { status: 204 }), true],
  ['the proxy refuses it', () => failed(422, 'key-reused'), true],
  ['the proxy has too much to do', () => failed(429, 'rate-limited'), false],
  ['the proxy breaks', () => failed(500, 'internal'), false],
  // Cause: any other status counted as the proxy's word, whoever responded.
  ['a firewall responds', () => new Response('<html>', { status: 403 }), false],
  ['a page of an unfinished deployment responds', () => new Response('not found', { status: 404 }), false],
  ['a login page responds', () => new Response('<html>', { status: 200 }), false],
])('settles a rating once the proxy has answered: %s', async (_, respond, isSettled) => {
  vi.stubGlobal('fetch', async () => respond());
  const outcome = sendRating('https://proxy.example', rated).then(
    () => true,
    () => false,
  );
  expect(await outcome).toBe(isSettled);
});
