import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredCall } from '../../../src/proxy/domain/call.ts';
import { until } from '../../support/until.ts';
import { callPlan } from '../store/contract.ts';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';
import { agent } from './ids.ts';

let bench: DeliveryBench;
beforeEach(async () => {
  bench = await openDeliveryBench();
});
afterEach(() => bench.close());

const tagged = { doNotCallTag: () => 'do_not_call' } as const;
const phone = '14155557000';

/** A plan whose call must be placed within a minute and a half from now. */
const soon = () => callPlan({ agent, requestedAt: bench.clock.now(), expiresAt: bench.clock.now() + 90_000 });

/** A lead with a call-back, which delivery has accepted. */
const accept = () => bench.accept({ phone, record: { phone, first_name: 'Ada' }, callback: soon() });

async function callOf(lead: string): Promise<StoredCall> {
  const [listed] = (await bench.store.listCalls({})).filter((call) => call.lead === lead);
  const call = listed && (await bench.store.findCall(listed.id));
  if (call === undefined) throw new Error('the lead has no call');
  return call;
}

/** Adds a tag as people do at the service. */
async function addTag(tag: string): Promise<void> {
  const known = bench.service.ledger().leads.find((lead) => lead.phone === phone);
  const response = await fetch(`${bench.service.url}/v1/lead/tag`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer fake-key', 'content-type': 'application/json' },
    body: JSON.stringify({ lead_id: known?.lead_id, tag }),
  });
  expect(response.status).toBe(200);
}

const calls = () => bench.service.journal.filter((route) => route === 'call').length;
const reads = () => bench.service.journal.filter((route) => route === 'read').length;

/** A delivered lead whose call is planned for later, and the function that hands the call over at its time. */
async function planned(): Promise<{ lead: string; startCall(): Promise<unknown>; call: string }> {
  const lead = await bench.accept({ phone, record: { phone, first_name: 'Ada' } });
  await bench.reaches(lead, 'delivered');
  const plannedAt = bench.clock.now() + 3_600_000;
  const requested = await bench.store.requestCall(lead, { ...soon(), plannedAt, expiresAt: plannedAt + 90_000 });
  if (requested.outcome !== 'accepted') throw new Error(requested.outcome);
  const startCall = () => {
    bench.clock.advance(3_600_000);
    return bench.store.startCall(requested.call, soon());
  };
  return { lead, startCall, call: requested.call };
}

describe('the tag of leads that must not be called', () => {
  it('lets a call be placed that has no such tag, after one look', async () => {
    bench.deliver(tagged);
    const lead = await accept();
    await bench.reaches(lead, 'delivered');
    expect(bench.service.journal).toEqual(['create', 'read', 'call']);
    expect((await callOf(lead)).state).toBe('ringing');
  });

  it.each(['do_not_call', 'Do not call', 'DO-NOT-CALL', ' do_not_call '])(
    'refuses the call for the tag %j',
    async (tag) => {
      bench.service.seed({ phone });
      await addTag('vip');
      await addTag(tag);
      bench.deliver(tagged);
      const lead = await accept();
      await bench.reaches(lead, 'delivered');
      expect(calls()).toBe(0);
      expect(await callOf(lead)).toMatchObject({ state: 'refused', reason: 'do-not-call' });
      const step = (await bench.lead(lead)).steps.find(({ step }) => step === 'call');
      expect(step).toMatchObject({ state: 'skipped', answer: 'refused: do-not-call' });
      expect(bench.logged('call-refused')).toMatchObject([{ level: 'warn', lead, reason: 'do-not-call' }]);
    },
  );

  it('refuses the call for a tag whose accents are written in another way', async () => {
    bench.service.seed({ phone });
    await addTag('Não ligar'.normalize('NFD'));
    bench.deliver({ doNotCallTag: () => 'não_ligar'.normalize('NFC') });
    const lead = await accept();
    await bench.reaches(lead, 'delivered');
    expect(await callOf(lead)).toMatchObject({ state: 'refused', reason: 'do-not-call' });
  });

  it('refuses no call for a tag that only begins like it', async () => {
    bench.service.seed({ phone });
    await addTag('do_not_call_before_noon');
    bench.deliver(tagged);
    await bench.reaches(await accept(), 'delivered');
    expect(calls()).toBe(1);
  });

  it('refuses a planned call whose lead got the tag since', async () => {
    bench.deliver(tagged);
    const { lead, startCall } = await planned();
    await addTag('do_not_call');
    await startCall();
    await until('the call has ended', async () => (await callOf(lead)).state === 'refused');
    expect((await callOf(lead)).reason).toBe('do-not-call');
    expect(calls()).toBe(0);
  });

  it.each([
    ['fails', { kind: 'status', status: 500 }],
    ['is busy', { kind: 'status', status: 429 }],
    ['does not find the lead', { kind: 'status', status: 404, body: { status: 'failed', message: 'lead not found' } }],
    ['refuses the request', { kind: 'status', status: 400 }],
    ['says nothing about tags', { kind: 'status', status: 200, body: { lead_id: 'x', phone } }],
    ['resets the connection', { kind: 'reset', processed: true }],
  ] as const)('lets no call be placed while the service %s, and then places it once', async (_, fault) => {
    bench.service.fail('read', fault, 2);
    bench.deliver(tagged);
    const lead = await accept();
    await until('the service was asked', () => reads() === 1);
    await until('the call waits', async () => (await bench.steps(lead)) === 'create done, call pending');
    expect(calls()).toBe(0);
    for (const expected of [2, 3]) {
      await until('the service is asked again', () => {
        bench.clock.advance(500);
        return reads() === expected;
      });
    }
    await bench.reaches(lead, 'delivered');
    expect(calls()).toBe(1);
    expect((await callOf(lead)).state).toBe('ringing');
  });

  it('waits five seconds for an answer that does not come, and calls nobody', async () => {
    bench.service.fail('read', { kind: 'hang' }, 1);
    bench.deliver(tagged);
    const lead = await accept();
    await until('the service is asked', () => reads() === 1);
    bench.clock.advance(4_999);
    expect(await bench.steps(lead)).toBe('create done, call pending');
    bench.clock.advance(1);
    const answer = async () => (await bench.lead(lead)).steps.find(({ step }) => step === 'call')?.answer;
    await until('it waits', async () => (await answer()) === 'tags not read: timeout');
    expect(calls()).toBe(0);
    // Meanwhile the lead got the tag.
    await addTag('do_not_call');
    await until('the call has ended', async () => {
      bench.clock.advance(500);
      return (await callOf(lead)).state === 'refused';
    });
    expect(calls()).toBe(0);
  });

  it('lets the call expire that it cannot decide about, as a missed call', async () => {
    bench.service.fail('read', { kind: 'status', status: 404, body: { status: 'failed', message: 'no' } }, 1_000);
    bench.deliver(tagged);
    const lead = await accept();
    await until('the call has expired', async () => {
      bench.clock.advance(2_000);
      return (await callOf(lead)).state === 'expired';
    });
    expect(calls()).toBe(0);
    expect(bench.logged('call-expired')).toHaveLength(1);
  });

  it('is not asked for when it is switched off, and applies from the moment that it is set', async () => {
    let tag: string | false = false;
    bench.deliver({ doNotCallTag: () => tag });
    await bench.reaches(await accept(), 'delivered');
    expect([reads(), calls()]).toEqual([0, 1]);
    tag = 'hands_off';
    await addTag('hands_off');
    const second = await bench.accept({ phone, record: { phone }, callback: soon() });
    await bench.reaches(second, 'delivered');
    expect(await callOf(second)).toMatchObject({ state: 'refused', reason: 'do-not-call' });
    expect(calls()).toBe(1);
  });
});

