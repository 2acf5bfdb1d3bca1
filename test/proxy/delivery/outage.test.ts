import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recoveredSteps } from '../../../src/proxy/delivery/step-outcome.ts';
import type { Checkpoint } from '../../../src/proxy/store/queries/delivery-queue.ts';
import { StoreError } from '../../../src/proxy/store/store-error.ts';
import type { Fetch } from '../../../src/service-client/index.ts';
import { recordFigure } from '../../support/figures.ts';
import { until } from '../../support/until.ts';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';
import { agent, journey } from './ids.ts';

let bench: DeliveryBench;
beforeEach(async () => {
  bench = await openDeliveryBench();
});
afterEach(() => bench.close());

const hour = 3_600_000;
const day = 24 * hour;
const enrolling = { tags: [], journey: { id: journey, onExisting: 'keep' as const } };

async function counts() {
  return bench.store.counts();
}

describe('delivery in an outage', () => {
  it('opens the breaker after five failures, then probes the service every half minute', async () => {
    const delivery = bench.deliver({ pollMs: day });
    bench.service.fail('any', { kind: 'status', status: 500 }, 1_000);
    for (let count = 0; count < 30; count++) await bench.accept();
    await until('the breaker opens', () => delivery.status().breaker.state === 'open');
    await until('nothing is in flight', () => delivery.status().running === 0);
    expect(bench.service.journal.length).toBeLessThanOrEqual(8); // five, and what was in flight beside the fifth
    const before = bench.service.journal.length;
    for (let probe = 1; probe <= 3; probe++) {
      bench.clock.advance(29_999);
      expect(delivery.status().running).toBe(0);
      bench.clock.advance(1);
      await until('it probed', () => bench.service.journal.length === before + probe);
      await until('the probe is over', () => delivery.status().running === 0);
    }
    expect(delivery.status().breaker).toMatchObject({ state: 'open', reason: 'failing' });
  });

  it('opens the breaker when half of twenty requests fail', async () => {
    const delivery = bench.deliver({ concurrency: 1, pollMs: day });
    for (let pair = 0; pair < 10; pair++) {
      bench.service.fail('create', { kind: 'status', status: 500 });
      await bench.attempted(await bench.accept(), 'create');
      await bench.reaches(await bench.accept(), 'delivered');
      expect(delivery.status().breaker.state).toBe('closed');
    }
    bench.service.fail('create', { kind: 'status', status: 500 });
    await bench.accept();
    await until('the breaker opens', () => delivery.status().breaker.state !== 'closed');
  });

  it('R1, R5: loses nothing in three days without the service, accepts leads meanwhile, and drains', {
    timeout: 300_000,
  }, async ({ task }) => {
    const delivery = bench.deliver({ pollMs: day, leaseMs: 30 * hour });
    bench.service.fail('any', { kind: 'reset', processed: false }, Number.POSITIVE_INFINITY);
    const ids: string[] = [];
    for (let hours = 0; hours < 72; hours++) {
      for (let count = 0; count < 3; count++) ids.push(await bench.accept({ plan: enrolling }));
      for (let half = 0; half < 2; half++) {
        await until('nothing is in flight', () => delivery.status().running === 0);
        bench.clock.advance(hour / 2);
      }
    }
    expect((await counts()).pending).toBe(ids.length);
    bench.service.heal();
    const healedAt = bench.clock.now();
    await until(
      'all are delivered',
      async () => {
        // The test clock stands while requests are in flight, because they take real time.
        if (delivery.status().running === 0) bench.clock.advance(1_000);
        return (await counts()).delivered === ids.length;
      },
      30_000,
      2,
    );
    expect(await counts()).toMatchObject({ pending: 0, unknown: 0, dead: 0 });
    expect(bench.service.ledger().enrolments).toHaveLength(ids.length);
    expect(new Set(bench.service.ledger().enrolments.map(({ phone }) => phone)).size).toBe(ids.length);
    const seconds = Math.round((bench.clock.now() - healedAt) / 1000);
    expect(seconds).toBeLessThan(600);
    recordFigure(task, {
      did: 'the service is away for 72 hours of the test clock, leads arrive meanwhile',
      times: ids.length,
      found: `the record of the service has every lead enrolled once, ${seconds} s after the service is back`,
    });
  });

  it('does not make an enrolment unknown when it probes the service', async () => {
    const delivery = bench.deliver({ pollMs: day });
    bench.service.fail('send', { kind: 'status', status: 503 });
    const waiting = await bench.accept({ plan: enrolling });
    await bench.attempted(waiting, 'journey');
    bench.service.fail('any', { kind: 'reset', processed: true }, Number.POSITIVE_INFINITY);
    for (let count = 0; count < 6; count++) await bench.accept();
    await until('the breaker opens', () => delivery.status().breaker.state === 'open');
    for (let probe = 0; probe < 20; probe++) {
      await until('nothing is in flight', () => delivery.status().running === 0);
      bench.clock.advance(31_000);
    }
    bench.service.heal();
    await until('all are delivered', async () => {
      bench.clock.advance(1_000);
      return (await counts()).delivered === 7;
    });
    expect(bench.service.ledger().enrolments).toHaveLength(1);
  });

  // A 403 paused the queue like a wrong key, and did not count against the lead that got it.
  it('lets one lead that always gets 403 delay no other, and ends it', async () => {
    const poisonous = '14155559403';
    const refuse: Fetch = async (address, init) =>
      String(init?.body).includes(poisonous)
        ? new Response('{"status":"failed","message":"no"}', { status: 403 })
        : fetch(address, init);
    const delivery = bench.deliver({ pollMs: day, leaseMs: 30 * hour, fetch: refuse });
    const poison = await bench.accept({ phone: poisonous });
    await bench.attempted(poison, 'create');
    expect((await bench.lead(poison)).steps[0]).toMatchObject({
      state: 'pending',
      attempts: 1,
      answer: '403 forbidden',
    });
    await until('it is dead', async () => {
      expect(delivery.status().breaker.state).toBe('closed');
      await bench.reaches(await bench.accept(), 'delivered');
      const { state, nextAt } = await bench.lead(poison);
      if (delivery.status().running === 0) bench.clock.advance(Math.max(0, nextAt - bench.clock.now()));
      return state === 'dead';
    });
  });

  it('pauses when several leads get 403 and none succeeds, until the service accepts leads again', async () => {
    const delivery = bench.deliver({ pollMs: day, concurrency: 1 });
    bench.service.fail('create', { kind: 'status', status: 403 }, 3);
    const ids = [await bench.accept(), await bench.accept()];
    for (const id of ids) await bench.attempted(id, 'create');
    expect(delivery.status().breaker.state).toBe('closed');
    ids.push(await bench.accept());
    await until('the breaker opens', () => delivery.status().breaker.state === 'open');
    expect(delivery.status().breaker).toMatchObject({ reason: 'unauthorized' });
    ids.push(await bench.accept());
    bench.clock.advance(30_000);
    for (const id of ids) await bench.reaches(id, 'delivered');
    expect(delivery.status().breaker.state).toBe('closed');
  });

  it('gives up a step after the last attempt, about three days later, and an operator can replay it', async () => {
    const delivery = bench.deliver({ pollMs: day, leaseMs: 30 * hour });
    const id = await bench.accept({ plan: { tags: ['poisonous'] } });
    bench.service.fail('tag', { kind: 'status', status: 429 }, 11);
    const start = bench.clock.now();
    await until('it is dead', async () => {
      const { state, nextAt } = await bench.lead(id);
      if (delivery.status().running === 0) bench.clock.advance(Math.max(0, nextAt - bench.clock.now()));
      return state === 'dead';
    });
    const took = ((await bench.lead(id)).endedAt ?? 0) - start;
    expect(took).toBeGreaterThan(2.8 * day);
    expect(took).toBeLessThan(3.2 * day);
    expect((await bench.lead(id)).steps[1]).toMatchObject({ attempts: 11, answer: '429 rate-limited' });
    expect(await bench.store.replay(id, { now: bench.clock.now(), callTtlMs: 0 })).toBe(true);
    await bench.reaches(id, 'delivered');
  });
});

