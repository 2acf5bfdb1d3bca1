import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LeadState } from '../../../src/protocol/proxy/lead-state.ts';
import { noMetrics } from '../../../src/proxy/metrics.ts';
import { until } from '../../support/until.ts';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';
import { agent, journey } from './ids.ts';

let bench: DeliveryBench;
beforeEach(async () => {
  bench = await openDeliveryBench();
});
afterEach(() => bench.close());

const enrolling = { tags: [], journey: { id: journey, onExisting: 'keep' as const } };

function callback(expiresInMs = 120_000) {
  const requestedAt = bench.clock.now();
  return { agent, ip: '', country: 'US', requestedAt, expiresAt: requestedAt + expiresInMs, caps: [] };
}

describe('the log of a delivery', () => {
  // The commit of the last step also changes the call or the enrolment. Formerly the lead was committed once more.
  it.each([
    ['a placed call', 'delivered', () => bench.accept({ callback: callback() })],
    ['an expired call', 'delivered', () => bench.accept({ callback: callback(-1) })],
    [
      'a journey that does not exist',
      'dead',
      () => {
        bench.service.fail('send', { kind: 'status', status: 404 });
        return bench.accept({ plan: enrolling });
      },
    ],
    [
      'a lead that the service refuses',
      'dead',
      () => {
        bench.service.fail('create', { kind: 'status', status: 400 });
        return bench.accept();
      },
    ],
  ] as const)('has one line and no error for %s', async (_name, state, accept) => {
    const settled: LeadState[] = [];
    const delivery = bench.deliver({ metrics: { ...noMetrics, leadSettled: (reached) => settled.push(reached) } });
    const id = await accept();
    await bench.reaches(id, state);
    await until('the delivery is over', () => delivery.status().running === 0);
    expect(settled).toEqual([state]);
    expect(bench.logged(`lead-${state}`)).toMatchObject([{ lead: id }]);
    expect(bench.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  // During an outage 35 visitors were not called, and nothing said so: their leads are delivered afterwards.
  it.each([
    ['before it was tried', -1, () => {}],
    [
      'after an attempt that certainly placed none',
      1_000,
      () => bench.service.fail('call', { kind: 'status', status: 503 }),
    ],
  ] as const)('has a line and a count for each call that expires %s', async (_name, expiresInMs, break_) => {
    let expired = 0;
    const delivery = bench.deliver({ metrics: { ...noMetrics, callExpired: () => expired++ } });
    break_();
    const id = await bench.accept({ callback: callback(expiresInMs) });
    await bench.reaches(id, 'delivered');
    await until('the delivery is over', () => delivery.status().running === 0);
    const { name: call } = (await bench.lead(id)).steps.at(-1) ?? {};
    expect(bench.logged('call-expired')).toMatchObject([
      { level: 'warn', lead: id, call, cause: expect.stringContaining('too late to call') },
    ]);
    expect(expired).toBe(1);
    // A further call of the lead does not report the first one again.
    await bench.store.requestCall(id, callback());
    await bench.reaches(id, 'delivered');
    await until(
      'the second call is placed',
      () => bench.service.journal.filter((route) => route === 'call').length >= 1,
    );
    expect(bench.logged('call-expired')).toHaveLength(1);
  });

  // It was thrown away: log and dashboard only had `400 bad-request`.
  it("says the service's reason in step and log, in bounds and without secrets or data of the lead", async () => {
    const message = `E-mail ada@example.com of Ada Byron is not deliverable.\u0007\u202e\n(key fake-key) ${'x'.repeat(600)}`;
    bench.service.fail('create', { kind: 'status', status: 400, body: { status: 'failed', message } });
    const delivery = bench.deliver();
    const id = await bench.accept();
    await bench.reaches(id, 'dead');
    await until('the delivery is over', () => delivery.status().running === 0);
    const [step] = (await bench.lead(id)).steps;
    expect(step).toMatchObject({ state: 'dead', answer: '400 bad-request' });
    expect(step?.reason).toMatch(
      /^E-mail \[redacted\] of \[redacted\] \[redacted\] is not deliverable\. \(key \[key\]\) x+$/,
    );
    expect(step?.reason).toHaveLength(200);
    expect(bench.logged('lead-dead')).toMatchObject([{ lead: id, cause: '400 bad-request', reason: step?.reason }]);
    // A cause groups leads, so it does not depend on the words.
    expect(await bench.store.countCauses()).toEqual([{ state: 'dead', cause: 'create: 400 bad-request', count: 1 }]);
    await bench.store.replay(id, { now: bench.clock.now(), callTtlMs: 0 });
    await bench.reaches(id, 'delivered');
    expect((await bench.lead(id)).steps[0]).not.toHaveProperty('reason');
  });

  it('says which value of a request is not sent, because it cannot be right', async () => {
    bench.deliver();
    const id = await bench.accept({ plan: { tags: [], journey: { id: 'no-uuid', onExisting: 'update' } } });
    await bench.reaches(id, 'dead');
    expect((await bench.lead(id)).steps.at(-1)?.reason).toMatch(/^workflow_id: /);
  });

  it('names the request, the step, the attempt and the cause of a failure, but no data of the lead', async () => {
    const delivery = bench.deliver();
    bench.service.fail('tag', { kind: 'status', status: 429 });
    bench.service.fail('tag', { kind: 'status', status: 400 });
    const phone = '14155553000';
    const id = await bench.accept({ phone, requestId: 'request-1', plan: { tags: ['web_lead'] } });
    await bench.attempted(id, 'tag');
    const facts = { lead: id, requestId: 'request-1', step: 'tag' };
    await until('the delivery is over', () => delivery.status().running === 0);
    expect(bench.logged('step-retried')).toMatchObject([
      { level: 'debug', ...facts, attempt: 1, cause: '429 rate-limited' },
    ]);
    bench.clock.advance(10_000);
    await bench.reaches(id, 'dead');
    await until('it is logged', () => bench.logged('lead-dead').length > 0);
    expect(bench.logged('lead-dead')).toMatchObject([
      { level: 'warn', ...facts, attempt: 2, cause: '400 bad-request' },
    ]);
    expect(JSON.stringify(bench.log)).not.toMatch(/14155553000|Ada|Byron|example\.com/);
  });

  // The lead counted as delivered, with a line in the log that nobody reads.
  it('says that the service stored another phone than the one it was sent, and leaves the lead to the operator', async () => {
    bench.deliver();
    // A Danish number, which has ten digits with its country code.
    const changed = await bench.accept({ phone: '4532123456' });
    const unchanged = await bench.accept({ phone: '4930901820123' });
    await bench.reaches(changed, 'unknown');
    await bench.reaches(unchanged, 'delivered');
    expect(bench.logged('phone-changed')).toEqual([{ level: 'warn', event: 'phone-changed', lead: changed }]);
    const answerOf = async (id: string) => (await bench.lead(id))?.steps.find(({ step }) => step === 'create')?.answer;
    expect(await answerOf(changed)).toBe('created, with another phone');
    expect(await answerOf(unchanged)).toBe('created');
    // Its other steps are done: nobody knows whether the service only writes the phone in another way.
    const causes = await bench.store.countCauses();
    expect(causes).toEqual([{ state: 'unknown', cause: 'create: created, with another phone', count: 1 }]);
    expect((await bench.store.counts()).unknown).toBe(1);
    expect(await bench.store.resolve(changed, 'done', { now: bench.clock.now(), by: 'Grace' })).toBe(true);
    await bench.reaches(changed, 'delivered');
  });

  // The second lead of such a number got the tags, the journey and the name of whoever has the other number.
  it.each(['keep', 'update'] as const)('touches no lead on file that has another phone (%s)', async (onExisting) => {
    bench.deliver();
    bench.service.seed({ phone: '14532123456', last_name: 'Hopper' });
    const lead = await bench.accept({
      phone: '4532123456',
      plan: { tags: ['web'], journey: { id: journey, onExisting } },
    });
    await bench.reaches(lead, 'dead');
    expect(bench.logged('phone-changed')).toMatchObject([{ level: 'warn', lead }]);
    expect((await bench.lead(lead)).steps[0]).toMatchObject({ state: 'dead', answer: 'on file, with another phone' });
    const { leads, enrolments } = bench.service.ledger();
    expect(leads).toEqual([expect.objectContaining({ phone: '14532123456', last_name: 'Hopper', tags: [] })]);
    expect(enrolments).toEqual([]);
  });

  it('says that the breaker opens for a wrong API key, and that it closes when the key is right again', async () => {
    const delivery = bench.deliver();
    bench.service.fail('any', { kind: 'status', status: 401 });
    const id = await bench.accept();
    await until('the breaker opens', () => delivery.status().breaker.state === 'open');
    await until('nothing is in flight', () => delivery.status().running === 0);
    expect(bench.logged('breaker-opened')).toEqual([
      { level: 'warn', event: 'breaker-opened', reason: 'unauthorized', cause: '401 unauthorized' },
    ]);
    bench.clock.advance(30_000);
    await bench.reaches(id, 'delivered');
    expect(bench.logged('breaker-closed')).toEqual([
      { level: 'info', event: 'breaker-closed', reason: 'unauthorized', openMs: 30_000 },
    ]);
  });

  it('counts the leads that need an operator at startup, and sweeps at once', async () => {
    await bench.accept({ held: 'honeypot' });
    const first = bench.deliver();
    const old = await bench.accept();
    await bench.reaches(old, 'delivered');
    await first.stop();
    bench.clock.advance(8 * 86_400_000);
    bench.deliver();
    await until('it swept', () => bench.logged('leads-swept').length > 0);
    expect(await bench.lead(old)).toMatchObject({ phone: '' });
    expect(bench.logged('leads-unresolved').at(-1)).toMatchObject({ level: 'warn', held: 1, unknown: 0, dead: 0 });
  });

  it('stops in the middle of a sweep without waiting for its end, and sweeps the rest after the next start', async () => {
    await Promise.all(Array.from({ length: 250 }, () => bench.accept({ held: 'honeypot' })));
    bench.clock.advance(91 * 86_400_000);
    const retention = { unresolvedMs: 90 * 86_400_000 };
    const heldCount = async () => (await bench.store.counts()).held;
    const first = bench.deliver({ retention });
    await until('the first leads are deleted', async () => (await heldCount()) === 150);
    // The clock stands still, so a sweep that continued would wait for ever.
    await first.stop();
    await until('it says how many', () => bench.logged('leads-swept').length === 1);
    expect(bench.logged('leads-swept')).toMatchObject([{ scrubbed: 0, deleted: 100 }]);
    bench.deliver({ retention });
    await until('the rest is deleted', async () => {
      bench.clock.advance(5);
      return (await heldCount()) === 0;
    });
    await until('it says how many', () => bench.logged('leads-swept').length === 2);
    expect(bench.logged('leads-swept').at(-1)).toMatchObject({ scrubbed: 0, deleted: 150 });
  });
});
