import { describe, expect, it } from 'vitest';
import type { CallRecord } from '../../../src/protocol/service/call.ts';
import { ServiceError } from '../../../src/service-client/index.ts';
import { type Harness, ids, leadHeaders, noLimits, startHarness } from '../support/harness.ts';

const callId = 'ca000000-0000-4000-8000-000000000001';
const forms = { default: { callback: { agent: ids.agent, countries: ['US', 'GB'] } } };
const at = Date.parse('2026-11-23T15:00:00Z');

type LeadReference = { lead: string; token?: string | undefined; at?: string };

async function storedLead({ post }: Harness, phone = '+14155552671', extra: object = {}): Promise<LeadReference> {
  const response = await post(
    '/leads',
    { form: 'default', fields: { phone, first_name: 'Ada' }, ...extra },
    leadHeaders(),
  );
  expect(response.status).toBe(202);
  const { lead, token } = await response.json();
  return { lead, token };
}

async function requestCall(harness: Harness, reference: LeadReference, from?: string) {
  const response = await harness.post('/calls', reference, {}, from);
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() };
}

function getCall(harness: Harness, call: string, { token }: LeadReference): Promise<Response> {
  return harness.get(`/calls/${call}`, { authorization: `Bearer ${token}` });
}

describe('POST /calls', () => {
  it('stores a requested call-back, which delivery places', async () => {
    const harness = await startHarness({ forms }, { now: () => at });
    const lead = await storedLead(harness);
    const before = harness.wakes();
    const { status, body } = await requestCall(harness, lead);
    expect([status, body]).toEqual([202, { status: 'accepted', call: expect.any(String), state: 'waiting' }]);
    expect(harness.wakes()).toBe(before + 1);
    expect(await harness.store.findCall(body.call)).toMatchObject({
      lead: lead.lead,
      phone: '14155552671',
      agent: ids.agent,
      requestData: { source: 'leadchat', form: 'default', first_name: 'Ada' },
      state: 'waiting',
      requestedAt: at,
      expiresAt: at + 90_000,
    });
    expect(await (await getCall(harness, body.call, lead)).json()).toEqual({
      status: 'success',
      call: body.call,
      state: 'waiting',
      transfers: 0,
    });
  });

  it('responds 404 for an unknown lead and an unknown call', async () => {
    const harness = await startHarness({ forms });
    expect(await requestCall(harness, { lead: crypto.randomUUID(), token: 'wrong' })).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
    expect(await requestCall(harness, { lead: 'me' })).toMatchObject({ status: 400, body: { code: 'bad-request' } });
    const headers = { authorization: 'Bearer wrong' };
    expect((await harness.get(`/calls/${crypto.randomUUID()}`, headers)).status).toBe(404);
    expect((await harness.get('/calls/1', headers)).status).toBe(404);
  });

  it.each([
    ['the kill switch is on', { forms, calls: { enabled: false } }, '+14155552671', 'off'],
    ['the form has none', {}, '+14155552671', 'not-offered'],
    ['the country is not on the list', { forms }, '+4930901820', 'country'],
    ['the number is a premium one', { forms }, '+19002345678', 'country'],
    ['the number is confirmed, but not known to be in use', { forms }, '+14215552671', 'country'],
    ['the number is a personal one that forwards anywhere', { forms }, '+447012345678', 'country'],
    [
      'nobody calls at this hour',
      {
        forms: { default: { callback: { agent: ids.agent, hours: [{ days: ['sun'], from: '09:00', to: '10:00' }] } } },
      },
      '+14155552671',
      'closed',
    ],
  ])('refuses when %s', async (_, overrides, phone, reason) => {
    const harness = await startHarness(overrides, { now: () => at });
    const lead = await storedLead(harness, phone, { phoneConfirmed: true });
    expect(await requestCall(harness, lead)).toMatchObject({
      status: 409,
      body: { code: 'call-not-possible', reason },
    });
  });

  // It was refused as `not-offered`, and nothing was stored. A bot must not learn that its lead is held.
  it('keeps the request of a held lead for the operator, and responds as for any lead', async () => {
    let now = at;
    const harness = await startHarness({ forms }, { now: () => now });
    const lead = await storedLead(harness, '+14155552671', { website: 'spam' });
    const { status, body } = await requestCall(harness, lead);
    expect([status, body]).toEqual([202, { status: 'accepted', call: expect.any(String), state: 'waiting' }]);
    const progress = async () => {
      const headers = { authorization: `Bearer ${lead.token}` };
      const { state, reason } = await (await harness.get(`/calls/${body.call}`, headers)).json();
      return { state, reason };
    };
    expect(await progress()).toEqual({ state: 'waiting', reason: undefined });
    now += 90_001;
    expect(await progress()).toEqual({ state: 'expired', reason: undefined });
    const planned = await requestCall(harness, { ...lead, at: new Date(now + 3_600_000).toISOString() });
    expect(planned).toMatchObject({ status: 202, body: { state: 'planned' } });
    expect(await progress()).toEqual({ state: 'planned', reason: undefined });
  });

  // Only the /64 had a limit, of which one sender may have 65,536: they used up the calls of the whole site.
  it('leaves calls to others when one IPv6 network asks for many', async () => {
    const harness = await startHarness({
      forms,
      limits: { ...noLimits, callsPerIp: undefined, callsPerNetwork: undefined },
    });
    const call = async (index: number, from: string) => {
      const { lead, token } = await storedLead(harness, `+1415555${2000 + index}`);
      return (await harness.post('/calls', { lead, token }, {}, from)).status;
    };
    const statuses: number[] = [];
    for (let index = 0; index < 10; index++) statuses.push(await call(index, `2001:db8:1:${index}::1`));
    expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 429, 429, 429, 429]);
    expect(await call(20, '2001:db8:2::1')).toBe(202);
    expect(await call(21, '192.0.2.1')).toBe(202);
  });

  it('calls a phone once per cool-down, for any lead and also after a restart', async () => {
    const overrides = { forms, limits: { ...noLimits, callsPerPhone: { points: 1, seconds: 600 } } };
    const harness = await startHarness(overrides);
    const [first, second] = [await storedLead(harness), await storedLead(harness)];
    expect((await requestCall(harness, first, '192.0.2.1')).status).toBe(202);
    const limited = await requestCall(harness, second, '198.51.100.9');
    expect(limited).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
    expect(Number(limited.retryAfter)).toBeGreaterThan(590);
    const restarted = await startHarness(overrides, { store: harness.store });
    expect((await requestCall(restarted, second)).status).toBe(429);
  });

  it("places no more calls than the site's cap, however many requests arrive at the same time", async () => {
    const harness = await startHarness({
      forms,
      limits: { ...noLimits, callsPerSitePerHour: { points: 5, seconds: 3600 } },
    });
    const leads = await Promise.all(
      Array.from({ length: 40 }, (_, index) => storedLead(harness, `+1415555${2000 + index}`)),
    );
    const responses = await Promise.all(leads.map((lead, index) => requestCall(harness, lead, `192.0.2.${index}`)));
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(35);
  });

  it('is requested with a lead, which is accepted even if the call is refused', async () => {
    const harness = await startHarness({ forms, limits: { ...noLimits, callsPerPhone: { points: 1, seconds: 600 } } });
    const first = await storedLead(harness, '+14155552671', { callback: true });
    const second = await storedLead(harness, '+14155552671', { callback: true });
    const abroad = await storedLead(harness, '+4930901820', { callback: true });
    const callsOf = async ({ lead }: LeadReference) =>
      (await harness.store.find(lead))?.steps.filter(({ step }) => step === 'call');
    expect(await callsOf(first)).toMatchObject([{ state: 'pending' }]);
    expect(await callsOf(second)).toMatchObject([{ state: 'skipped', answer: 'refused: callsPerPhone' }]);
    expect(await callsOf(abroad)).toMatchObject([{ state: 'skipped', answer: 'refused: country' }]);
    const metrics = await (await harness.get('/metrics')).text();
    for (const outcome of ['accepted', 'over-limit', 'refused']) {
      expect(metrics).toContain(`leadchat_calls_requested_total{outcome="${outcome}"} 1`);
    }
    expect(metrics).toContain('leadchat_calls{state="refused"} 2');
    expect(metrics).toContain('leadchat_calls{state="waiting"} 1');
  });
});

