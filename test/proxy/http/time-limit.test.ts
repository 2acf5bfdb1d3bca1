import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttpApp } from '../../../src/proxy/http/http-app.ts';
import { type FinishedRequest, noMetrics } from '../../../src/proxy/metrics.ts';
import { configOf } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Counts the timers of requests that are not cleared. Other files of this process may have timers of their own. */
function watchTimers(): () => number {
  const set = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  return () => {
    const ofRequests = set.mock.results.filter((_, index) => set.mock.calls[index]?.[1] === 20_000);
    expect(ofRequests).not.toHaveLength(0);
    return ofRequests.filter(({ value }) => !cleared.mock.calls.some(([timer]) => timer === value)).length;
  };
}

function start() {
  const finished: FinishedRequest[] = [];
  const log = new MemoryLog();
  const app = createHttpApp(signal(configOf()), {
    log,
    metrics: { ...noMetrics, requestFinished: (request) => finished.push(request) },
    now: Date.now,
    takeRefusal: async () => ({ allowed: true }),
  });
  app.get('/hangs', () => new Promise<Response>(() => {}));
  app.get('/fast', (c) => c.json({ status: 'ok' }));
  return { finished, log, request: async (path: string) => app.request(path, { headers: { host: 'localhost' } }) };
}

describe('the time that a request may take', () => {
  it('ends for each request on its own, with 503 and when to come back', async () => {
    const { request, finished, log } = start();
    const responses: Response[] = [];
    const send = () => void request('/hangs').then((response) => responses.push(response));
    send();
    await vi.advanceTimersByTimeAsync(5_000);
    send();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(responses.map(({ status }) => status)).toEqual([503]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(responses.map(({ status }) => status)).toEqual([503, 503]);
    expect(await responses[0]?.json()).toEqual({
      status: 'failed',
      code: 'store-unavailable',
      message: 'This takes too long. Try again later.',
    });
    expect(responses[0]?.headers.get('retry-after')).toBe('5');
    expect(finished.map(({ route, status }) => [route, status])).toEqual([
      ['/hangs', 503],
      ['/hangs', 503],
    ]);
    const overloads = log.lines.filter(({ event }) => event === 'overloaded');
    expect(overloads.map(({ facts }) => facts?.overloaded)).toEqual(['request']);
  });

  it('leaves no timer behind a response', async () => {
    const { request } = start();
    const running = watchTimers();
    expect((await request('/fast')).status).toBe(200);
    expect(running()).toBe(0);
  });
});
