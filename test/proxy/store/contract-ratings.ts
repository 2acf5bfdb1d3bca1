import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import type { NewRating } from '../../../src/proxy/store/queries/ratings.ts';
import { at, type StoreUnderTest, stored, sweepAll } from './contract.ts';

const receiver = { url: 'https://ratings.example/', events: ['chat.rated' as const] };
const dayMs = 86_400_000;

/** How visitors found their chats, in a database of its own. */
export function testRatings(prepare: () => Promise<StoreUnderTest>): void {
  describe('ratings', () => {
    let under: StoreUnderTest;
    let store: LeadStore;
    let phones = 14155556000;
    beforeAll(async () => {
      under = await prepare();
      store = await under.open(undefined, { receivers: [receiver] });
    });
    afterAll(async () => {
      await store?.close();
      await under?.remove();
    });

    const rating = (more: Partial<NewRating> = {}): NewRating => ({
      ...{ key: randomUUID(), bodyHash: 'hash', at, form: 'default', page: '/prices', rating: 4 },
      ...more,
    });
    /** A lead that is delivered already. */
    const delivered = async (phone = String(++phones)) => {
      const lead = await stored(store, { phone, record: { phone } });
      const owner = randomUUID();
      const { leads } = await store.claim({ owner, now: at, leaseMs: 15_000, limit: 50 });
      for (const { id, steps } of leads) {
        const done = steps.map((step) => ({ ...step, state: 'done' as const }));
        await store.checkpoint({ lead: id, owner, now: at, steps: done, serviceLead: randomUUID() });
      }
      return { lead, phone };
    };

    it('are stored once per key, and a key is for one body', async () => {
      const first = rating({ comment: 'Quick' });
      const outcomes = await Promise.all([store.addRating(first), store.addRating(first), store.addRating(first)]);
      expect(outcomes.toSorted()).toEqual(['repeated', 'repeated', 'stored']);
      expect(await store.addRating({ ...first, bodyHash: 'another' })).toBe('key-reused');
      const range = { from: at, to: at + 1, limit: 10 };
      expect(await store.listRatings(range)).toEqual([
        { at, form: 'default', page: '/prices', rating: 4, comment: 'Quick' },
      ]);
      expect(await store.listRatings({ ...range, form: 'other' })).toEqual([]);
      expect(await store.listRatings({ ...range, from: at + 1, to: at + 2 })).toEqual([]);
    });

    // One that had waited for its lead, or was stored late, took back the visitor's last word.
    it('never take back a newer one of their lead', async () => {
      const { lead, phone } = await delivered();
      await store.addRating(rating({ lead, at: at + 20, rating: 5, comment: 'Better' }));
      expect(await store.applyRatings(at + 30)).toBe(1);
      await store.addRating(rating({ lead, at: at + 10, rating: 1, comment: 'Slow' }));
      const owner = randomUUID();
      const { leads } = await store.claim({ owner, now: at + 30, leaseMs: 15_000, limit: 50 });
      const claimed = leads.find(({ id }) => id === lead);
      const done = (claimed?.steps ?? []).map((step) => ({ ...step, state: 'done' as const }));
      await store.checkpoint({ lead, owner, now: at + 30, steps: done });
      expect(await store.applyRatings(at + 40)).toBe(1);
      const { record, state } = (await store.find(lead)) ?? {};
      expect([record?.chat_rating, record?.chat_rating_comment, state]).toEqual([5, 'Better', 'delivered']);
      expect((await store.phoneRecords(phone)).ratings).toHaveLength(2);
      await store.erase({ leads: [lead] });
    });

    it('are written to their lead once, with one webhook, however many proxies look', async () => {
      const { lead } = await delivered();
      await store.addRating(rating({ lead, comment: 'Clear' }));
      const other = await under.open(undefined, { receivers: [receiver] });
      const counts = await Promise.all([store, other, store, other].map((opened) => opened.applyRatings(at + 1)));
      expect(counts.reduce((sum, count) => sum + count)).toBe(1);
      expect(await store.find(lead)).toMatchObject({
        state: 'pending',
        record: { chat_rating: 4, chat_rating_comment: 'Clear' },
      });
      const steps = (await store.find(lead))?.steps.filter(({ state }) => state === 'pending');
      expect(steps).toEqual([
        { step: 'update', state: 'pending', attempts: 0, fields: ['chat_rating', 'chat_rating_comment'] },
      ]);
      expect(await store.webhookCounts()).toMatchObject({ pending: 1 });
      expect(await other.applyRatings(at + 2)).toBe(0);
      await other.close();
    });

    it('wait for a lead that a proxy is delivering', async () => {
      const { lead } = await delivered();
      await store.addRating(rating({ lead, rating: 1 }));
      await store.applyRatings(at + 1);
      await store.addRating(rating({ lead, rating: 2 }));
      const { leads } = await store.claim({ owner: randomUUID(), now: at + 1, leaseMs: 15_000, limit: 50 });
      expect(leads.map(({ id }) => id)).toContain(lead);
      expect(await store.applyRatings(at + 2)).toBe(0);
      expect(await store.find(lead)).toMatchObject({ record: { chat_rating: 1 } });
    });

    // Cause: those that could not be written came first each time, and one look takes only as many.
    it('reach their lead however many before them cannot', async () => {
      for (let count = 0; count < 50; count++) {
        const { lead: damaged } = await delivered();
        await store.addRating(rating({ lead: damaged }));
        await under.execute(`UPDATE leads SET record = '{"half' WHERE lead = '${damaged}'`);
      }
      const { lead } = await delivered();
      await store.addRating(rating({ lead, at: at + 1 }));
      const counts = [await store.applyRatings(at + 1), await store.applyRatings(at + 2)];
      expect(counts).toEqual([0, 1]);
      expect(await store.find(lead)).toMatchObject({ record: { chat_rating: 4 } });
      // The others are looked at again.
      await under.execute(`UPDATE leads SET record = '{}' WHERE record = '{"half'`);
      expect((await store.applyRatings(at + 3)) + (await store.applyRatings(at + 4))).toBe(50);
    });

    it('are exported and erased with their person, and scrubbed with their lead', async () => {
      const mine = await delivered();
      const theirs = await delivered();
      for (const { lead } of [mine, theirs]) await store.addRating(rating({ lead, comment: 'Mine', at: at + dayMs }));
      expect((await store.phoneRecords(mine.phone)).ratings).toEqual([
        { at: at + dayMs, page: '/prices', rating: 4, comment: 'Mine', lead: mine.lead },
      ]);
      await store.erase({ phone: mine.phone });
      const comments = async () =>
        (await store.listRatings({ from: at + dayMs, to: at + 2 * dayMs, limit: 10 })).map(({ lead }) => lead);
      expect(await comments()).toEqual([theirs.lead]);
      expect((await store.phoneRecords(mine.phone)).ratings).toBeUndefined();
      await sweepAll(store, { now: at + 10 * dayMs, scrubAfterMs: 7 * dayMs, deleteAfterMs: 30 * dayMs });
      expect(await comments()).toEqual([]);
      expect(await store.applyRatings(at + 10 * dayMs)).toBe(0);
    });

    // One that was written while its lead was erased stayed, with its comment.
    it('of a lead whose data is gone are refused, also while it is being erased', async () => {
      const { lead, phone } = await delivered();
      const write = () => store.addRating(rating({ lead, comment: 'Mine', at: at + 50 * dayMs }));
      const left = async () => store.listRatings({ from: at + 50 * dayMs, to: at + 51 * dayMs, limit: 10 });
      expect(await write()).toBe('stored');
      await Promise.all([write(), store.erase({ phone }), ...Array.from({ length: 5 }, write)]);
      expect(await write()).toBe('no-lead');
      expect(await left()).toEqual([]);
      const scrubbed = await delivered();
      await sweepAll(store, { now: at + 10 * dayMs, scrubAfterMs: 7 * dayMs, deleteAfterMs: 30 * dayMs });
      expect(await store.addRating(rating({ lead: scrubbed.lead, comment: 'Late', at: at + 50 * dayMs }))).toBe(
        'no-lead',
      );
      expect(await left()).toEqual([]);
    });

    // Cause: all went after thirty days, also those that waited for a lead which waits for the operator.
    it('stay with a lead that waits for longer, and are written to it then', async () => {
      const phone = String(++phones);
      const lead = await stored(store, { phone, record: { phone } });
      await store.addRating(rating({ lead, rating: 2, comment: 'Waits' }));
      await store.sweepRatings(at + 31 * dayMs);
      await delivered();
      await store.applyRatings(at + 31 * dayMs);
      expect((await store.find(lead))?.record).toMatchObject({ chat_rating: 2, chat_rating_comment: 'Waits' });
      await store.sweepRatings(at + 31 * dayMs);
      expect((await store.phoneRecords(phone)).ratings).toHaveLength(1);
    });

    it('are deleted when their time is over', async () => {
      await store.addRating(rating({ comment: 'Old', at: at + 40 * dayMs }));
      const old = () => store.listRatings({ from: at + 40 * dayMs, to: at + 41 * dayMs, limit: 10 });
      await store.sweepRatings(at + 40 * dayMs);
      expect(await old()).toHaveLength(1);
      await store.sweepRatings(at + 40 * dayMs + 1);
      expect(await old()).toEqual([]);
    });
  });
}