describe('GET /calls/:id', () => {
  async function placedCall(records: () => CallRecord[]) {
    let time = at;
    const asks: string[] = [];
    const harness = await startHarness({ forms }, { now: () => time });
    harness.service.client.getCall = async ({ call_id }) => {
      asks.push(call_id);
      return records();
    };
    const lead = await storedLead(harness);
    const { body } = await requestCall(harness, lead);
    await harness.store.noteCall(body.call, { state: 'ringing', serviceCall: callId });
    return {
      asks,
      pass: (ms: number) => {
        time += ms;
      },
      state: async () => {
        const { state, transfers } = await (await getCall(harness, body.call, lead)).json();
        return [state, transfers];
      },
    };
  }

  it('follows a call from ringing to its end, with its transfers', async () => {
    let records: CallRecord[] = [{ call_id: callId }];
    const { state, pass } = await placedCall(() => records);
    expect(await state()).toEqual(['ringing', 0]);
    records = [{ call_id: callId, answered_by: 'human' }];
    pass(2000);
    expect(await state()).toEqual(['answered', 0]);
    records = [
      {
        call_id: callId,
        answered_by: 'human',
        disposition: 'Completed',
        call_end: '2026-11-23T15:01:00Z',
        transfer: true,
      },
      { call_id: `${callId}:1`, is_transfer: true },
      { call_id: `${callId}:2`, is_transfer: true },
    ];
    pass(2000);
    expect(await state()).toEqual(['completed', 2]);
  });

  it('reports a call that reached nobody', async () => {
    const { state } = await placedCall(() => [
      { call_id: callId, disposition: 'CONGESTION', call_end: '2026-11-23T15:01:00Z' },
    ]);
    expect(await state()).toEqual(['failed', 0]);
  });

  it('asks the service once per two seconds, however many clients poll', async () => {
    const { state, asks, pass } = await placedCall(() => [{ call_id: callId }]);
    await state();
    await state();
    expect(asks).toHaveLength(1);
    pass(2001);
    await state();
    expect(asks).toHaveLength(2);
  });

  it('asks the service once for all who poll while it has not responded', async () => {
    const { state, asks } = await placedCall(() => [{ call_id: callId, answered_by: 'human' }]);
    expect(await Promise.all(Array.from({ length: 10 }, state))).toEqual(Array(10).fill(['answered', 0]));
    expect(asks).toHaveLength(1);
  });

  it('asks a service that fails once per two seconds, too', async () => {
    const { state, asks, pass } = await placedCall(() => {
      throw new ServiceError({ code: 'server-error', message: 'made for the test', sent: 'yes' });
    });
    expect([await state(), await state()]).toEqual([
      ['ringing', 0],
      ['ringing', 0],
    ]);
    expect(asks).toHaveLength(1);
    pass(2001);
    await state();
    expect(asks).toHaveLength(2);
  });

  it('keeps the last known state while the service is unreachable', async () => {
    const harness = await startHarness({ forms });
    const lead = await storedLead(harness);
    const { body } = await requestCall(harness, lead);
    await harness.store.noteCall(body.call, { state: 'answered', serviceCall: callId });
    expect((await (await getCall(harness, body.call, lead)).json()).state).toBe('answered');
  });

  it('reports an expired call', async () => {
    let time = at;
    const harness = await startHarness({ forms }, { now: () => time });
    const lead = await storedLead(harness);
    const { body } = await requestCall(harness, lead);
    time += 90_001;
    expect((await (await getCall(harness, body.call, lead)).json()).state).toBe('expired');
  });
});

