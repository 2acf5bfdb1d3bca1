import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { at, callPlan, type StoreUnderTest, stored } from './contract.ts';

/** Numbers that must not be called, which all proxies of a database share. */
export function testBlocks(current: () => { under: StoreUnderTest; store: LeadStore }): void {
  let phones = 14155558000;
  const nextPhone = () => String(++phones);

  const planned = async (store: LeadStore, lead: string, plannedAt = at + 3_600_000) => {
    const requested = await store.requestCall(lead, callPlan({ plannedAt, expiresAt: plannedAt + 90_000 }));
    if (requested.outcome !== 'accepted') throw new Error(requested.outcome);
    return requested.call;
  };

  describe('the block list', () => {
    it('keeps who, when and why, but not the number', async () => {
      const { under, store } = current();
      const phone = nextPhone();
      expect(await store.findBlock(phone)).toBeUndefined();
      const { id, isNew } = await store.blockPhone({ phone, at, by: 'Grace', reason: 'asked us by mail' });
      expect(isNew).toBe(true);
      const block = { id, at, by: 'Grace', reason: 'asked us by mail' };
      expect(await store.findBlock(phone)).toEqual(block);
      expect(await store.blockPhone({ phone, at: at + 1, by: 'Ada' })).toEqual({ id, isNew: false, cancelled: [] });
      const later = await store.blockPhone({ phone: nextPhone(), at: at + 2, by: 'Ada' });
      expect(await store.listBlocks()).toEqual([{ id: later.id, at: at + 2, by: 'Ada' }, block]);
      // No column has the number, not even a part of it.
      const part = `LIKE '%${phone.slice(-7)}%'`;
      await under.execute(`DELETE FROM blocks WHERE phone_hash ${part} OR author ${part} OR reason ${part}`);
      expect(await store.findBlock(phone)).toEqual(block);
      const other = await under.open();
      expect(await other.unblockPhone({ id: later.id })).toBe(later.id);
      expect(await other.unblockPhone({ id: later.id })).toBeUndefined();
      expect(await other.unblockPhone({ phone: nextPhone() })).toBeUndefined();
      expect(await other.unblockPhone({ phone })).toBe(id);
      expect(await store.listBlocks()).toEqual([]);
      await other.close();
    });

    it('blocks a number once, however many do it at the same time', async () => {
      const { under, store } = current();
      const other = await under.open();
      const phone = nextPhone();
      const blocked = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 === 0 ? store : other).blockPhone({ phone, at, by: `operator ${index}` }),
        ),
      );
      expect(new Set(blocked.map(({ id }) => id)).size).toBe(1);
      expect(blocked.filter(({ isNew }) => isNew)).toHaveLength(1);
      await other.close();
    });

    it('leaves no call planned, however many are planned at the moment of the block', async () => {
      const { under, store } = current();
      const other = await under.open();
      for (let round = 0; round < 20; round++) {
        const phone = nextPhone();
        const leads = await Promise.all(Array.from({ length: 4 }, () => stored(store, { phone })));
        const plannedAt = at + 3_600_000;
        const plan = callPlan({ plannedAt, expiresAt: plannedAt + 90_000 });
        await Promise.all([
          ...leads.map((lead, index) => (index % 2 === 0 ? store : other).requestCall(lead, plan)),
          other.blockPhone({ phone, at, by: 'Grace' }),
        ]);
        const states = (await store.phoneRecords(phone)).calls.map(({ state }) => state);
        expect(states.filter((state) => state !== 'cancelled')).toEqual([]);
      }
      await other.close();
    });

    it('holds new leads of the number, whatever else would hold them, and refuses their calls', async () => {
      const { store } = current();
      const phone = nextPhone();
      await store.blockPhone({ phone, at, by: 'Grace' });
      const key = randomUUID();
      const accept = (more = {}) =>
        store.accept({
          ...{ key, bodyHash: 'hash', form: 'default', phone, record: { phone }, plan: { tags: [] } },
          acceptedAt: at,
          ...more,
        });
      const first = await accept({ held: 'honeypot', callback: callPlan() });
      expect(first).toMatchObject({
        outcome: 'stored',
        isBlocked: true,
        call: { outcome: 'refused', reason: 'blocked' },
      });
      const lead = first.outcome === 'stored' ? first.lead : '';
      expect(await store.find(lead)).toMatchObject({ state: 'held', held: 'blocked' });
      expect(await accept({ held: 'honeypot', callback: callPlan() })).toEqual({ outcome: 'repeated', lead });
      expect(await store.requestCall(lead, callPlan())).toEqual({ outcome: 'blocked' });
      expect(await store.heldCalls([lead])).toEqual([]);
      const other = await stored(store, { phone: nextPhone() });
      expect((await store.find(other))?.state).toBe('pending');
      // Released by a person who knows why: the lead is delivered, and still nobody is called.
      const release = { now: at, callCaps: [], call: 'as-requested' } as const;
      expect(await store.release(lead, release)).toBe(true);
      expect((await store.listCalls({ state: 'refused' })).find((call) => call.lead === lead)?.reason).toBe('blocked');
    });

    it('cancels planned calls of the number, also that of a held lead, and no others', async () => {
      const { under, store } = current();
      const phone = nextPhone();
      const lead = await stored(store, { phone });
      const calls = [await planned(store, lead), await planned(store, lead, at + 7_200_000)];
      const held = await planned(store, await stored(store, { phone, held: 'honeypot' }));
      const other = await planned(store, await stored(store, { phone: nextPhone() }));
      const second = await under.open();
      expect((await second.blockPhone({ phone, at, by: 'Grace' })).cancelled.sort()).toEqual([...calls, held].sort());
      for (const call of [...calls, held]) expect((await store.findCall(call))?.state).toBe('cancelled');
      expect((await store.findCall(other))?.state).toBe('planned');
      await second.close();
    });

    it('lets no call begin to be placed after it, however close', async () => {
      const { under, store } = current();
      const other = await under.open();
      for (let round = 0; round < 15; round++) {
        const phone = nextPhone();
        const lead = await stored(store, { phone, callback: callPlan() });
        const owner = randomUUID();
        const { leads } = await store.claim({ owner, now: at + 500 * 86_400_000, leaseMs: 20_000, limit: 1_000 });
        const claimed = leads.find(({ id }) => id === lead);
        if (claimed === undefined) throw new Error('the lead is not due');
        const steps = claimed.steps.map(
          (step) => ({ ...step, state: step.step === 'call' ? 'sending' : 'done' }) as const,
        );
        const [placing] = await Promise.all([
          store.checkpoint({ lead, owner, now: at, steps, place: phone }),
          other.blockPhone({ phone, at, by: 'Grace' }),
        ]);
        const call = (await store.find(lead))?.steps.find(({ step }) => step === 'call');
        expect([placing.outcome, call?.state]).toEqual(
          placing.outcome === 'committed' ? ['committed', 'sending'] : ['blocked', 'pending'],
        );
      }
      const phone = nextPhone();
      const lead = await stored(store, { phone, callback: callPlan() });
      await other.blockPhone({ phone, at, by: 'Grace' });
      const point = { lead, owner: 'nobody', now: at, steps: [], place: phone };
      expect(await store.checkpoint(point)).toEqual({ outcome: 'blocked' });
      await other.close();
    });

    it('stays when the person is erased, and is part of their export', async () => {
      const { store } = current();
      const phone = nextPhone();
      await stored(store, { phone });
      const { id } = await store.blockPhone({ phone, at, by: 'Grace' });
      expect((await store.phoneRecords(phone)).block).toEqual({ id, at, by: 'Grace' });
      expect(await store.erase({ phone })).toBe(1);
      expect(await store.findBlock(phone)).toEqual({ id, at, by: 'Grace' });
      const again = await stored(store, { phone });
      expect((await store.find(again))?.held).toBe('blocked');
    });

    // A new key of the service must not let the proxy call somebody again.
    it('does not depend on a key of the configuration', async () => {
      const { under, store } = current();
      const phone = nextPhone();
      await store.blockPhone({ phone, at, by: 'Grace' });
      const rotated = await under.open(undefined, { phoneSecret: randomUUID() });
      expect(await rotated.findBlock(phone)).toMatchObject({ by: 'Grace' });
      await rotated.close();
    });
  });
}
