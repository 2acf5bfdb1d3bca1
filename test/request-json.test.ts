import { expect, it } from 'vitest';
import { requestJson } from '../src/request-json.ts';
import { manualClock } from './support/manual-clock.ts';

it('is over after ten seconds, also if only the end of the response is missing', async () => {
  const clock = manualClock();
  const fetch: typeof globalThis.fetch = async (_, { signal } = {}) =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"a":'));
          signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
      }),
    );
  const outcome = requestJson('https://proxy.example/config', {}, { fetch, clock });
  await Promise.resolve();
  clock.advanceNow(9_900);
  expect(clock.pending).toBe(1);
  clock.advanceNow(200);
  expect(await outcome).toMatchObject({ status: 200, body: undefined });
});

it('rejects without a response, sends no cookies, and leaves no timer', async () => {
  const clock = manualClock();
  const seen: RequestInit[] = [];
  const fetch: typeof globalThis.fetch = async (_, init = {}) => {
    seen.push(init);
    throw new TypeError('offline');
  };
  await expect(requestJson('https://proxy.example/config', {}, { fetch, clock })).rejects.toThrow('offline');
  expect([clock.pending, seen.map(({ credentials }) => credentials)]).toEqual([0, ['omit']]);
});

it('has no body for a response that is no JSON', async () => {
  const fetch = async () => new Response('<html>', { status: 502 });
  const response = await requestJson('https://proxy.example/config', {}, { fetch, clock: manualClock() });
  expect([response.ok, response.status, response.body]).toEqual([false, 502, undefined]);
});
