import { describe, expect, it } from 'vitest';
import type { LeadProxy } from '../../../src/proxy/create-proxy.ts';
import { configOf, leadHeaders, origin, startHarness } from '../support/harness.ts';

const lead = { form: 'default', fields: { phone: '+14155552671' } };

describe('a lead whose request has waited too long for the process', () => {
  const send = async (count: number, waitedMs: number, newConnectionCount = count, by?: LeadProxy) => {
    const proxy = by ?? (await startHarness()).proxy;
    const responses = Array.from({ length: count }, () =>
      proxy.fetch(
        new Request('http://proxy/leads', {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin, ...leadHeaders() },
          body: JSON.stringify(lead),
        }),
        { remoteAddress: '192.0.2.1', waitedMs, newConnectionCount },
      ),
    );
    return Promise.all(responses);
  };

  it('is refused in a way that pages can read, with the headers of every response', async () => {
    const response = (await send(51, 1200)).at(-1);
    expect(response?.status).toBe(503);
    expect(await response?.json()).toMatchObject({ status: 'failed', code: 'store-unavailable' });
    expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'Retry-After, X-Request-Id',
      'cache-control': 'no-store',
      'retry-after': '5',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is refused in a way that pages can read which were added to `origins` while the proxy runs', async () => {
    const { proxy } = await startHarness();
    const added = 'https://new.example.com';
    const ask = async () => {
      const responses = Array.from({ length: 51 }, (_, index) => {
        // No connection waits at first.
        const newConnectionCount = index === 0 ? 1 : 51;
        const headers = { 'content-type': 'application/json', origin: added, ...leadHeaders() };
        const request = new Request('http://proxy/leads', { method: 'POST', headers, body: JSON.stringify(lead) });
        return proxy.fetch(request, { remoteAddress: '192.0.2.1', waitedMs: 1200, newConnectionCount });
      });
      return (await Promise.all(responses)).find(({ status }) => status === 503);
    };
    expect((await ask())?.headers.get('access-control-allow-origin')).toBeNull();
    proxy.reload(configOf({ origins: [origin, added] }));
    expect((await ask())?.headers.get('access-control-allow-origin')).toBe(added);
  });

  // 413 of 600 requests got 503, and the log, which the documentation sends operators to, had no line.
  it('is counted in the log, in one line a minute', async () => {
    const { proxy, log } = await startHarness();
    await send(90, 1200, 90, proxy);
    expect(log.lines.filter(({ event }) => event === 'overloaded').map(({ facts }) => facts)).toEqual([
      { overloaded: 'process', reason: 'new connections wait longer than a second for this process', refused: 1 },
    ]);
  });

  it('is taken nevertheless in one of four cases, so that an overload that lasts stores leads', async () => {
    const statuses = (await send(90, 1200)).map(({ status }) => status);
    // The first 50 say nothing about what the connections bring.
    expect(statuses.filter((status) => status === 202)).toHaveLength(50 + 10);
  });

  it('is taken if most connections bring none, because refusing leads would not help', async () => {
    expect((await send(60, 1200, 1000)).map(({ status }) => status)).toEqual(Array(60).fill(202));
  });

  it('is taken if it has waited less', async () => {
    expect((await send(60, 400)).map(({ status }) => status)).toEqual(Array(60).fill(202));
  });
});
