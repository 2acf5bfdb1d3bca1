import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallPlan } from '../../../src/proxy/domain/call.ts';
import type { LeadStore, StoreOptions } from '../../../src/proxy/store/create-store.ts';
import type { NewLead } from '../../../src/proxy/store/lead-row.ts';
import type { SweepRequest, SweptLeads } from '../../../src/proxy/store/queries/sweep.ts';
import type { StoreOwner } from '../../../src/proxy/store/store-owner.ts';
import { testAdmin } from './contract-admin.ts';
import { testAudit } from './contract-audit.ts';
import { testBlocks } from './contract-blocks.ts';
import { testCallEnds } from './contract-call-ends.ts';
import { testCalls } from './contract-calls.ts';
import { testFunnel } from './contract-funnel.ts';
import { testMilestones } from './contract-milestones.ts';
import { testNotes } from './contract-notes.ts';
import { testOwner } from './contract-owner.ts';
import { testPlannedCalls } from './contract-planned-calls.ts';
import { testQueue } from './contract-queue.ts';
import { testRatings } from './contract-ratings.ts';
import { testReceivers } from './contract-receivers.ts';
import { testSavedReceivers } from './contract-saved-receivers.ts';
import { testSettings } from './contract-settings.ts';
import { testSweep } from './contract-sweep.ts';
import { testUnreadable } from './contract-unreadable.ts';
import { testWebhooks } from './contract-webhooks.ts';

/** A new database for one run of the suite. `open` opens it again, as another process would. */
export type StoreUnderTest = {
  open(
    owner?: StoreOwner,
    more?: Pick<StoreOptions, 'phoneSecret' | 'receivers' | 'hasSavedReceivers'>,
  ): Promise<LeadStore>;
  /** Changes the database behind the store's back, for tests of damage. */
  execute(sql: string): Promise<void>;
  remove(): Promise<void>;
};

export const at = Date.UTC(2026, 0, 1);
let phones = 14155500000;

export function newLead(more: Partial<NewLead> = {}): NewLead {
  const phone = more.phone ?? String(++phones);
  return {
    key: randomUUID(),
    bodyHash: 'hash',
    form: 'default',
    phone,
    record: { phone, first_name: 'Ada' },
    plan: { tags: ['web_lead'] },
    acceptedAt: at,
    ...more,
  };
}

export function callPlan(more: Partial<CallPlan> = {}): CallPlan {
  return {
    agent: 'agent',
    ip: '192.0.2.1',
    country: 'US',
    requestedAt: at,
    expiresAt: at + 120_000,
    caps: [],
    ...more,
  };
}

/** Accepts a lead and resolves with its ID. */
export async function stored(store: LeadStore, more: Partial<NewLead> = {}): Promise<string> {
  const acceptance = await store.accept(newLead(more));
  if (acceptance.outcome !== 'stored') throw new Error(`the lead was ${acceptance.outcome}`);
  return acceptance.lead;
}

/** Sweeps until nothing is due. */
export async function sweepAll(store: LeadStore, request: Omit<SweepRequest, 'limit'>): Promise<SweptLeads> {
  const swept = { scrubbed: 0, deleted: 0 };
  for (;;) {
    const { scrubbed, deleted, isComplete } = await store.sweep({ ...request, limit: 7 });
    swept.scrubbed += scrubbed;
    swept.deleted += deleted;
    if (isComplete) return swept;
  }
}

