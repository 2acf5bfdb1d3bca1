import { describe, expect, it } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { leadHeaders, noLimits, startHarness } from '../support/harness.ts';

const phoneOf = (index: number) => `+1415${String(2_010_000 + index)}`;
const lead = (index: number, more = {}) => ({ form: 'default', fields: { phone: phoneOf(index) }, ...more });
const perIp = { leadsPerIp: { points: 5, seconds: 600 } };

/** Counts the calls of the store by name. */
function countCalls(store: LeadStore) {
  const counts: Record<string, number> = {};
  const names = [
    'findRequest',
    'accept',
    'find',
    'findCall',
    'secret',
    'requestCall',
    'cancelCall',
    'addRating',
  ] as const;
  for (const name of names) {
    const call = store[name].bind(store);
    Object.assign(store, {
      [name]: (...args: never[]) => {
        counts[name] = (counts[name] ?? 0) + 1;
        return Reflect.apply(call, store, args);
      },
    });
  }
  return counts;
}

// Every refused request looked its key up in the database: 295 of 295.
describe('a flood of leads that a limit refuses', () => {
  it.each([
    ['of an address', perIp, {}],
    ['of an address, with tokens of a captcha', perIp, { captcha: 'token' }],
    ['of the site', { leadsPerSite: { points: 5, seconds: 600 } }, {}],
    ['of a form', { leadsPerForm: { points: 5, seconds: 600 } }, {}],
  ])('costs the database next to nothing: %s', async (_, limits, more) => {
    const captcha = { provider: 'turnstile', siteKey: 'site', secret: 'secret' };
    const config = { limits: { ...noLimits, ...limits }, ...('captcha' in more && { captcha }) };
    const { post, store } = await startHarness(config, { fetch: async () => Response.json({ success: true }) });
    const counts = countCalls(store);
    const statuses: number[] = [];
    for (let index = 0; index < 300; index++) {
      statuses.push((await post('/leads', lead(index, more), leadHeaders())).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(295);
    expect(counts.accept).toBe(5);
    expect(counts.findRequest).toBeLessThanOrEqual(15);
  });

  it('does not keep a repetition from its response, on its first tries', async () => {
    const { post } = await startHarness({ limits: { ...noLimits, ...perIp } });
    const headers = leadHeaders();
    const first = await (await post('/leads', lead(0), headers)).json();
    for (let index = 1; index < 10; index++) await post('/leads', lead(index), leadHeaders());
    for (let round = 0; round < 20; round++) {
      expect(await (await post('/leads', lead(0), headers)).json()).toEqual(first);
    }
  });
});

describe('a flood of requests that are refused for their content', () => {
  const refusals = {
    ...noLimits,
    leadsPerIp: { points: 1_000, seconds: 600 },
    refusalsPerIp: { points: 20, seconds: 600 },
  };

  it.each([
    ['leads that are not valid', '/leads', { form: 'default', fields: { phone: '12' } }, 'findRequest'],
    ['guesses of the token of a session', '/sessions', { lead: crypto.randomUUID(), token: 'guess' }, 'find'],
    ['guesses of the token of a call', '/calls', { lead: crypto.randomUUID(), token: 'guess' }, 'find'],
    ['guesses of the token of a rating', '/ratings', { rating: 1, lead: crypto.randomUUID(), token: 'guess' }, 'find'],
  ])('costs the database no more than its limit: %s', async (_, path, body, method) => {
    const { post, store } = await startHarness({ limits: refusals });
    const counts = countCalls(store);
    for (let index = 0; index < 100; index++) await post(path, body, leadHeaders());
    expect(counts[method]).toBe(20);
  });

  it('costs the database no more than its limit: one key with a new body each time', async () => {
    const { post, store } = await startHarness({ limits: refusals });
    const headers = leadHeaders();
    const first = await (await post('/leads', lead(0), headers)).json();
    const counts = countCalls(store);
    const statuses: number[] = [];
    for (let index = 1; index <= 100; index++) statuses.push((await post('/leads', lead(index), headers)).status);
    expect([...new Set(statuses)]).toEqual([422, 429]);
    expect(statuses.filter((status) => status === 422)).toHaveLength(20);
    expect([counts.accept, counts.findRequest]).toEqual([1, 19]);
    // From another address the lead itself may still come again, and others are nobody's business.
    const again = await post('/leads', lead(0), headers, '192.0.2.2');
    expect([again.status, await again.json()]).toEqual([202, first]);
    expect((await post('/leads', lead(1), leadHeaders())).status).toBe(202);
  });

  it('costs the database no more than its limit: a stored lead that is sent again without end', async () => {
    const { post, store } = await startHarness({ limits: refusals });
    const headers = leadHeaders();
    const first = await (await post('/leads', lead(0), headers)).json();
    const counts = countCalls(store);
    const statuses: number[] = [];
    for (let index = 0; index < 100; index++) statuses.push((await post('/leads', lead(0), headers)).status);
    expect([statuses.filter((status) => status === 202).length, statuses.at(-1)]).toEqual([21, 429]);
    expect([counts.accept, counts.findRequest]).toEqual([1, 20]);
    // Other leads of this address are taken, and this one from another address.
    expect((await post('/leads', lead(1), leadHeaders())).status).toBe(202);
    expect(await (await post('/leads', lead(0), headers, '192.0.2.2')).json()).toEqual(first);
  });

  it.each([
    ['the same planned call', false],
    ['the call of a held lead', true],
  ])('costs the database no more than its limit: %s, which is requested again and again', async (_, isHeld) => {
    const forms = { default: { callback: { agent: 'c1000000-0000-4000-8000-000000000001' } } };
    const { post, store } = await startHarness({ limits: refusals, forms });
    const more = isHeld ? { website: 'https://bot.example' } : {};
    const { token, lead: id } = await (await post('/leads', lead(1, more), leadHeaders())).json();
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const counts = countCalls(store);
    const statuses: number[] = [];
    for (let index = 0; index < 100; index++) statuses.push((await post('/calls', { lead: id, token, at })).status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(21);
    expect([statuses.at(-1), counts.requestCall]).toEqual([429, 21]);
  });

  it('costs the database no more than its limit: calls that a cap refuses, of somebody with the right token', async () => {
    const forms = { default: { callback: { agent: 'c1000000-0000-4000-8000-000000000001' } } };
    const limits = { ...refusals, callsPerPhone: { points: 1, seconds: 600 } };
    const { post, proxy, store } = await startHarness({ limits, forms });
    const { token, lead: id } = await (await post('/leads', lead(1), leadHeaders())).json();
    const { call } = await (await post('/calls', { lead: id, token })).json();
    const counts = countCalls(store);
    for (let index = 0; index < 100; index++) {
      expect((await post('/calls', { lead: id, token })).status).toBe(429);
    }
    expect(counts.requestCall).toBe(20);
    const cancel = () =>
      proxy.fetch(
        new Request(`http://proxy/calls/${call}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } }),
        { remoteAddress: '192.0.2.2' },
      );
    const statuses: number[] = [];
    for (let index = 0; index < 100; index++) statuses.push((await cancel()).status);
    expect([statuses.filter((status) => status === 409).length, counts.cancelCall]).toEqual([20, 20]);
  });

  it.each(['GET', 'DELETE'])(
    'reads nothing for %s /calls/:id without a token, and little for guesses',
    async (method) => {
      const { proxy, store } = await startHarness({ limits: refusals });
      const counts = countCalls(store);
      const send = async (headers = {}) => {
        const request = new Request(`http://proxy/calls/${crypto.randomUUID()}`, { method, headers });
        return (await proxy.fetch(request, { remoteAddress: '192.0.2.1' })).status;
      };
      for (let index = 0; index < 50; index++) expect(await send()).toBe(401);
      expect(counts).toEqual({});
      const statuses: number[] = [];
      for (let index = 0; index < 50; index++) statuses.push(await send({ authorization: 'Bearer guess' }));
      expect([statuses.filter((status) => status === 404).length, counts.findCall]).toEqual([20, 20]);
    },
  );

  it('does not count the right token, however often it is used', async () => {
    const forms = { default: { callback: { agent: 'c1000000-0000-4000-8000-000000000001' } } };
    const { post, get } = await startHarness({ limits: refusals, forms });
    const { token, lead: id } = await (await post('/leads', lead(1), leadHeaders())).json();
    const { call } = await (await post('/calls', { lead: id, token })).json();
    for (let index = 0; index < 50; index++) {
      expect((await get(`/calls/${call}`, { authorization: `Bearer ${token}` })).status).toBe(200);
    }
  });
});
