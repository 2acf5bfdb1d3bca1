import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { at, callPlan, type StoreUnderTest, stored } from './contract.ts';

const leaseMs = 15_000;
const receiver = 'https://crm.example.com/hook';

/** Rows that a damaged file, a hand or a newer version left, so that this version cannot read them. */
export function testUnreadable(prepare: () => Promise<StoreUnderTest>): void {
  let under: StoreUnderTest;
  let store: LeadStore;

  const damage = (lead: string, column: 'steps' | 'record' | 'plan' | 'state', text = '{"half') =>
    under.execute(`UPDATE leads SET ${column} = '${text}' WHERE lead = '${lead}'`);
  const claim = () => store.claim({ owner: randomUUID(), now: at, leaseMs, limit: 10 });

  describe('with rows that cannot be read', () => {
    beforeAll(async () => {
      under = await prepare();
      store = await under.open();
    });
    afterAll(async () => {
      await store?.close();
      await under?.remove();
    });

    // One such row made every claim fail after its commit, so that no lead was delivered.
    it('claims the other leads, and parks the damaged ones for the operator', async () => {
      const damaged = [await stored(store), await stored(store), await stored(store), await stored(store)];
      const [steps = '', record = '', plan = '', kind = ''] = damaged;
      const good = await stored(store);
      await damage(steps, 'steps');
      await damage(record, 'record', '[]');
      await damage(plan, 'plan', '');
      await damage(kind, 'steps', '[{"step":"fax","state":"pending","attempts":0}]');
      const claimed = await claim();
      expect(claimed.leads.map(({ id }) => id)).toEqual([good]);
      expect([...claimed.unreadable].sort()).toEqual([...damaged].sort());
      expect(await claim()).toMatchObject({ leads: [], unreadable: [] });
      for (const lead of damaged) {
        expect(await store.find(lead)).toMatchObject({ state: 'held', held: 'unreadable' });
        expect(await store.release(lead, { now: at, callCaps: [], call: 'as-requested' })).toBe(false);
      }
      // Mended, it goes on where it was.
      await damage(plan, 'plan', '{"tags":[]}');
      expect(await store.release(plan, { now: at, callCaps: [], call: 'as-requested' })).toBe(true);
      expect((await claim()).leads.map(({ id }) => id)).toEqual([plan]);
    });

    // Its barrier stayed, and said of the phone's next lead that it is in that journey already.
    it('ends the barrier of a journey that a mended lead is released without', async () => {
      const phone = '14155557009';
      const journeyOf = (id: string) => ({ id, onExisting: 'keep' as const });
      const lead = await stored(store, { phone, plan: { tags: [], journey: journeyOf('first') } });
      const owner = randomUUID();
      const [{ steps } = { steps: [] }] = (await store.claim({ owner, now: at, leaseMs, limit: 10 })).leads;
      const enrol = { phone, journey: 'first', since: at - 1_000 };
      expect(await store.checkpoint({ lead, owner, now: at, steps, enrol })).toMatchObject({ outcome: 'committed' });
      await store.checkpoint({ lead, owner, now: at, steps, release: { nextAt: at } });
      await damage(lead, 'record');
      expect((await claim()).unreadable).toEqual([lead]);
      await damage(lead, 'record', '{}');
      const form = { fields: [], tags: [], routes: [], journey: journeyOf('second') };
      expect(await store.release(lead, { now: at, callCaps: [], call: 'none', form })).toBe(true);
      expect((await store.phoneRecords(phone)).enrolments).toEqual([]);
      expect(await store.erase({ phone })).toBe(1);
    });

    it('lists and counts the damaged leads beside the others', async () => {
      const [phone, damaged, good] = ['14155557001', await stored(store, { held: 'honeypot' }), await stored(store)];
      const dead = await stored(store, { phone });
      const owner = randomUUID();
      for (const lead of (await store.claim({ owner, now: at, leaseMs, limit: 10 })).leads) {
        const failed = lead.steps.map((step) => ({ ...step, state: 'dead' as const, answer: 'failed' }));
        await store.checkpoint({ lead: lead.id, owner, now: at, steps: failed });
      }
      await damage(damaged, 'record');
      for (const steps of ['["x"]', '{}', '7']) {
        await damage(dead, 'steps', steps);
        expect((await store.countCauses()).find(({ cause }) => cause === 'dead')).toMatchObject({ count: 1 });
      }
      await damage(dead, 'steps');
      const listed = await store.list({ limit: 3 });
      expect(listed.map(({ id }) => id)).toEqual([dead, good, damaged]);
      expect(listed[0]).toMatchObject({ steps: [], unreadable: { steps: '{"half' }, phone });
      expect(listed[2]).toMatchObject({ record: {}, unreadable: { record: '{"half' } });
      expect(listed[1]).not.toHaveProperty('unreadable');
      expect(await store.list({ search: phone })).toHaveLength(1);
      const causes = await store.countCauses();
      expect(causes).toContainEqual({ state: 'dead', cause: 'dead', count: 1 });
      expect(causes).toContainEqual({ state: 'dead', cause: 'create: failed', count: 1 });
      expect((await store.list({ state: 'dead', cause: 'dead' })).map(({ id }) => id)).toEqual([dead]);
      expect(await store.replay(dead, { now: at, callTtlMs: 1_000 })).toBe(false);
      expect(await store.resolve(dead, 'done', { now: at, by: 'Grace' })).toBe(false);
      expect((await store.phoneRecords(phone)).leads).toMatchObject([{ id: dead }]);
      expect(await store.erase({ phone })).toBe(1);
    });

    // Since leads can be closed, no constraint of the table refuses a state that this version does not know.
    it('lists a lead in a state of a newer version, and changes nothing about it', async () => {
      const [newer, good] = [await stored(store), await stored(store)];
      await damage(newer, 'state', 'archived');
      const listed = await store.list({ limit: 2 });
      expect(listed.map(({ id }) => id)).toEqual([good, newer]);
      expect(listed[1]).toMatchObject({ state: 'unknown', unreadable: { state: 'archived' } });
      expect(await store.find(newer)).toMatchObject({ unreadable: { state: 'archived' } });
      expect(await store.closeLead(newer, { now: at, by: 'Grace' })).toBe(false);
      expect(await store.erase({ leads: [newer] })).toBe(1);
    });

    it('starts the other planned calls, and lists all calls', async () => {
      const lead = await stored(store);
      const plan = callPlan({ plannedAt: at + 60_000, requestData: { topic: 'x' } });
      const damaged = await store.requestCall(lead, plan);
      const good = await store.requestCall(await stored(store), plan);
      if (damaged.outcome !== 'accepted' || good.outcome !== 'accepted') throw new Error('a call is refused');
      await under.execute(`UPDATE calls SET request_data = '{' WHERE call = '${damaged.call}'`);
      const due = await store.dueCalls(at + 60_000, 10);
      expect(due.calls.map(({ id }) => id).sort()).toEqual([damaged.call, good.call].sort());
      expect(due.calls.find(({ id }) => id === damaged.call)).not.toHaveProperty('requestData');
      await damage(lead, 'record');
      expect(await store.listCalls({ state: 'planned' })).toHaveLength(2);
      await damage(lead, 'steps');
      expect(await store.startCall(damaged.call, { ...plan, requestedAt: at + 60_000 })).toEqual({
        state: 'refused',
        reason: 'unreadable',
      });
    });

    it('posts the other webhooks, and parks the damaged ones', async () => {
      const [damaged, good] = [await stored(store), await stored(store)];
      await under.execute(`UPDATE webhooks SET facts = '{' WHERE lead = '${damaged}'`);
      const claimed: string[] = [];
      const unreadable: string[] = [];
      for (;;) {
        const owner = randomUUID();
        const found = await store.claimWebhooks({ receiver, owner, now: at + leaseMs, leaseMs, limit: 100 });
        if (found.webhooks.length + found.unreadable.length === 0) break;
        unreadable.push(...found.unreadable);
        for (const { id, lead } of found.webhooks) {
          claimed.push(lead.id);
          await store.settleWebhook(id, owner, { state: 'delivered', at, answer: '200' });
        }
      }
      expect(claimed).toContain(good);
      const listed = await store.listWebhooks({ state: 'dead', limit: 200 });
      expect(listed.find(({ lead }) => lead.id === damaged)).toMatchObject({ answer: 'unreadable' });
      expect(unreadable).toContain(listed.find(({ lead }) => lead.id === damaged)?.id);
    });
  });
}
