import { describe, expect, it } from 'vitest';
import { adminCall, adminCalls, callsEnded } from '../../../src/protocol/admin/calls.ts';
import type { CallChange } from '../../../src/proxy/domain/call.ts';
import { type Harness, ids, leadHeaders, startHarness } from '../support/harness.ts';

const adminToken = 'canary-admin-token-0001';
const bearer = { authorization: `Bearer ${adminToken}`, origin: 'http://proxy' };
const forms = { default: { callback: { agent: ids.agent, countries: ['US'] } } };

/** Stores a lead with a call, and ends its delivery: the call is then what the change says. */
async function withCall({ post, store }: Harness, phone: string, change: CallChange) {
  const body = { form: 'default', fields: { phone, first_name: 'Ada' }, callback: true };
  const { lead } = await (await post('/leads', body, leadHeaders())).json();
  const now = Date.now();
  const { leads } = await store.claim({ owner: 'test', now, leaseMs: 60_000, limit: 200 });
  for (const claimed of leads) {
    const steps = claimed.steps.map((step) => ({ ...step, state: 'done' as const }));
    await store.checkpoint({ lead: claimed.id, owner: 'test', now, steps });
  }
  const [call] = await store.listCalls({ limit: 1 });
  if (call === undefined) throw new Error('there is no call');
  await store.noteCall(call.id, change);
  return { lead: String(lead), call: call.id };
}

async function act({ post }: Harness, path: string, body: unknown = {}) {
  const response = await post(`/admin/api${path}`, body, bearer);
  return { status: response.status, body: await response.json() };
}

it('lists the calls that were missed: that nobody answered, or that were not placed in time', async () => {
  const harness = await startHarness({ adminToken, forms });
  const missed: string[] = [];
  for (const [index, state] of (['failed', 'expired', 'completed', 'cancelled', 'unknown'] as const).entries()) {
    const { call } = await withCall(harness, `+1415555267${index}`, { state });
    if (index < 2) missed.unshift(call);
  }
  const listed = async (query: string) =>
    adminCalls
      .parse(await (await harness.get(`/admin/api/calls?${query}`, bearer)).json())
      .calls.map(({ call }) => call);
  expect(await listed('missed=true')).toEqual(missed);
  expect(await listed('missed=true&form=prices')).toEqual([]);
  expect((await harness.get('/admin/api/calls?missed=no', bearer)).status).toBe(400);
});

describe('a call that the proxy learns no more about', () => {
  // It became `unknown` while its lead was delivered, and then no action was left; the alert never ended.
  it('is ended by an operator, and counts as unknown no more', async () => {
    const harness = await startHarness({ adminToken, forms });
    const { lead, call } = await withCall(harness, '+14155552671', { state: 'unknown' });
    const metrics = async () => (await harness.get('/metrics')).text();
    expect(await metrics()).toContain('leadchat_calls{state="unknown"} 1');
    expect((await act(harness, `/leads/${lead}/resolve`)).status).toBe(409);
    const listed = await (await harness.get('/admin/api/calls?state=unknown', bearer)).json();
    expect(adminCalls.parse(listed).calls).toMatchObject([{ call, endable: ['done', 'skipped'] }]);
    const { status, body } = await act(harness, `/calls/${call}/end`, {
      outcome: 'done',
      by: ' Grace\n',
      reason: 'asked',
    });
    expect(status).toBe(200);
    const ended = { by: 'Grace', reason: 'asked', at: expect.any(String) };
    expect(adminCall.parse(body)).toMatchObject({ call, lead, name: 'Ada', state: 'completed', ended });
    // It was in the log only, which is deleted long before the call.
    const over = await (await harness.get('/admin/api/calls?state=completed', bearer)).json();
    expect(adminCalls.parse(over).calls).toMatchObject([{ call, ended }]);
    expect(body).not.toHaveProperty('endable');
    expect(harness.log.lines.find(({ event }) => event === 'call-ended')).toMatchObject({
      facts: { call, lead, outcome: 'done', state: 'completed', leadState: 'delivered', by: 'Grace', reason: 'asked' },
    });
    expect(await metrics()).toContain('leadchat_calls{state="unknown"} 0');
    expect(await act(harness, `/calls/${call}/end`, { outcome: 'done' })).toMatchObject({
      status: 409,
      body: { code: 'wrong-state', message: 'This call is completed; there is nothing to end as done.' },
    });
  });

  it('is ended with all others whose outcome is unknown', async () => {
    const harness = await startHarness({ adminToken, forms });
    for (let index = 0; index < 3; index++) await withCall(harness, `+1415555267${index}`, { state: 'unknown' });
    const { call: answered } = await withCall(harness, '+14155552679', { state: 'answered' });
    const { status, body } = await act(harness, '/calls/end-unknown', { outcome: 'skipped' });
    expect([status, callsEnded.parse(body)]).toEqual([200, { status: 'success', changed: 3 }]);
    expect(await harness.store.callCounts()).toMatchObject({ unknown: 0, cancelled: 3, answered: 1 });
    expect(harness.log.lines.filter(({ event }) => event === 'call-ended')).toHaveLength(3);
    expect((await act(harness, `/calls/${answered}/end`, { outcome: 'skipped' })).body.state).toBe('cancelled');
  });

  it('has to exist, and its outcome has to be known', async () => {
    const harness = await startHarness({ adminToken, forms });
    expect((await act(harness, `/calls/${crypto.randomUUID()}/end`, { outcome: 'done' })).status).toBe(404);
    const { call } = await withCall(harness, '+14155552671', { state: 'unknown' });
    expect((await act(harness, `/calls/${call}/end`, {})).status).toBe(400);
    expect((await act(harness, `/calls/${call}/end`, { outcome: 'perhaps' })).status).toBe(400);
  });
});

describe('a call that is refused within POST /leads', () => {
  // The checkpoint of its lead's delivery wrote its state again, without the reason.
  it('has its reason in the list, and for its visitor, also after the lead is delivered', async () => {
    const harness = await startHarness({ adminToken, forms: { default: {} } });
    const { call } = await withCall(harness, '+14155552671', {});
    const listed = await (await harness.get('/admin/api/calls', bearer)).json();
    expect(adminCalls.parse(listed).calls).toMatchObject([{ call, state: 'refused', reason: 'not-offered' }]);
  });
});

describe('the call of a held lead', () => {
  it('that is too late when the lead is released is logged and counted as expired, one by one and in bulk', async () => {
    let now = Date.now();
    const harness = await startHarness({ adminToken, forms }, { now: () => now });
    const held: string[] = [];
    for (const phone of ['+14155552671', '+14155552672']) {
      const body = { form: 'default', fields: { phone }, callback: true, website: 'spam' };
      held.push((await (await harness.post('/leads', body, leadHeaders())).json()).lead);
    }
    now += 3_600_000;
    const { body } = await act(harness, `/leads/${held[0]}/release`);
    expect(body).toMatchObject({ isCallMissed: true });
    await act(harness, '/leads/bulk', { action: 'release', filter: { state: 'held' } });
    const expired = harness.log.lines.filter(({ event }) => event === 'call-expired');
    expect(expired.map(({ facts }) => facts?.lead)).toEqual(held);
    expect(await (await harness.get('/metrics')).text()).toContain('leadchat_calls_expired_total 2');
  });
});
