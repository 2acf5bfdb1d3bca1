import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCallStatus, readRecords } from '../../../src/proxy/calls/call-status.ts';
import { createServiceClient } from '../../../src/service-client/index.ts';
import { type DeliveryBench, openDeliveryBench } from '../delivery/delivery-bench.ts';
import { agent } from '../delivery/ids.ts';

let bench: DeliveryBench;
beforeEach(async () => {
  bench = await openDeliveryBench();
});
afterEach(() => bench.close());

function status(id: string) {
  const client = createServiceClient({
    baseUrl: `${bench.service.url}/v1`,
    hooksUrl: bench.service.url,
    apiKey: 'fake-key',
  });
  return readCallStatus(id, {
    store: bench.store,
    client,
    now: bench.clock.now,
    funnel: { countLead() {} },
    answeredByValues: [],
  });
}

async function requestCall(): Promise<string> {
  const requestedAt = bench.clock.now();
  const lead = await bench.accept();
  const plan = { agent, ip: '', country: 'US', requestedAt, expiresAt: requestedAt + 120_000, caps: [] };
  const requested = await bench.store.requestCall(lead, plan);
  if (requested.outcome !== 'accepted') throw new Error(requested.outcome);
  return requested.call;
}

describe('the status of a call', () => {
  it('is waiting, then follows the service, transfers included', async () => {
    const call = await requestCall();
    expect(await status(call)).toMatchObject({ id: call, state: 'waiting', transfers: 0 });
    bench.deliver();
    await bench.reaches((await status(call))?.lead ?? '', 'delivered');
    expect(await status(call)).toMatchObject({ state: 'completed', transfers: 1 });
    expect(bench.service.journal.filter((route) => route === 'call-details')).toHaveLength(1);
    await status(call); // the service is not asked about an ended call
    expect(bench.service.journal.filter((route) => route === 'call-details')).toHaveLength(1);
  });

  it('stays as it is while the service has no record', async () => {
    const call = await requestCall();
    bench.deliver();
    await bench.reaches((await status(call))?.lead ?? '', 'delivered');
    bench.service.fail('call-details', { kind: 'status', status: 404 });
    expect(await status(call)).toMatchObject({ state: 'ringing' });
  });

  // A service that does not know the parameter lists all calls: the first of them counted as this one.
  it('is not that of another call', async () => {
    const call = await requestCall();
    bench.deliver();
    await bench.reaches((await status(call))?.lead ?? '', 'delivered');
    const other = 'c1000000-0000-4000-8000-000000000009';
    const ended = { call_end: '2026-01-01T00:01:00Z', disposition: 'Completed', answered_by: 'human' };
    const legs = [
      { ...ended, call_id: other },
      { ...ended, call_id: `${other}:1`, is_transfer: true },
    ];
    bench.service.fail('call-details', { kind: 'status', status: 200, body: legs });
    expect(await status(call)).toMatchObject({ state: 'ringing', transfers: 0 });
  });

  it('is unknown when the request broke off', async () => {
    bench.service.fail('call', { kind: 'reset', processed: true });
    const call = await requestCall();
    bench.deliver();
    await bench.reaches((await status(call))?.lead ?? '', 'unknown');
    expect(await status(call)).toMatchObject({ state: 'unknown' });
  });

  it('is expired for a late call, even before delivery reaches it', async () => {
    const call = await requestCall();
    bench.clock.advance(120_001);
    expect(await status(call)).toMatchObject({ state: 'expired' });
  });

  it('is undefined for an unknown call', async () => {
    expect(await status('c1000000-0000-4000-8000-000000000009')).toBeUndefined();
  });

  it.each([
    ['an open record without an answer', {}, 'ringing'],
    ['an open record that was answered', { answered_by: 'human' }, 'answered'],
    ['an end after an answer', { answered_by: 'human', call_end: 'x', disposition: 'Completed' }, 'completed'],
    ['an end without an answer', { call_end: 'x', disposition: 'CONGESTION' }, 'failed'],
    ['congestion without an end', { disposition: 'CONGESTION' }, 'failed'],
  ])('reads %s', (_name, record, state) => {
    const call_id = 'c1000000-0000-4000-8000-000000000009';
    expect(readRecords([{ call_id, ...record }], 'ringing', [])).toEqual({ state, transfers: 0 });
  });

  // Any value of `answered_by` counted as an answer, also one that names an answering machine.
  it('takes only the configured values of answered_by for an answer', () => {
    const record = { call_id: 'c1000000-0000-4000-8000-000000000009', call_end: 'x' };
    const stateWith = (answered_by: string) => readRecords([{ ...record, answered_by }], 'ringing', ['human']).state;
    expect([stateWith('human'), stateWith('machine')]).toEqual(['completed', 'failed']);
  });
});
