import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StepState, StoredLead } from '../../../src/proxy/domain/lead.ts';
import { causeOf } from '../../../src/proxy/domain/steps.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { at, callPlan, stored } from './contract.ts';

export function testAdmin(under: () => LeadStore): void {
  /** A lead whose first step is in `state` with this outcome, and whose other steps are done. */
  const ended = async (state: StepState, more: Parameters<typeof stored>[1] = {}, answer?: string) => {
    const store = under();
    const id = await stored(store, { acceptedAt: at - 86_400_000, ...more });
    const owner = randomUUID();
    for (;;) {
      const { leads } = await store.claim({ owner, now: at, leaseMs: 15_000, limit: 100 });
      const lead = leads.find((claimed) => claimed.id === id);
      if (lead === undefined && leads.length === 0) throw new Error('the lead cannot be claimed');
      if (lead === undefined) continue;
      const steps = lead.steps.map(
        (step, index) =>
          ({
            ...step,
            state: index === 0 ? state : 'done',
            attempts: 3,
            ...(index === 0 && answer !== undefined && { answer }),
          }) as const,
      );
      await store.checkpoint({ lead: id, owner, now: at, steps });
      return id;
    }
  };

  /** Fails every step of a replayed lead. */
  const failSteps = async (id: string) => {
    const store = under();
    await store.replay(id, { now: at, callTtlMs: 1_000 });
    const owner = randomUUID();
    const { leads } = await store.claim({ owner, now: at, leaseMs: 15_000, limit: 100 });
    const steps =
      leads.find((lead) => lead.id === id)?.steps.map((step) => ({ ...step, state: 'dead' }) as const) ?? [];
    await store.checkpoint({ lead: id, owner, now: at, steps });
  };

  describe('for an operator', () => {
    it('lists leads by state, newest first, page by page', async () => {
      const store = under();
      const ids: string[] = [];
      for (let index = 0; index < 5; index++) ids.unshift(await stored(store, { held: 'honeypot' }));
      const first = await store.list({ state: 'held', limit: 2 });
      expect(first.map(({ id }) => id)).toEqual(ids.slice(0, 2));
      expect(first[0]).toMatchObject({ state: 'held', held: 'honeypot' });
      const before = first.at(-1)?.id ?? '';
      expect((await store.list({ state: 'held', limit: 3, before })).map(({ id }) => id)).toEqual(ids.slice(2));
    });

    it('finds leads by form, page, variant and time', async () => {
      const store = under();
      const form = `form-${randomUUID().slice(0, 8)}`;
      const lead = (acceptedAt: number, record: Record<string, unknown>) =>
        stored(store, { form, acceptedAt, record: { phone: '1', ...record } });
      const prices = await lead(at, { page_url: 'https://example.com/prices?q=1#top', experiment_greeting: 'b' });
      const start = await lead(at + 1, { page_url: 'https://example.com/', experiment_greeting: 'a' });
      const none = await lead(at + 2, { page_url: 'no address' });
      const found = async (query: Parameters<LeadStore['list']>[0]) =>
        (await store.list({ form, ...query })).map(({ id }) => id);
      expect(await found({})).toEqual([none, start, prices]);
      expect(await found({ page: '/prices' })).toEqual([prices]);
      expect(await found({ page: '/' })).toEqual([start]);
      expect(await found({ page: 'rices' })).toEqual([]);
      expect(await found({ field: { name: 'experiment_greeting', value: 'b' } })).toEqual([prices]);
      expect(await found({ from: at + 1, to: at + 2 })).toEqual([start]);
      expect(await store.countLeads({ form, page: '/prices' })).toMatchObject({ count: 1, unknown: 0 });
    });

    it('searches phones, IDs and values, and treats the text as neither pattern nor SQL', async () => {
      const store = under();
      const phone = '447700900123';
      const id = await stored(store, { phone, record: { phone, last_name: 'Lovelace', note: "100%_'; --" } });
      for (const search of [phone.slice(2, 9), id.slice(0, 13), 'LOVELACE', "%_';"]) {
        expect((await store.list({ search })).map(({ id }) => id)).toEqual([id]);
      }
      expect(await store.list({ search: '%%%' })).toEqual([]);
      // The text of the whole record was searched, so that the name of a field found every lead that has it.
      for (const search of ['last_name', '":"', 'lace","']) expect(await store.list({ search })).toEqual([]);
    });

    // Postgres followed the locale of its database, where only ASCII had upper and lower case.
    it('searches for any of the digits that a searched phone may mean, also in other fields', async () => {
      const phone = '61412345678';
      const mobile = '4915199887766';
      const id = await stored(under(), { phone, record: { phone, mobile } });
      for (const phones of [
        ['0412345', '412345678'],
        ['999999999', mobile],
      ]) {
        const found = await under().list({ search: 'no text of this lead', phones });
        expect(found.map((lead) => lead.id)).toEqual([id]);
      }
      expect(await under().list({ search: 'no text of this lead', phones: ['999999999'] })).toEqual([]);
      expect(await under().countLeads({ search: 'nothing', phones: [mobile] })).toMatchObject({ count: 1 });
    });

    it('searches without regard to case in every script', async () => {
      const store = under();
      const mark = randomUUID();
      const id = await stored(store, { record: { mark, last_name: `ØDEGÅRD Ωραίος ЖУКОВА` } });
      for (const search of ['ødegård', 'ΩΡΑΊΟΣ'.slice(0, 5), 'Жукова', 'ØDEGÅRD']) {
        expect((await store.list({ search })).map(({ id }) => id)).toContain(id);
      }
    });

    it('searches names as people type them: without accents, in either form of Unicode, first and last together', async () => {
      const store = under();
      const mark = randomUUID();
      const ids = new Map<string, string>();
      for (const name of ['Zoë', 'Jürgen', 'Ångström', 'Ωραίος', 'Ødegård', 'Алексей']) {
        ids.set(name, await stored(store, { record: { mark, first_name: name, last_name: 'Müller-Łukasz' } }));
      }
      const found = async (search: string) => (await store.list({ search, limit: 200 })).map(({ id }) => id);
      for (const [search, name] of [
        ['zoe', 'Zoë'],
        ['Zoe\u0308', 'Zoë'],
        ['JURGEN', 'Jürgen'],
        ['angstrom', 'Ångström'],
        ['ωραιος', 'Ωραίος'],
        ['odegard', 'Ødegård'],
        ['алексеи', 'Алексей'],
        ['zoë muller-lukasz', 'Zoë'],
      ] as const) {
        expect(await found(search), search).toContain(ids.get(name));
      }
      expect(await found('jurgen lukasz')).not.toContain(ids.get('Jürgen'));
    });

    it('sorts by time and by name, page by page, those without a name last', async () => {
      const store = under();
      const mark = randomUUID();
      const names = ['Émile', 'Zoë', 'eva', 'Ada', '', 'Emil'];
      const ids = new Map<string, string>();
      for (const name of names) {
        ids.set(await stored(store, { record: { mark, ...(name !== '' && { first_name: name }) } }), name);
      }
      const sorted = async (sort: 'newest' | 'oldest' | 'name') => {
        const found: (string | undefined)[] = [];
        let before: string | undefined;
        do {
          const page = await store.list({ search: mark, sort, limit: 2, before });
          found.push(...page.map(({ id }) => ids.get(id)));
          before = page.at(-1)?.id;
        } while (before !== undefined);
        return found;
      };
      expect(await sorted('name')).toEqual(['Ada', 'Emil', 'Émile', 'eva', 'Zoë', '']);
      expect(await sorted('oldest')).toEqual(names);
      expect(await sorted('newest')).toEqual(names.toReversed());
    });

    it('counts the leads that need attention by state and cause, and lists those with a cause', async () => {
      const store = under();
      const outcome = `503 ${randomUUID()} 'quoted'`;
      const reason = `honeypot ${randomUUID()}`;
      const dead = [await ended('dead', {}, outcome), await ended('dead', {}, outcome)];
      const unknown = await ended('unknown', {}, outcome);
      const held = await stored(store, { held: reason });
      await ended('done', {}, outcome);
      const causes = await store.countCauses();
      expect(causes.map(({ count }) => count)).toEqual(causes.map(({ count }) => count).toSorted((a, b) => b - a));
      expect(causes.filter(({ cause }) => [`create: ${outcome}`, reason].includes(cause))).toEqual([
        { state: 'dead', cause: `create: ${outcome}`, count: 2 },
        ...[
          { state: 'unknown', cause: `create: ${outcome}`, count: 1 },
          { state: 'held', cause: reason, count: 1 },
        ].toSorted((a, b) => (a.cause < b.cause ? -1 : 1)),
      ]);
      const listed = async (state: 'dead' | 'unknown' | 'held', cause: string) =>
        (await store.list({ state, cause })).map(({ id }) => id);
      expect(await listed('dead', `create: ${outcome}`)).toEqual(dead.toReversed());
      expect(await listed('unknown', `create: ${outcome}`)).toEqual([unknown]);
      expect(await listed('held', reason)).toEqual([held]);
      expect(await listed('dead', 'create')).toEqual([]);
    });

    it('finds each cause that it shows', async () => {
      const store = under();
      const long = 'x'.repeat(300);
      for (const state of ['dead', 'unknown'] as const) {
        const ids = [await ended(state, {}, long), await ended(state)];
        for (const id of ids) {
          const lead = await store.find(id);
          const cause = lead === undefined ? undefined : causeOf(lead);
          if (cause === undefined) throw new Error('a lead that needs attention has a cause');
          expect((await store.list({ state, cause, limit: 200 })).map((found) => found.id)).toContain(id);
          expect(await store.countCauses()).toContainEqual(expect.objectContaining({ state, cause }));
        }
      }
    });

    it('replays dead and unknown leads', async () => {
      const store = under();
      for (const state of ['dead', 'unknown'] as const) {
        const id = await ended(state);
        expect((await store.find(id))?.state).toBe(state);
        expect(await store.replay(id, { now: at, callTtlMs: 1_000 })).toBe(true);
        expect(await store.find(id)).toMatchObject({
          state: 'pending',
          nextAt: at,
          steps: [{ step: 'create', state: 'pending', attempts: 0 }, { state: 'done' }],
        });
        expect(await store.replay(id, { now: at, callTtlMs: 1_000 })).toBe(false);
      }
    });

    it('replays a lead with the tags, the journey and the agent that its form has now', async () => {
      const store = under();
      const callback = callPlan({ agent: 'wrong-agent', from: '14155550100' });
      const id = await ended('dead', { plan: { tags: ['wrong'], journey: { id: 'j', onExisting: 'keep' } }, callback });
      const call = (await store.find(id))?.steps.find(({ step }) => step === 'call')?.name ?? '';
      await failSteps(id);
      const plan = { tags: ['right'], journey: { id: 'k', onExisting: 'update' } } as const;
      const form = { ...plan, tags: [...plan.tags], fields: [], routes: [], callback: { agent: 'right-agent' } };
      expect(await store.replay(id, { now: at, callTtlMs: 1_000, form })).toBe(true);
      expect(await store.find(id)).toMatchObject({
        state: 'pending',
        plan,
        steps: [
          { step: 'create', state: 'pending' },
          { step: 'tag', name: 'right', state: 'pending' },
          { step: 'journey', name: 'k', state: 'pending' },
          { step: 'call', name: call, state: 'pending' },
        ],
      });
      const replayedCall = await store.findCall(call);
      expect(replayedCall).toMatchObject({ agent: 'right-agent', state: 'waiting', expiresAt: at + 1_000 });
      expect(replayedCall?.from).toBeUndefined();
    });

    // A lead that an operator ended by hand counted as delivered: its steps became `done` or `skipped`, and the state
    // followed from them.
    it('closes a lead in any state but delivered, without counting it as delivered', async () => {
      const store = under();
      const before = await store.counts();
      const decision = { now: at + 1, by: 'Grace', reason: 'a test' };
      const ids = [
        await ended('dead'),
        await ended('unknown'),
        await stored(store, { held: 'honeypot' }),
        await stored(store),
      ];
      for (const id of ids) {
        expect(await store.closeLead(id, decision)).toBe(true);
        expect(await store.find(id)).toMatchObject({
          state: 'closed',
          closed: { by: 'Grace', reason: 'a test' },
          endedAt: at + 1,
        });
        expect(await store.closeLead(id, decision)).toBe(false);
      }
      const after = await store.counts();
      expect([after.closed - before.closed, after.delivered - before.delivered]).toEqual([4, 0]);
      const { leads } = await store.claim({ owner: randomUUID(), now: at + 2, leaseMs: 15_000, limit: 100 });
      expect(leads.filter(({ id }) => ids.includes(id))).toEqual([]);
      expect(await store.closeLead(await ended('done'), decision)).toBe(false);
      expect(await store.closeLead(randomUUID(), decision)).toBe(false);
    });

    it('does not close a lead that is being delivered', async () => {
      const store = under();
      const id = await stored(store, { acceptedAt: at - 86_400_000 });
      const owner = randomUUID();
      let isClaimed = false;
      while (!isClaimed) {
        const { leads } = await store.claim({ owner, now: at, leaseMs: 15_000, limit: 100 });
        isClaimed = leads.some((lead) => lead.id === id);
      }
      expect(await store.closeLead(id, { now: at + 1, by: 'Grace' })).toBe(false);
      expect(await store.closeLead(id, { now: at + 15_001, by: 'Grace' })).toBe(true);
      const { steps } = (await store.find(id)) ?? { steps: [] };
      await expect(store.checkpoint({ lead: id, owner, now: at + 15_002, steps })).rejects.toMatchObject({
        code: 'lease-lost',
      });
    });

    it('cancels the open calls of a closed lead, and takes no more', async () => {
      const store = under();
      const id = await stored(store, { callback: callPlan() });
      const planned = await store.requestCall(id, callPlan({ plannedAt: at + 3_600_000 }));
      expect(planned.outcome).toBe('accepted');
      const calls = [
        (await store.find(id))?.steps.find(({ step }) => step === 'call')?.name ?? '',
        planned.outcome === 'accepted' ? planned.call : '',
      ];
      await store.closeLead(id, { now: at + 1, by: 'Grace' });
      for (const call of calls) expect((await store.findCall(call))?.state).toBe('cancelled');
      expect(await store.requestCall(id, callPlan())).toEqual({ outcome: 'no-lead' });
      expect((await store.find(id))?.state).toBe('closed');
    });

    it('opens a closed lead again when it is replayed, without its calls', async () => {
      const store = under();
      const held = await stored(store, { held: 'honeypot', callback: callPlan() });
      for (const id of [await ended('dead'), held]) {
        await store.closeLead(id, { now: at, by: 'Grace' });
        expect(await store.replay(id, { now: at, callTtlMs: 1_000 })).toBe(true);
        const lead = await store.find(id);
        expect(lead).toMatchObject({
          state: 'pending',
          steps: expect.arrayContaining([expect.objectContaining({ step: 'create', state: 'pending' })]),
        });
        expect(lead).not.toHaveProperty('closed');
        expect(lead?.steps.filter(({ step, state }) => step === 'call' && state === 'pending')).toEqual([]);
      }
    });

    it('corrects a value of a lead that is not delivered, and records who did it', async () => {
      const store = under();
      const record = { phone: '14155509001', email: 'ada@exmaple.com', verified_fields: 'phone,email' };
      const dead = await ended('dead', { record });
      const correction = { now: at + 5, by: 'Grace', values: { email: 'ada@example.com' } };
      expect(await store.correct(dead, correction)).toBe(true);
      const lead = await store.find(dead);
      expect(lead).toMatchObject({
        state: 'dead',
        // Nobody has signed the new value.
        record: { ...record, email: 'ada@example.com', verified_fields: 'phone' },
        corrections: [{ field: 'email', at: at + 5, by: 'Grace' }],
        steps: [{ step: 'create', state: 'dead' }, { step: 'tag' }],
      });
      expect(JSON.stringify(lead)).not.toContain('exmaple');
      expect(await store.correct(dead, { now: at + 6, by: 'Eve', values: { email: undefined } })).toBe(true);
      const emptied = await store.find(dead);
      expect(emptied?.record).not.toHaveProperty('email');
      expect(emptied?.corrections).toHaveLength(2);
      expect(await store.correct(await ended('done'), correction)).toBe(false);
      expect(await store.correct(randomUUID(), correction)).toBe(false);
    });

    it('writes a corrected value to the service if the lead is there already', async () => {
      const store = under();
      const id = await stored(store, { acceptedAt: at - 86_400_000 });
      const owner = randomUUID();
      for (let lead: StoredLead | undefined; lead === undefined; ) {
        const { leads } = await store.claim({ owner, now: at, leaseMs: 15_000, limit: 100 });
        lead = leads.find((claimed) => claimed.id === id);
        const steps = (lead?.steps ?? []).map(
          (step, index) => ({ ...step, state: index === 0 ? 'done' : 'dead' }) as const,
        );
        if (lead !== undefined) await store.checkpoint({ lead: id, owner, now: at, steps, serviceLead: 'theirs' });
      }
      const correction = { now: at, by: 'Grace', values: { email: 'ada@example.com' } };
      expect(await store.correct(id, correction)).toBe(true);
      expect(await store.correct(id, { ...correction, values: { last_name: 'Byron' } })).toBe(true);
      expect((await store.find(id))?.steps).toMatchObject([
        { step: 'create', state: 'done' },
        { step: 'update', state: 'pending', fields: ['email', 'last_name'] },
        { step: 'tag', state: 'dead' },
      ]);
      // The service knows the lead by its phone.
      expect(await store.correct(id, { ...correction, values: { phone: '14155509009' } })).toBe(false);
    });

    it('corrects the phone of a lead that the service does not have, also for its calls', async () => {
      const store = under();
      const id = await stored(store, { held: 'honeypot', callback: callPlan() });
      expect(await store.correct(id, { now: at, by: 'Grace', values: { phone: '14155509007' } })).toBe(true);
      expect(await store.find(id)).toMatchObject({
        phone: '14155509007',
        record: { phone: '14155509007' },
        state: 'held',
      });
      expect((await store.heldCalls([id]))[0]?.phone).toBe('14155509007');
    });

    it('resolves unknown steps as done or skipped', async () => {
      const store = under();
      const decision = { now: at + 1, by: 'Grace' };
      // A lead whose step did not happen was not delivered.
      for (const [outcome, state] of [
        ['done', 'delivered'],
        ['skipped', 'closed'],
      ] as const) {
        const id = await ended('unknown');
        expect(await store.resolve(id, outcome, decision)).toBe(true);
        expect(await store.find(id)).toMatchObject({ state, steps: [{ state: outcome, endedAt: at + 1 }, {}] });
        expect(await store.resolve(id, outcome, decision)).toBe(false);
        // What was decided is not sent again.
        expect(await store.replay(id, { now: at + 2, callTtlMs: 1_000 })).toBe(false);
      }
      expect(await store.resolve(await ended('dead'), 'done', decision)).toBe(false);
      expect(await store.resolve(randomUUID(), 'done', decision)).toBe(false);
    });

    it('releases held leads only', async () => {
      const store = under();
      const id = await stored(store, { held: 'too fast' });
      expect(await store.release(id, { now: at + 5, callCaps: [], call: 'as-requested' })).toBe(true);
      expect(await store.find(id)).toMatchObject({ state: 'pending', nextAt: at + 5, held: 'too fast' });
      expect(await store.release(id, { now: at + 5, callCaps: [], call: 'as-requested' })).toBe(false);
    });

    it('holds what was pending in a backup, for the operator to decide', async () => {
      const store = under();
      const journey = randomUUID();
      const plan = { tags: ['web'], journey: { id: journey, onExisting: 'keep' as const } };
      const pending = await stored(store, { plan, callback: callPlan() });
      const done = await ended('done');
      const held = await stored(store, { held: 'honeypot' });
      expect((await store.holdPending(at + 10)).leads).toBeGreaterThan(0);
      expect((await store.counts()).pending).toBe(0);
      const found = await store.find(pending);
      expect(found).toMatchObject({ state: 'unknown', endedAt: at + 10 });
      expect(new Set(found?.steps.map(({ state }) => state))).toEqual(new Set(['unknown']));
      const call = (await store.listCalls({ limit: 200 })).find(({ lead }) => lead === pending);
      expect(call?.state).toBe('unknown');
      expect([(await store.find(done))?.state, (await store.find(held))?.state]).toEqual(['delivered', 'held']);
      expect((await store.claim({ owner: 'o', now: at + 20, leaseMs: 1_000, limit: 100 })).leads).toEqual([]);
      expect(await store.holdPending(at + 20)).toEqual({ leads: 0, calls: 0 });
      expect(await store.resolve(pending, 'done', { now: at + 30, by: 'Grace' })).toBe(true);
      expect((await store.find(pending))?.state).toBe('delivered');
    });

    it('erases a list of leads with all that belongs to them, and no others', async () => {
      const store = under();
      const ids: string[] = [];
      for (let index = 0; index < 3; index++) ids.push(await stored(store, { callback: callPlan() }));
      const [first = '', second = '', third = ''] = ids;
      expect(await store.erase({ leads: [first, third, randomUUID()] })).toBe(2);
      expect(await store.find(first)).toBeUndefined();
      expect(await store.find(second)).toBeDefined();
      const called = (await store.listCalls({ limit: 200 })).map(({ lead }) => lead);
      expect(called).toContain(second);
      expect(called).not.toContain(first);
      expect(await store.erase({ leads: [] })).toBe(0);
    });

    it('counts the leads that a query finds, and those with an unknown step', async () => {
      const store = under();
      const mark = randomUUID();
      const more = { record: { note: mark } };
      const unknown = await ended('unknown', more);
      const dead = await ended('dead', more);
      const states = { unknown: 1, dead: 1 };
      expect(await store.countLeads({ search: mark })).toEqual({ count: 2, unknown: 1, states });
      const onlyDead = { count: 1, unknown: 0, states: { dead: 1 } };
      expect(await store.countLeads({ search: mark, state: 'dead' })).toEqual(onlyDead);
      expect(await store.countLeads({ leads: [unknown, dead] })).toEqual({ count: 2, unknown: 1, states });
      expect(await store.countLeads({ leads: [randomUUID()] })).toEqual({ count: 0, unknown: 0, states: {} });
    });

    it('erases everything of a phone', async () => {
      const store = under();
      const phone = '447700900999';
      const callback = callPlan();
      const ids = [
        await ended('done', { phone, callback }),
        await stored(store, { phone }),
        await stored(store, { phone }),
      ];
      expect(await store.erase({ leads: [ids[2] ?? ''] })).toBe(1);
      expect(await store.erase({ phone })).toBe(2);
      for (const id of ids) expect(await store.find(id)).toBeUndefined();
      expect(await store.list({ search: phone })).toEqual([]);
      const cap = { name: 'perPhone', per: 'phone', points: 1, seconds: 600 } as const;
      const again = await stored(store, { phone });
      expect(await store.requestCall(again, callPlan({ caps: [cap] }))).toMatchObject({ outcome: 'accepted' });
    });

    it('counts accepted and delivered leads per span of time', async () => {
      const store = under();
      const since = at + 1_000 * 86_400_000;
      await stored(store, { acceptedAt: since + 10 });
      await stored(store, { acceptedAt: since + 20 });
      await stored(store, { acceptedAt: since + 3_600_000 });
      expect(await store.activity(since, 3_600_000)).toEqual([
        { from: since, captured: 2, delivered: 0 },
        { from: since + 3_600_000, captured: 1, delivered: 0 },
      ]);
      const delivered = (await store.activity(at, 3_600_000)).find(({ from }) => from === at);
      expect(delivered?.delivered).toBeGreaterThan(0);
    });
  });
}
