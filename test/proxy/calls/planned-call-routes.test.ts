import { describe, expect, it } from 'vitest';
import { callPlan } from '../store/contract.ts';
import { type Harness, ids, leadHeaders, noLimits, origin, startHarness } from '../support/harness.ts';

const hour = 3_600_000;
/** Monday, 10:00 in New York. */
const now = Date.parse('2026-11-23T15:00:00Z');
const weekdays = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }];
const formsWith = (callback: object) => ({
  default: { callback: { agent: ids.agent, countries: ['US', 'GB', 'AU'], ...callback } },
});
const forms = formsWith({ hours: weekdays, timeZone: 'America/New_York' });

type Lead = { lead: string; token: string };

async function storedLead({ post }: Harness, phone = '+12125550123'): Promise<Lead> {
  const response = await post('/leads', { form: 'default', fields: { phone, first_name: 'Ada' } }, leadHeaders());
  const { lead, token } = await response.json();
  return { lead, token };
}

async function plan(harness: Harness, lead: Lead, at: string) {
  const response = await harness.post('/calls', { ...lead, at });
  return { status: response.status, body: await response.json() };
}

function cancel({ proxy }: Harness, call: string, token?: string): Promise<Response> {
  const headers = { origin, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  return proxy.fetch(new Request(`https://proxy.test/calls/${call}`, { method: 'DELETE', headers }));
}

async function statusOf(harness: Harness, call: string, { token }: Lead) {
  return (await harness.get(`/calls/${call}`, { authorization: `Bearer ${token}` })).json();
}

describe('POST /calls with a time', () => {
  it('plans a call, whatever offset the time is written with', async () => {
    const harness = await startHarness({ forms }, { now: () => now });
    const lead = await storedLead(harness);
    const { status, body } = await plan(harness, lead, '2026-11-24T06:30:00-08:00');
    expect([status, body]).toEqual([202, { status: 'accepted', call: expect.any(String), state: 'planned' }]);
    expect(await statusOf(harness, body.call, lead)).toEqual({
      status: 'success',
      call: body.call,
      state: 'planned',
      at: '2026-11-24T14:30:00.000Z',
      transfers: 0,
    });
    expect((await harness.store.find(lead.lead))?.steps.map(({ step }) => step)).not.toContain('call');
    expect(harness.log.events()).toContain('call-planned');
  });

  it.each([
    ['that is over', '2026-11-23T14:59:59Z', 'must be in the future'],
    ['more than seven days ahead', '2026-11-30T15:00:01Z', 'must be within the next seven days'],
    ['on a day without hours', '2026-11-28T15:00:00Z', "must be within the form's call-back hours"],
    ['after closing', '2026-11-24T22:00:00Z', "must be within the form's call-back hours"],
    ['without an offset', '2026-11-24T10:00:00', expect.stringContaining('must be a time with its offset')],
    ['that does not exist', '2026-11-31T10:00:00Z', expect.stringContaining('must be a time with its offset')],
  ])('refuses a time %s, with an issue', async (_, at, message) => {
    const harness = await startHarness({ forms }, { now: () => now });
    const { status, body } = await plan(harness, await storedLead(harness), at);
    expect([status, body.code, body.issues]).toEqual([400, 'bad-request', [{ path: 'at', message }]]);
  });

  it("plans no call for a holiday of the site, in the zone of the site's hours, nor for one of the form", async () => {
    const site = {
      timeZone: 'Asia/Tokyo',
      open: weekdays,
      closed: [{ from: '2026-11-25', to: '2026-11-25', text: 'Closed' }],
    };
    const callback = { timeZone: 'America/New_York', closed: [{ from: '2026-11-27', to: '2026-11-28' }] };
    const harness = await startHarness({ forms: formsWith(callback), widget: { hours: site } }, { now: () => now });
    const results = [
      // Midnight in Tokyo.
      ['2026-11-24T14:59:59Z', 202],
      ['2026-11-24T15:00:00Z', 400],
      ['2026-11-25T14:59:59Z', 400],
      ['2026-11-25T15:00:00Z', 202],
      // Midnight in New York.
      ['2026-11-27T04:59:59Z', 202],
      ['2026-11-27T05:00:00Z', 400],
      ['2026-11-29T04:59:59Z', 400],
      ['2026-11-29T05:00:00Z', 202],
    ] as const;
    for (const [at, status] of results) {
      expect([at, (await plan(harness, await storedLead(harness), at)).status]).toEqual([at, status]);
    }
    const { form } = await (await harness.get('/config?form=default')).json();
    expect(form.call.closed).toEqual([
      { from: '2026-11-25', to: '2026-11-25', timeZone: 'Asia/Tokyo' },
      { from: '2026-11-27', to: '2026-11-28' },
    ]);
  });

  it('accepts the first and the last instant of the hours and of the seven days', async () => {
    const harness = await startHarness({ forms }, { now: () => now });
    for (const at of ['2026-11-24T14:00:00Z', '2026-11-24T21:59:59Z', '2026-11-30T15:00:00Z', '2026-11-23T15:00:01Z']) {
      expect((await plan(harness, await storedLead(harness), at)).status).toBe(202);
    }
  });

  it('without a zone of the hours, plans only when every zone of the country of the callee is within them', async () => {
    const harness = await startHarness({ forms: formsWith({ hours: weekdays }) }, { now: () => now });
    const american = await storedLead(harness);
    // 15:00 in New York is 10:00 in Honolulu; 10:00 in New York is 05:00 there.
    expect((await plan(harness, american, '2026-11-24T20:00:00Z')).status).toBe(202);
    expect((await plan(harness, american, '2026-11-24T15:00:00Z')).status).toBe(400);
    const british = await storedLead(harness, '+442079460123');
    expect((await plan(harness, british, '2026-11-24T15:00:00Z')).status).toBe(202);
  });

  // The clocks go forward at 02:00 and back at 02:00 or 03:00, in the north in March and autumn, in the south the reverse.
  it.each([
    [
      'New York, the day of the spring gap',
      'America/New_York',
      '2026-03-06T15:00:00Z',
      '2026-03-08T13:00:00Z',
      '2026-03-08T12:59:00Z',
    ],
    [
      'New York, the day before the spring gap',
      'America/New_York',
      '2026-03-06T15:00:00Z',
      '2026-03-07T14:00:00Z',
      '2026-03-07T13:00:00Z',
    ],
    [
      'New York, the day of the autumn overlap',
      'America/New_York',
      '2026-10-30T15:00:00Z',
      '2026-11-01T14:00:00Z',
      '2026-11-01T13:00:00Z',
    ],
    [
      'Sydney, the day of the spring gap',
      'Australia/Sydney',
      '2026-10-01T15:00:00Z',
      '2026-10-03T22:00:00Z',
      '2026-10-03T21:59:00Z',
    ],
    [
      'Sydney, the day of the autumn overlap',
      'Australia/Sydney',
      '2026-04-01T15:00:00Z',
      '2026-04-04T23:00:00Z',
      '2026-04-04T22:00:00Z',
    ],
  ])('opens at 09:00 by the clocks of the place: %s', async (_, timeZone, time, open, closed) => {
    const hours = [{ days: ['sat', 'sun'], from: '09:00', to: '17:00' }];
    const harness = await startHarness({ forms: formsWith({ hours, timeZone }) }, { now: () => Date.parse(time) });
    const lead = await storedLead(harness);
    expect((await plan(harness, lead, closed)).status).toBe(400);
    expect((await plan(harness, lead, open)).status).toBe(202);
  });

  it('lets nobody plan more calls around a time than the limits allow', async () => {
    const limits = { ...noLimits, callsPerSitePerHour: { points: 2, seconds: 3600 } };
    const harness = await startHarness({ forms, limits }, { now: () => now });
    const at = '2026-11-24T15:00:00Z';
    for (const phone of ['+12125550101', '+12125550102']) {
      expect((await plan(harness, await storedLead(harness, phone), at)).status).toBe(202);
    }
    const third = await plan(harness, await storedLead(harness, '+12125550103'), at);
    expect(third).toMatchObject({ status: 409, body: { code: 'call-not-possible', reason: 'full' } });
  });

  it('limits how many calls an address plans', async () => {
    const limits = { ...noLimits, callsPerIp: { points: 2, seconds: 3600 } };
    const harness = await startHarness({ forms, limits }, { now: () => now });
    const statuses: number[] = [];
    for (const day of ['24', '25', '26']) {
      const lead = await storedLead(harness, `+121255501${day}`);
      statuses.push((await plan(harness, lead, `2026-11-${day}T15:00:00Z`)).status);
    }
    expect(statuses).toEqual([202, 202, 429]);
  });
});

describe('DELETE /calls/:id', () => {
  it('cancels a planned call', async () => {
    const harness = await startHarness({ forms }, { now: () => now });
    const lead = await storedLead(harness);
    const { call } = (await plan(harness, lead, '2026-11-24T15:00:00Z')).body;
    const response = await cancel(harness, call, lead.token);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(await statusOf(harness, call, lead)).toMatchObject({ state: 'cancelled' });
    const again = await cancel(harness, call, lead.token);
    expect([again.status, (await again.json()).code]).toEqual([409, 'wrong-state']);
  });

  it('is too late once the call is handed to delivery', async () => {
    const harness = await startHarness({ forms }, { now: () => now });
    const lead = await storedLead(harness);
    const { call } = (await plan(harness, lead, '2026-11-24T15:00:00Z')).body;
    await harness.store.startCall(call, callPlan({ requestedAt: now + 24 * hour }));
    const response = await cancel(harness, call, lead.token);
    expect([response.status, (await response.json()).code]).toEqual([409, 'wrong-state']);
  });

  it('needs the token of the lead', async () => {
    const harness = await startHarness({ forms }, { now: () => now });
    const lead = await storedLead(harness);
    const { token } = await storedLead(harness, '+12125550124');
    const { call } = (await plan(harness, lead, '2026-11-24T15:00:00Z')).body;
    expect((await cancel(harness, call)).status).toBe(401);
    expect((await cancel(harness, call, token)).status).toBe(404);
    expect((await cancel(harness, crypto.randomUUID(), token)).status).toBe(404);
    expect(await statusOf(harness, call, lead)).toMatchObject({ state: 'planned' });
  });

  it('is allowed for the listed pages only', async () => {
    const { proxy } = await startHarness({ forms });
    const preflight = await proxy.fetch(
      new Request('https://proxy.test/calls/1', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'DELETE' },
      }),
    );
    expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
    const headers = { origin: 'https://evil.example' };
    const foreign = await proxy.fetch(new Request('https://proxy.test/calls/1', { method: 'DELETE', headers }));
    expect(foreign.status).toBe(403);
  });
});