/** The contract that the stores of both databases must fulfill. */
export function testLeadStore(name: string, prepare: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let under: StoreUnderTest;
    let store: LeadStore;
    beforeAll(async () => {
      under = await prepare();
      store = await under.open();
    });
    afterAll(async () => {
      await store?.close();
      await under?.remove();
    });

    it('stores a lead and finds it as it was', async () => {
      const lead = newLead({ plan: { tags: ['a', 'b'], journey: { id: 'j', onExisting: 'keep' } } });
      const acceptance = await store.accept(lead);
      if (acceptance.outcome !== 'stored') throw new Error(acceptance.outcome);
      expect(await store.find(acceptance.lead)).toEqual({
        id: acceptance.lead,
        form: 'default',
        phone: lead.phone,
        record: lead.record,
        plan: lead.plan,
        state: 'pending',
        steps: [
          { step: 'create', state: 'pending', attempts: 0 },
          { step: 'tag', name: 'a', state: 'pending', attempts: 0 },
          { step: 'tag', name: 'b', state: 'pending', attempts: 0 },
          { step: 'journey', name: 'j', state: 'pending', attempts: 0 },
        ],
        acceptedAt: at,
        nextAt: at,
      });
      expect(await store.find(randomUUID())).toBeUndefined();
    });

    it('resolves a repeated key with the same lead, and refuses it with another body', async () => {
      const lead = newLead();
      const first = await store.accept(lead);
      const id = first.outcome === 'key-reused' ? '' : first.lead;
      expect(await store.accept(lead)).toEqual({ outcome: 'repeated', lead: id });
      expect(await store.accept({ ...lead, bodyHash: 'another' })).toEqual({ outcome: 'key-reused' });
    });

    it('finds a lead by the key of its request', async () => {
      const lead = newLead();
      expect(await store.findRequest(lead)).toBeUndefined();
      const id = await stored(store, lead);
      expect(await store.findRequest(lead)).toEqual({ lead: id, hasSameBody: true });
      expect(await store.findRequest({ ...lead, bodyHash: 'another' })).toEqual({ lead: id, hasSameBody: false });
    });

    it('knows when the oldest lead that waits for delivery was accepted', async () => {
      const empty = await prepare();
      const fresh = await empty.open();
      try {
        expect(await fresh.oldestPendingAt()).toBeUndefined();
        const held = await stored(fresh, { acceptedAt: at - 1, held: 'honeypot' });
        expect(await fresh.oldestPendingAt()).toBeUndefined();
        await stored(fresh, { acceptedAt: at });
        await stored(fresh, { acceptedAt: at + 1 });
        expect(await fresh.oldestPendingAt()).toBe(at);
        // It was accepted before the others, and waits since its release.
        expect(await fresh.release(held, { now: at + 60_000, callCaps: [], call: 'as-requested' })).toBe(true);
        expect(await fresh.oldestPendingAt()).toBe(at);
        await fresh.holdPending(at + 70_000);
        expect(await fresh.oldestPendingAt()).toBeUndefined();
        expect(await fresh.replay(held, { now: at + 80_000, callTtlMs: 90_000 })).toBe(true);
        expect(await fresh.oldestPendingAt()).toBe(at + 80_000);
      } finally {
        await fresh.close();
        await empty.remove();
      }
    });

    it('has one secret, which every process that opens it shares', async () => {
      const second = await under.open();
      try {
        const secrets = await Promise.all([store.secret(), second.secret(), store.secret()]);
        expect(new Set(secrets).size).toBe(1);
        expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
      } finally {
        await second.close();
      }
    });

    it("stores the hash of a lead's token, if it has one", async () => {
      expect(await store.find(await stored(store, { tokenHash: 'hash' }))).toMatchObject({ tokenHash: 'hash' });
      expect(await store.find(await stored(store))).not.toHaveProperty('tokenHash');
    });

    it('stores one lead when the same request arrives many times at once', async () => {
      const lead = newLead();
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => store.accept(lead)));
      expect(outcomes.filter(({ outcome }) => outcome === 'stored')).toHaveLength(1);
      expect(new Set(outcomes.map((accepted) => (accepted.outcome === 'key-reused' ? '' : accepted.lead))).size).toBe(
        1,
      );
    });

    it('lets a bad row fail alone among those that arrive with it', async () => {
      const loop: Record<string, unknown> = {};
      loop.self = loop;
      const good = Array.from({ length: 10 }, () => store.accept(newLead()));
      const bad = store.accept(newLead({ record: loop }));
      const wide = store.accept({ ...newLead(), acceptedAt: Number.NaN });
      const later = Array.from({ length: 10 }, () => store.accept(newLead()));
      await expect(bad).rejects.toMatchObject({ name: 'StoreError', code: 'row-refused' });
      await expect(wide).rejects.toMatchObject({ name: 'StoreError', code: 'row-refused' });
      for (const { outcome } of await Promise.all([...good, ...later])) expect(outcome).toBe('stored');
    });

    it('keeps the first session of a lead, null included', async () => {
      const session = { flow_id: 'f', session: 'webchat-session.1', url: 'wss://x' };
      const lead = await stored(store);
      expect(await store.keepSession(lead, session)).toEqual(session);
      expect(await store.keepSession(lead, { ...session, session: 'webchat-session.2' })).toEqual(session);
      expect((await store.find(lead))?.session).toEqual(session);
      const another = await stored(store);
      expect(await store.keepSession(another, null)).toBeNull();
      expect(await store.keepSession(another, session)).toBeNull();
      expect((await store.find(another))?.session).toBeNull();
    });

    it('keeps accepted leads when it is closed and opened again', async () => {
      const lead = await stored(store);
      const second = await under.open();
      expect((await second.find(lead))?.id).toBe(lead);
      await second.close();
    });

    it('can be opened by several at once', async () => {
      const stores = await Promise.all(Array.from({ length: 4 }, () => under.open()));
      const leads = await Promise.all(stores.map((opened) => stored(opened)));
      expect(new Set(leads).size).toBe(4);
      await Promise.all(stores.map((opened) => opened.close()));
    });

    it('checks that it can be written, and counts the leads by state', async () => {
      await store.check();
      const before = await store.counts();
      await stored(store, { held: 'honeypot' });
      await stored(store);
      const after = await store.counts();
      expect(after).toEqual({ ...before, held: before.held + 1, pending: before.pending + 1 });
    });

    it('refuses everything once it is closed', async () => {
      const closed = await under.open();
      await closed.close();
      await expect(closed.accept(newLead())).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
      await expect(closed.check()).rejects.toMatchObject({ code: 'unavailable' });
      await expect(closed.find(randomUUID())).rejects.toMatchObject({ code: 'unavailable' });
    });

    // Regression: without statistics both databases chose the wrong index, which is quadratic in the number of waiting
    // leads.
    it('claims due leads quickly, however many leads wait', async () => {
      const under = await prepare();
      const store = await under.open();
      const first = await stored(store, { acceptedAt: at - 1 });
      await Promise.all(Array.from({ length: 4_000 }, () => stored(store)));
      const times: number[] = [];
      for (let count = 0; count < 5; count++) {
        const started = performance.now();
        const { leads } = await store.claim({ owner: randomUUID(), now: at, leaseMs: 15_000, limit: 4 });
        times.push(performance.now() - started);
        if (count === 0) expect(leads[0]?.id).toBe(first);
        expect(leads).toHaveLength(4);
      }
      // The fastest, because other work on the machine only adds time.
      expect(Math.min(...times)).toBeLessThan(500);
      await store.close();
      await under.remove();
    });

    testQueue(() => ({ store, open: under.open, execute: under.execute }));
    testSweep(prepare);
    testAdmin(() => store);
    testCalls(() => store);
    testPlannedCalls(() => store);
    testCallEnds(() => store);
    testWebhooks(prepare);
    testReceivers(prepare);
    testBlocks(() => ({ under, store }));
    testFunnel(() => ({ under, store }));
    it('returns each erasure by command once, oldest first', async () => {
      await store.recordErasure({ at: at + 1, leads: 2 });
      await store.recordErasure({ at, leads: 0 });
      expect(await store.takeErasures()).toEqual([
        { at, leads: 0 },
        { at: at + 1, leads: 2 },
      ]);
      expect(await store.takeErasures()).toEqual([]);
    });

    testUnreadable(prepare);
    testOwner(prepare);
    testSettings(prepare);
    testSavedReceivers(prepare);
    testAudit(prepare);
    testMilestones(prepare);
    testRatings(prepare);
    testNotes(prepare);
  });
}
