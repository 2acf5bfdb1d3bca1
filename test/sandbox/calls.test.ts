import { describe, expect, it } from 'vitest';
import { simulatedNumbers } from '../../src/sandbox/index.ts';
import { errorBody, type Fields, type Harness, startSandbox } from './support/harness.ts';
import { ManualClock } from './support/manual-clock.ts';

const phone = '14155552671';

async function place(api: Harness, more: Fields = {}): Promise<string> {
  const { body } = await api.rest('POST', '/agent', { agent: api.sandbox.ids.agent, phone, ...more });
  return body.call_id;
}

const records = async (api: Harness, callId: string) => (await api.rest('GET', `/calls/get?call_id=${callId}`)).body;

const numberThat = (outcome: string) => simulatedNumbers.find((number) => number.outcome === outcome)?.phone;

describe('Initiate Call', () => {
  it('Initiate Call: responds with the call, and takes any context data', async () => {
    const api = await startSandbox();
    const request_data = { reason: 'call-back', deep: { list: [1, null, { more: true }] } };
    const agent = api.sandbox.ids.agent;
    const { status, body } = await api.rest('POST', '/agent', { agent, phone, from: '442079460958', request_data });
    expect(status).toBe(200);
    expect(body).toEqual({ call_id: expect.stringMatching(/^[0-9a-f-]{36}$/), to: phone, from: '442079460958', agent });
    expect((await api.state()).calls).toMatchObject([{ call_id: body.call_id, simulated: true, request_data }]);
  });

  it('Initiate Call: chooses the caller ID when from is omitted', async () => {
    const api = await startSandbox();
    const { body } = await api.rest('POST', '/agent', { agent: api.sandbox.ids.agent, phone });
    expect(body.from).toMatch(/^\d{11}$/);
  });

  it('Initiate Call: treats agent ids as case-sensitive', async () => {
    const agent = 'cccccccc-0000-4000-8000-000000000001';
    const api = await startSandbox({ agents: [agent] });
    expect(await api.rest('POST', '/agent', { agent, phone })).toMatchObject({ status: 200 });
    const shouted = await api.rest('POST', '/agent', { agent: agent.toUpperCase(), phone });
    expect(shouted).toMatchObject({ status: 404, body: errorBody });
  });

  it('Initiate Call: refuses a call without agent or phone, and a number in another form', async () => {
    const api = await startSandbox();
    const { agent } = api.sandbox.ids;
    const wrong = [
      { phone },
      { agent },
      { agent, phone: '+14155552671' },
      { agent, phone, from: 'Nora' },
      { agent: 'x', phone },
    ];
    for (const body of wrong)
      expect(await api.rest('POST', '/agent', body)).toMatchObject({ status: 400, body: errorBody });
    expect((await api.state()).calls).toEqual([]);
  });
});

describe('Get Call Details', () => {
  it('Get Call Details; Call record: shows a call that rings, is answered, and completes', async () => {
    const clock = new ManualClock();
    const api = await startSandbox({ clock });
    const call_id = await place(api, { from: '442079460958' });
    const ringing = {
      call_id,
      phone_to: phone,
      phone_from: '442079460958',
      call_start: '2026-11-20T09:00:00.000Z',
      agent: api.sandbox.ids.agent,
      direction: 'out',
      transfer: false,
    };
    expect(await records(api, call_id)).toEqual([ringing]);
    clock.advance(1000);
    expect(await records(api, call_id)).toEqual([{ ...ringing, answered_by: 'human' }]);
    clock.advance(3000);
    const ended = { answered_by: 'human', call_end: '2026-11-20T09:00:04.000Z', disposition: 'Completed' };
    expect(await records(api, call_id)).toEqual([{ ...ringing, ...ended }]);
  });

  it('Call record: ends a call to the congested number with CONGESTION, answered by nobody', async () => {
    const clock = new ManualClock();
    const api = await startSandbox({ clock });
    const call_id = await place(api, { phone: numberThat('congestion') });
    clock.advance(60_000);
    const [record, ...legs] = await records(api, call_id);
    expect(record).toMatchObject({ disposition: 'CONGESTION', call_end: '2026-11-20T09:00:02.000Z', transfer: false });
    expect(record).not.toHaveProperty('answered_by');
    expect(legs).toEqual([]);
  });

  it('Get Call Details; Call record: shows a transferred call as the original and one record per leg, :1 and :2', async () => {
    const clock = new ManualClock();
    const api = await startSandbox({ clock });
    const call_id = await place(api, { phone: numberThat('transferred') });
    expect(await records(api, call_id)).toMatchObject([{ call_id, transfer: false }]);
    clock.advance(2000);
    expect(await records(api, call_id)).toMatchObject([
      { call_id, transfer: true },
      { call_id: `${call_id}:1`, is_transfer: true },
    ]);
    clock.advance(60_000);
    const [original, ...legs] = await records(api, call_id);
    expect(original).toMatchObject({ transfer: true, answered_by: 'human', disposition: 'Completed' });
    expect(legs.map((leg: Fields) => leg.call_id)).toEqual([`${call_id}:1`, `${call_id}:2`]);
    for (const leg of legs) {
      expect(leg).toMatchObject({ is_transfer: true, disposition: 'Completed', direction: 'out' });
      expect(leg).not.toHaveProperty('answered_by');
      expect(leg).not.toHaveProperty('transfer');
      expect(leg.call_end <= original.call_end).toBe(true);
    }
  });

  it('Get Call Details: responds to an unknown call and a missing call_id with the error body', async () => {
    const api = await startSandbox();
    const lost = '/calls/get?call_id=00000000-0000-4000-8000-000000000000';
    expect(await api.rest('GET', lost)).toMatchObject({ status: 404, body: errorBody });
    expect(await api.rest('GET', '/calls/get')).toMatchObject({ status: 400, body: errorBody });
  });

  it('names the state of every call outside the service API', async () => {
    const clock = new ManualClock();
    const api = await startSandbox({ clock });
    await place(api);
    await place(api, { phone: numberThat('congestion') });
    const states = async () => (await api.state()).calls.map((call: Fields) => call.state);
    expect(await states()).toEqual(['ringing', 'ringing']);
    clock.advance(2000);
    expect(await states()).toEqual(['answered', 'congestion']);
    clock.advance(2000);
    expect(await states()).toEqual(['completed', 'congestion']);
  });
});