describe('a block', () => {
  const block = () => bench.store.blockPhone({ phone, at: bench.clock.now(), by: 'Grace' });

  it('that comes while the service is asked for tags stops the call', async () => {
    bench.service.fail('read', { kind: 'hang' }, 1);
    bench.deliver(tagged);
    const lead = await accept();
    await until('the service is asked', () => reads() === 1);
    await block();
    await until('the call has ended', async () => {
      bench.clock.advance(500);
      return (await callOf(lead)).state === 'refused';
    });
    expect((await callOf(lead)).reason).toBe('blocked');
    expect(calls()).toBe(0);
    expect(await bench.steps(lead)).toBe('create done, call skipped');
  });

  it('cancels a planned call, and stops one that was just handed over', async () => {
    bench.deliver();
    const { lead, startCall } = await planned();
    expect((await block()).cancelled).toHaveLength(1);
    expect((await callOf(lead)).state).toBe('cancelled');
    expect(await startCall()).toBeUndefined();
    expect(calls()).toBe(0);
  });

  it('stops a call that waits, and the next one after the operator has removed it is placed', async () => {
    const lead = await accept();
    await block();
    bench.deliver();
    await bench.reaches(lead, 'delivered');
    expect(await callOf(lead)).toMatchObject({ state: 'refused', reason: 'blocked' });
    expect((await bench.store.requestCall(lead, soon())).outcome).toBe('blocked');
    await bench.store.unblockPhone({ phone });
    expect((await bench.store.requestCall(lead, soon())).outcome).toBe('accepted');
    await until('it is placed', () => calls() === 1);
  });
});

// A call that waited was placed after all calls had been switched off.
describe('the kill switch of calls', () => {
  const off = ({ call }: { call?: StoredCall } = {}) => expect(call).toMatchObject({ state: 'refused', reason: 'off' });
  let areEnabled: boolean;
  const switched = { ...tagged, areCallsEnabled: () => areEnabled };
  beforeEach(() => {
    areEnabled = true;
  });

  it('refuses a call that waits for its lead to be delivered', async () => {
    bench.service.fail('create', { kind: 'status', status: 503 });
    bench.deliver(switched);
    const lead = await accept();
    await bench.attempted(lead, 'create');
    areEnabled = false;
    bench.clock.advance(10_000);
    await bench.reaches(lead, 'delivered');
    off({ call: await callOf(lead) });
    expect(bench.service.ledger().calls).toEqual([]);
  });

  it('refuses a call whose lead is being asked about at this moment', async () => {
    const asked = Promise.withResolvers<void>();
    bench.deliver({
      ...switched,
      doNotCallTag: () => {
        // Somebody throws the switch after the question is sent.
        setImmediate(() => {
          areEnabled = false;
          asked.resolve();
        });
        return 'do_not_call';
      },
    });
    const lead = await accept();
    await asked.promise;
    await bench.reaches(lead, 'delivered');
    off({ call: await callOf(lead) });
    expect(bench.service.ledger().calls).toEqual([]);
  });

  it('refuses the call of a lead that is replayed', async () => {
    bench.service.fail('call', { kind: 'reset', processed: false });
    bench.deliver(switched);
    const lead = await accept();
    await bench.reaches(lead, 'unknown');
    areEnabled = false;
    expect(await bench.store.replay(lead, { now: bench.clock.now(), callTtlMs: 60_000 })).toBe(true);
    await bench.reaches(lead, 'delivered');
    off({ call: await callOf(lead) });
    expect(bench.service.ledger().calls).toEqual([]);
  });
});