describe('a store that fails for a moment', () => {
  it.each(['findCall', 'checkpoint'] as const)(
    'loses no outcome: an enrolment is committed as done, and a call follows, after %s failed',
    async (method) => {
      let isFailing = false;
      const failures: string[] = [];
      const use = async <T>(name: typeof method, work: () => Promise<T>) => {
        if (!isFailing || name !== method) return work();
        isFailing = false;
        failures.push(name);
        throw new StoreError({ code: 'unavailable', message: 'the database restarts' });
      };
      const store = {
        ...bench.store,
        findCall: (id: string) => use('findCall', () => bench.store.findCall(id)),
        checkpoint: (point: Checkpoint) => use('checkpoint', () => bench.store.checkpoint(point)),
      };
      const requestedAt = bench.clock.now();
      const callback = { agent, ip: '', country: 'US', requestedAt, expiresAt: requestedAt + 120_000, caps: [] };
      const id = await bench.accept({ plan: enrolling, callback });
      bench.deliver({
        store,
        trace: ({ at, step }) => {
          if (at === 'responded' && step === 'journey') isFailing = true;
        },
      });
      await until('the store has failed', () => failures.length > 0);
      await until('the lead is delivered', async () => {
        bench.clock.advance(1_000);
        return (await bench.lead(id)).state === 'delivered';
      });
      expect(failures).toEqual([method]);
      expect(bench.service.ledger().enrolments).toHaveLength(1);
      expect(bench.service.ledger().calls).toHaveLength(1);
    },
  );
});

