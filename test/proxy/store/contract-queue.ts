import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../../src/proxy/store/delivery-queue.ts';
import type { LeadStore } from '../../../src/proxy/store/lead-store.ts';
import type { StoredLead } from '../../../src/proxy/store/stored-lead.ts';
import { until } from '../../support/until.ts';
import { at, callPlan, stored } from './contract.ts';

const leaseMs = 15_000;

export function done(lead: StoredLead): StoredLead['steps'] {
  return lead.steps.map((step) => ({ ...step, state: 'done' }));
}

export function testQueue(under: () => { store: LeadStore; open(): Promise<LeadStore> }): void {
  /** Claims until everything that is due is claimed. */
  const claimAll = async (store: LeadStore, now: number, owner = randomUUID()) => {
    const leads: StoredLead[] = [];
    for (;;) {
      const claimed = await store.claim({ owner, now, leaseMs, limit: 100 });
      leads.push(...claimed.leads);
      if (claimed.leads.length === 0) return leads;
    }
  };
  const settle = async (store: LeadStore, owner: string, lead: StoredLead, more: Partial<Checkpoint> = {}) =>
    store.checkpoint({ lead: lead.id, owner, now: at, steps: done(lead), ...more });
  /** Settles all that other tests left. */
  const drained = async () => {
    const { store } = under();
    const owner = randomUUID();
    const now = at + 365 * 86_400_000;
    for (const lead of await claimAll(store, now, owner)) await settle(store, owner, lead);
    return store;
  };

  describe('as a queue', () => {
    it('gives each due lead to one claimer only', async () => {
      const store = await drained();
      const ids = await Promise.all(Array.from({ length: 20 }, () => stored(store)));
      const second = await under().open();
      const claims = await Promise.all([claimAll(store, at), claimAll(second, at), claimAll(store, at)]);
      expect(
        claims
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual([...ids].sort());
      await second.close();
    });

    it('gives the oldest lead of a phone first, and the next one when it is settled', async () => {
      const store = await drained();
      const phone = '14155559999';
      const [first, second] = [await stored(store, { phone }), await stored(store, { phone })];
      const owner = randomUUID();
      const [claimed] = await claimAll(store, at, owner);
      expect(claimed?.id).toBe(first);
      if (claimed === undefined) throw new Error('nothing was claimed');
      await settle(store, owner, claimed);
      expect((await claimAll(store, at)).map(({ id }) => id)).toEqual([second]);
    });

    it('tells when the next lead becomes due', async () => {
      const store = await drained();
      await stored(store, { acceptedAt: at + 5_000 });
      expect(await store.claim({ owner: randomUUID(), now: at, leaseMs, limit: 10 })).toEqual({
        leads: [],
        nextAt: at + 5_000,
      });
    });

    it('keeps a checkpoint, and a lead that was given back waits until its time', async () => {
      const store = await drained();
      await stored(store);
      const owner = randomUUID();
      const [lead] = await claimAll(store, at, owner);
      if (lead === undefined) throw new Error('nothing was claimed');
      const steps = lead.steps.map((step) => ({ ...step, attempts: 1, answer: '503 unavailable', retryAt: at + 9 }));
      await settle(store, owner, lead, { steps, serviceLead: 'theirs', release: { nextAt: at + 9 } });
      expect(await claimAll(store, at)).toEqual([]);
      const [again] = await claimAll(store, at + 9);
      expect(again).toMatchObject({ id: lead.id, steps, serviceLead: 'theirs' });
    });

    it('hands a lead over when its lease has run out, and then refuses the former owner', async () => {
      const store = await drained();
      const id = await stored(store);
      const former = randomUUID();
      const [lead] = await claimAll(store, at, former);
      expect(await claimAll(store, at + leaseMs - 1)).toEqual([]);
      const later = randomUUID();
      expect((await claimAll(store, at + leaseMs, later)).map((one) => one.id)).toEqual([id]);
      if (lead === undefined) throw new Error('nothing was claimed');
      await expect(settle(store, former, lead)).rejects.toMatchObject({ code: 'lease-lost' });
      expect(await settle(store, later, lead)).toBe('committed');
      expect(await store.find(id)).toMatchObject({ state: 'delivered', endedAt: at });
    });

    it('keeps the leases of an owner that is alive', async () => {
      const store = await drained();
      await stored(store);
      const owner = randomUUID();
      await claimAll(store, at, owner);
      await store.extend(owner, at + 2 * leaseMs);
      expect(await claimAll(store, at + leaseMs)).toEqual([]);
    });

    it('refuses to enrol a phone twice, until the time is over or the first was not enrolled after all', async () => {
      const store = await drained();
      const phone = '14155559998';
      const owner = randomUUID();
      const next = async () => {
        await stored(store, { phone });
        const [lead] = await claimAll(store, at, owner);
        if (lead === undefined) throw new Error('nothing was claimed');
        return lead;
      };
      const enrol = { phone, journey: 'j', since: at - 1_000 };
      const first = await next();
      expect(await settle(store, owner, first, { steps: first.steps, enrol })).toBe('committed');
      expect(await settle(store, owner, first, { enrol })).toBe('committed'); // the same lead may
      const second = await next();
      expect(await settle(store, owner, second, { enrol })).toBe('enrolled');
      expect((await store.find(second.id))?.state).toBe('pending'); // nothing of that checkpoint is kept
      expect(await settle(store, owner, second, { enrol: { ...enrol, since: at } })).toBe('committed');
      const third = await next();
      expect(await settle(store, owner, third, { steps: third.steps, enrol: { ...enrol, since: at } })).toBe(
        'committed',
      );
      await settle(store, owner, third, { unenrol: enrol });
      expect(await settle(store, owner, await next(), { enrol })).toBe('committed');
    });

    it('keeps a call that was asked for while the lead was in work', async () => {
      const store = await drained();
      const id = await stored(store);
      const owner = randomUUID();
      const [lead] = await claimAll(store, at, owner);
      if (lead === undefined) throw new Error('nothing was claimed');
      expect(await store.requestCall(id, callPlan())).toMatchObject({ outcome: 'accepted' });
      await settle(store, owner, lead);
      const [again] = await claimAll(store, at);
      expect(again?.steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
        'create done',
        'tag done',
        'call pending',
      ]);
    });

    it('notifies its subscribers of a new lead until they unsubscribe', async () => {
      const store = await drained();
      let notifications = 0;
      let others = 0;
      const unsubscribe = store.subscribe(() => notifications++);
      store.subscribe(() => others++);
      await stored(store);
      await until('the subscriber is notified', () => notifications > 0);
      unsubscribe();
      const [before, othersBefore] = [notifications, others];
      await stored(store);
      await until('the other subscriber is notified', () => others > othersBefore);
      expect(notifications).toBe(before);
    });

    it('scrubs what was delivered, and later deletes it; nothing that waits is touched', async () => {
      const store = await drained();
      const id = await stored(store, { callback: callPlan() });
      await store.keepSession(id, { flow_id: 'f', session: 's', url: 'u' });
      const owner = randomUUID();
      for (const lead of await claimAll(store, at, owner)) await settle(store, owner, lead);
      const waiting = await stored(store);
      const sweep = (now: number) => store.sweep({ now, scrubAfterMs: 100, deleteAfterMs: 1_000 });
      await sweep(at + 50);
      expect((await store.find(id))?.phone).not.toBe('');
      await sweep(at + 100);
      const scrubbed = await store.find(id);
      expect(scrubbed).toMatchObject({ phone: '', record: {}, state: 'delivered' });
      expect(scrubbed).not.toHaveProperty('session');
      await sweep(at + 1_000);
      expect(await store.find(id)).toBeUndefined();
      expect((await store.find(waiting))?.state).toBe('pending');
      await until('the lead that waits can be claimed', async () => (await claimAll(store, at)).length === 1);
    });
  });
}
