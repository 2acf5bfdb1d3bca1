import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';
import { agent, journey } from './ids.ts';

let bench: DeliveryBench;
beforeEach(async () => {
  bench = await openDeliveryBench();
});
afterEach(() => bench.close());

const keep = { tags: ['web_lead', 'chat'], journey: { id: journey, onExisting: 'keep' } } as const;
const overwrite = { tags: ['web_lead'], journey: { id: journey, onExisting: 'update' } } as const;
const plan = (base: typeof keep | typeof overwrite) => ({ ...base, tags: [...base.tags] });

describe('delivery', () => {
  it('creates a new lead, tags it and enrolls it', async () => {
    bench.deliver();
    const id = await bench.accept({ plan: plan(keep) });
    await bench.reaches(id, 'delivered');
    expect(bench.service.journal).toEqual(['create', 'tag', 'tag', 'send']);
    const { leads, enrolments } = bench.service.ledger();
    expect(leads).toMatchObject([{ first_name: 'Ada', email: 'ada@example.com', tags: ['web_lead', 'chat'] }]);
    expect(enrolments).toEqual([{ phone: leads[0]?.phone, workflow: journey, by: 'POST' }]);
    expect((await bench.lead(id)).serviceLead).toBe(leads[0]?.lead_id);
  });

  it('delivers a lead at once, without waiting for a timer', async () => {
    bench.deliver();
    const id = await bench.accept();
    await bench.reaches(id, 'delivered'); // the clock stands still
  });

  it('fills only the blanks of a lead on file', async () => {
    bench.deliver();
    const phone = '14155551000';
    await bench.reaches(await bench.accept({ phone, record: { phone, first_name: 'Grace' } }), 'delivered');
    const id = await bench.accept({ phone, plan: plan(keep) });
    await bench.reaches(id, 'delivered');
    expect(await bench.steps(id)).toBe('create done, read done, update done, tag done, tag done, journey done');
    expect(bench.service.ledger().leads).toMatchObject([
      { first_name: 'Grace', last_name: 'Byron', email: 'ada@example.com' },
    ]);
  });

  it('does not change a custom field that Get Lead does not return, and fills one that it returns blank', async () => {
    const phone = '14155551010';
    bench.service.seed({ phone, consent_version: 'signed', first_utm_source: '' });
    bench.service.hideFields('consent_version', 'landing_page');
    const record = { phone, consent_version: 'forged', landing_page: '/', first_utm_source: 'mail' };
    bench.deliver();
    await bench.reaches(await bench.accept({ phone, record }), 'delivered');
    expect(bench.service.ledger().leads).toMatchObject([{ consent_version: 'signed', first_utm_source: 'mail' }]);
    expect(bench.service.ledger().leads[0]).not.toHaveProperty('landing_page');
  });

  it('fills custom fields that Get Lead does not return when the operator knows that they are blank', async () => {
    const phone = '14155551011';
    bench.service.seed({ phone });
    bench.deliver({ getLeadReturnsCustomFields: true });
    await bench.reaches(await bench.accept({ phone, record: { phone, landing_page: '/' } }), 'delivered');
    expect(bench.service.ledger().leads).toMatchObject([{ landing_page: '/' }]);
  });

  it('updates nothing when the lead on file has everything', async () => {
    bench.deliver();
    const phone = '14155551001';
    await bench.reaches(await bench.accept({ phone }), 'delivered');
    const id = await bench.accept({ phone });
    await bench.reaches(id, 'delivered');
    expect(await bench.steps(id)).toBe('create done, read done, update skipped');
    expect(bench.service.journal).toEqual(['create', 'create', 'read']);
  });

  it('overwrites a lead on file while enrolling it, when the operator chose so', async () => {
    bench.deliver();
    const phone = '14155551002';
    await bench.reaches(await bench.accept({ phone, record: { phone, first_name: 'Grace' } }), 'delivered');
    const id = await bench.accept({ phone, plan: plan(overwrite) });
    await bench.reaches(id, 'delivered');
    expect(await bench.steps(id)).toBe('create done, tag done, journey done');
    expect(bench.service.ledger().leads).toMatchObject([{ first_name: 'Ada', tags: ['web_lead'] }]);
    expect(bench.service.ledger().enrolments).toMatchObject([{ by: 'PATCH' }]);
  });

  it('looks up the lead of a 409 that does not name it', async () => {
    bench.deliver();
    const phone = '14155551003';
    await bench.reaches(await bench.accept({ phone }), 'delivered');
    bench.service.fail('create', { kind: 'status', status: 409, body: {} });
    const id = await bench.accept({ phone, plan: plan(overwrite) });
    await bench.reaches(id, 'delivered');
    expect(await bench.steps(id)).toBe('create done, read done, tag done, journey done');
  });

  it('creates a lead again, once, when the existing one was deleted', async () => {
    bench.deliver();
    const lead = { lead_id: 'a1000000-0000-4000-8000-00000000000f' };
    bench.service.fail('create', { kind: 'status', status: 409, body: { status: 'failed', message: 'there', lead } });
    const id = await bench.accept({ plan: plan(keep) });
    await bench.reaches(id, 'delivered');
    expect(bench.service.journal).toEqual(['create', 'read', 'create', 'tag', 'tag', 'send']);

    bench.service.fail(
      'create',
      { kind: 'status', status: 409, body: { status: 'failed', message: 'there', lead } },
      2,
    );
    const twice = await bench.accept();
    await bench.reaches(twice, 'dead');
    expect(await bench.steps(twice)).toBe('create done, read dead');
  });

  it('delivers the leads of one phone one after the other, in their order', async () => {
    const phone = '14155551004';
    const ids: string[] = [];
    for (const first_name of ['One', 'Two', 'Three']) {
      ids.push(await bench.accept({ phone, record: { phone, first_name } }));
    }
    bench.service.fail('create', { kind: 'status', status: 503 });
    bench.deliver();
    await bench.attempted(ids[0] ?? '', 'create');
    expect(bench.service.journal).toEqual(['create']); // the others wait for the first, though they are due
    bench.clock.advance(10_000);
    for (const id of ids) await bench.reaches(id, 'delivered');
    expect(bench.service.ledger().leads).toMatchObject([{ first_name: 'One' }]);
  });

  it('enrolls a phone in a journey once a day, whatever leads arrive', async () => {
    bench.deliver();
    const phone = '14155551005';
    const first = await bench.accept({ phone, plan: plan(overwrite) });
    await bench.reaches(first, 'delivered');
    const record = { phone, first_name: 'Augusta' };
    const second = await bench.accept({ phone, record, plan: plan(overwrite) });
    await bench.reaches(second, 'delivered');
    expect(await bench.steps(second)).toBe('create done, tag done, journey skipped, update done');
    expect(bench.service.ledger().enrolments).toHaveLength(1);
    expect(bench.service.ledger().leads).toMatchObject([{ first_name: 'Augusta' }]);

    bench.clock.advance(86_400_000);
    await bench.reaches(await bench.accept({ phone, plan: plan(keep) }), 'delivered');
    expect(bench.service.ledger().enrolments).toHaveLength(2);
  });

  // A successful call enrolls, by the rule of the API; `workflow_assigned: false` was taken for a certain failure, so the
  // phone's next lead, or a replay, could enroll a person twice.
  it('does not know whether a lead is enrolled when the service succeeds without assigning the journey', async () => {
    const body = { status: 'success', workflow_assigned: false };
    bench.service.fail('send', { kind: 'status', status: 200, body, processed: true });
    bench.deliver();
    const phone = '14155551217';
    const id = await bench.accept({ phone, plan: plan(keep) });
    await bench.reaches(id, 'unknown');
    expect((await bench.lead(id)).steps.at(-1)).toMatchObject({ state: 'unknown', answer: 'not assigned' });
    await bench.reaches(await bench.accept({ phone, plan: plan(keep) }), 'unknown');
    expect(bench.service.ledger().enrolments).toHaveLength(1);
  });

  it.each([
    ['enrolled', 'delivered'],
    ['not-enrolled', 'dead'],
  ] as const)('takes such a lead for %s if that is the assumption', async (unassignedMeans, state) => {
    const body = { status: 'success', workflow_assigned: false };
    bench.service.fail('send', { kind: 'status', status: 200, body });
    bench.deliver({ unassignedMeans });
    await bench.reaches(await bench.accept({ plan: plan(keep) }), state);
  });

  it('places a call after the other steps', async () => {
    bench.deliver();
    const callback = { agent, ip: '', country: 'US', requestedAt: bench.clock.now(), caps: [] };
    const id = await bench.accept({
      plan: plan(keep),
      callback: { ...callback, requestData: { page: '/' }, expiresAt: bench.clock.now() + 120_000 },
    });
    await bench.reaches(id, 'delivered');
    expect(bench.service.journal.at(-1)).toBe('call');
    expect(bench.service.ledger().calls).toMatchObject([{ agent }]);
  });

  it('pauses everything on 401, keeps the leads, and continues when the key is right again', async () => {
    const delivery = bench.deliver();
    bench.service.fail('any', { kind: 'status', status: 401 }, 3);
    const ids = [await bench.accept({ plan: plan(keep) })];
    await until('it pauses', () => delivery.status().breaker.state === 'open');
    for (let index = 0; index < 10; index++) ids.push(await bench.accept());
    expect(delivery.status().breaker).toMatchObject({ state: 'open', reason: 'unauthorized' });
    expect(bench.service.journal).toHaveLength(1);
    await until('nothing is in flight', () => delivery.status().running === 0);
    for (const waitMs of [30_000, 60_000]) {
      const before = bench.service.journal.length;
      bench.clock.advance(waitMs);
      await until('it probed', () => bench.service.journal.length > before);
      await until('the probe is over', () => delivery.status().running === 0);
    }
    bench.clock.advance(120_000);
    for (const id of ids) await bench.reaches(id, 'delivered');
    expect(delivery.status().breaker.state).toBe('closed');
    expect((await bench.lead(ids[0] ?? '')).steps[0]?.attempts).toBe(1);
  });

  it('releases the leads of a claim that is in flight when it stops', async () => {
    const id = await bench.accept();
    const started = Promise.withResolvers<void>();
    const finished = Promise.withResolvers<void>();
    const { store } = bench;
    const delivery = bench.deliver({
      store: {
        ...store,
        async claim(request) {
          started.resolve();
          const claimed = await store.claim(request);
          await finished.promise;
          return claimed;
        },
      },
    });
    await started.promise;
    const stopped = delivery.stop();
    finished.resolve();
    await stopped;
    const next = await store.claim({ owner: 'next process', now: bench.clock.now(), leaseMs: 15_000, limit: 1 });
    expect(next.leads.map((lead) => lead.id)).toEqual([id]);
  });
});