describe('the token of a call', () => {
  it('is required: the id alone neither requests a call nor shows its state', async () => {
    const harness = await startHarness({ forms });
    const { lead, token } = await storedLead(harness);
    const other = await storedLead(harness, '+14155552672');
    const { status, body } = await requestCall(harness, { lead });
    expect([status, body.issues]).toEqual([400, [{ path: 'token', message: expect.any(String) }]]);
    expect((await requestCall(harness, { lead, token: 'wrong' })).status).toBe(404);
    expect((await requestCall(harness, { lead, token: other.token })).status).toBe(404);

    const { call } = (await requestCall(harness, { lead, token })).body;
    const withoutToken = await harness.get(`/calls/${call}`);
    expect([withoutToken.status, (await withoutToken.json()).code]).toEqual([401, 'unauthorized']);
    expect((await getCall(harness, call, other)).status).toBe(404);
    expect((await getCall(harness, call, { lead, token })).status).toBe(200);
  });

  it('is required of a lead that was stored without one, so nothing opens its calls', async () => {
    const harness = await startHarness({ forms });
    const acceptance = await harness.store.accept({
      key: crypto.randomUUID(),
      bodyHash: 'hash',
      form: 'default',
      phone: '14155552671',
      record: { phone: '14155552671' },
      plan: { tags: [] },
      acceptedAt: Date.now(),
    });
    if (acceptance.outcome !== 'stored') throw new Error(acceptance.outcome);
    const { lead } = acceptance;
    expect((await requestCall(harness, { lead })).status).toBe(400);
    expect((await requestCall(harness, { lead, token: 'a'.repeat(64) })).status).toBe(404);
  });
});