describe('enrolments and calls', () => {
  it('become unknown after a crash during their request, while safe steps are repeated', async () => {
    const id = await bench.accept({ plan: { ...enrolling, tags: ['a'] } });
    const lead = await bench.lead(id);
    const now = bench.clock.now();
    for (const [index, state] of [
      [0, 'pending'],
      [1, 'pending'],
      [2, 'unknown'],
    ] as const) {
      const steps = lead.steps.map((step, at) => ({
        ...step,
        state: at < index ? ('done' as const) : at === index ? ('sending' as const) : ('pending' as const),
      }));
      expect(recoveredSteps(steps, false, now)[index]?.state).toBe(state);
      expect(recoveredSteps(steps, true, now)[index]?.state).toBe('pending');
    }
  });

  it('a call that a crash interrupted becomes unknown together with its step', async () => {
    const requestedAt = bench.clock.now();
    const callback = { agent, ip: '', country: 'US', requestedAt, expiresAt: requestedAt + 120_000, caps: [] };
    const id = await bench.accept({ callback });
    const [lead] = (await bench.store.claim({ owner: 'crashed', now: requestedAt, leaseMs: 1_000, limit: 1 })).leads;
    const steps = lead?.steps.map((step) => ({
      ...step,
      state: step.step === 'call' ? ('sending' as const) : ('done' as const),
    }));
    const call = steps?.at(-1)?.name ?? '';
    const now = requestedAt;
    await bench.store.checkpoint({
      lead: id,
      owner: 'crashed',
      now,
      steps: steps ?? [],
      call: { id: call, state: 'placing' },
    });
    bench.clock.advance(2_000);
    bench.deliver();
    await bench.reaches(id, 'unknown');
    expect(await bench.store.findCall(call)).toMatchObject({ state: 'unknown' });
    expect(bench.service.ledger().calls).toEqual([]);
  });

  it('are repeated after an unknown outcome when the operator configured it', async () => {
    bench.deliver({ retryUnknownEnrolments: true });
    bench.service.fail('send', { kind: 'reset', processed: true });
    const id = await bench.accept({ plan: enrolling });
    await bench.attempted(id, 'journey');
    bench.clock.advance(10_000);
    await bench.reaches(id, 'delivered');
    expect(bench.service.ledger().enrolments).toHaveLength(2);
  });

  it('are open to the next lead of a phone when the first enrolment was refused', async () => {
    bench.deliver();
    bench.service.fail('send', { kind: 'status', status: 404 });
    const phone = '14155552000';
    await bench.reaches(await bench.accept({ phone, plan: enrolling }), 'dead');
    await bench.reaches(await bench.accept({ phone, plan: enrolling }), 'delivered');
    expect(bench.service.ledger().enrolments).toHaveLength(1);
  });

  it('expire when they are late, whatever delayed them', async () => {
    bench.deliver();
    const requestedAt = bench.clock.now();
    const callback = { agent, ip: '', country: 'US', requestedAt, expiresAt: requestedAt + 120_000, caps: [] };
    bench.service.fail('create', { kind: 'status', status: 503, headers: { 'retry-after': '121' } });
    const id = await bench.accept({ callback });
    await bench.attempted(id, 'create');
    bench.clock.advance(122_000);
    await bench.reaches(id, 'delivered');
    expect((await bench.lead(id)).steps.at(-1)).toMatchObject({ step: 'call', state: 'expired' });
    expect(bench.service.ledger().calls).toEqual([]);
  });

  it('are tried twice at most, for a call', async () => {
    bench.deliver();
    const requestedAt = bench.clock.now();
    const callback = { agent, ip: '', country: 'US', requestedAt, expiresAt: requestedAt + 120_000, caps: [] };
    bench.service.fail('call', { kind: 'status', status: 429 }, 5);
    const id = await bench.accept({ callback });
    await bench.attempted(id, 'call');
    bench.clock.advance(3_000);
    await bench.reaches(id, 'delivered');
    expect(bench.service.journal.filter((route) => route === 'call')).toHaveLength(2);
    expect((await bench.lead(id)).steps.at(-1)?.state).toBe('expired');
  });

  it('still happen, for a call, when a tag was refused', async () => {
    bench.deliver();
    const requestedAt = bench.clock.now();
    const callback = { agent, ip: '', country: 'US', requestedAt, expiresAt: requestedAt + 120_000, caps: [] };
    bench.service.fail('tag', { kind: 'status', status: 400 });
    const id = await bench.accept({ callback, plan: { ...enrolling, tags: ['bad'] } });
    await bench.reaches(id, 'dead');
    expect(await bench.steps(id)).toBe('create done, tag dead, journey pending, call done');
    expect(bench.service.ledger().calls).toHaveLength(1);
  });

  it('are neither lost nor repeated when delivery stops before them', async () => {
    const first = bench.deliver({ stopGraceMs: 20_000 });
    const ids: string[] = [];
    for (let count = 0; count < 40; count++) ids.push(await bench.accept({ plan: { ...enrolling, tags: ['a'] } }));
    await until('some requests were made', () => bench.service.journal.length > 10);
    await first.stop();
    const { pending } = await counts();
    expect(pending).toBeGreaterThan(0);
    expect(
      (await bench.store.list({ limit: 200 })).flatMap(({ steps }) => steps).map(({ state }) => state),
    ).not.toContain('sending');
    bench.deliver();
    await until('all are delivered', async () => (await counts()).delivered === ids.length);
    expect(bench.service.ledger().enrolments).toHaveLength(ids.length);
    expect(bench.service.journal).toHaveLength(3 * ids.length);
  });
});
