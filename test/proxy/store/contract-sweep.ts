import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { createSweeper } from '../../../src/proxy/delivery/housekeeping.ts';
import { silentLog } from '../../../src/proxy/log.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { isLong, isSample } from '../../support/figures.ts';
import { until } from '../../support/until.ts';
import { at, callPlan, newLead, type StoreUnderTest, stored, sweepAll } from './contract.ts';

const scrubAfterMs = 100;
const deleteAfterMs = 1_000;
let phones = 14_155_600_000;
/** A hundred for each transaction of the sweeper. */
const leadCount = isLong ? 20_000 : isSample ? 2_000 : 10_000;
const transactions = leadCount / 100;

export function testSweep(prepare: () => Promise<StoreUnderTest>): void {
  describe('swept in several transactions', () => {
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

    /** Stores leads with a call each, delivers them into a journey, and returns their IDs and phones. */
    const delivered = async (count: number) => {
      const leads: { id: string; phone: string }[] = [];
      for (let index = 0; index < count; index++) {
        const phone = String(++phones);
        const id = await stored(store, { phone, callback: callPlan({ requestData: { page: '/' } }) });
        leads.push({ id, phone });
      }
      const owner = randomUUID();
      const claimed = await store.claim({ owner, now: at, leaseMs: 15_000, limit: count });
      for (const { id: lead, phone, steps } of claimed.leads) {
        const done = steps.map((step) => ({ ...step, state: 'done' as const }));
        const enrol = { phone, journey: 'j', since: 0 };
        await store.checkpoint({ lead, owner, now: at, steps: done, enrol });
      }
      return leads;
    };
    const recordsOf = async (leads: readonly { phone: string }[]) => {
      const all = await Promise.all(leads.map(({ phone }) => store.phoneRecords(phone)));
      return all.map((records) => [records.leads.length, records.calls.length, records.enrolments.length]);
    };
    const countWebhooks = async () => Object.values(await store.webhookCounts()).reduce((sum, count) => sum + count, 0);

    // Nothing of a scrubbed lead told whose it was, so that an erasure left its ids, calls and webhooks.
    it('exports and erases what is left of scrubbed leads, and counts those that cannot be matched', async () => {
      const now = at + scrubAfterMs;
      const sweep = (opened: LeadStore) => opened.sweep({ now, scrubAfterMs, deleteAfterMs, limit: 1_000 });
      await sweep(store);
      const before = await store.countUnidentified();
      const first = await under.open(undefined, { phoneSecret: 'first secret' });
      const second = await under.open(undefined, { phoneSecret: 'second secret' });
      const [mine, theirs] = await delivered(2);
      if (mine === undefined || theirs === undefined) throw new Error('nothing was delivered');
      await sweep(first);
      expect(await first.countUnidentified()).toEqual(before);
      expect(await second.countUnidentified()).toEqual({ count: before.count + 2, lastEndedAt: at });
      expect(await first.phoneRecords(mine.phone)).toMatchObject({
        leads: [{ id: mine.id, phone: '', record: {} }],
        calls: [{ lead: mine.id, phone: '' }],
      });
      expect(await second.phoneRecords(mine.phone)).toMatchObject({ leads: [], calls: [], webhooks: [] });
      expect(await second.erase({ phone: mine.phone })).toBe(0);
      expect(await first.erase({ phone: mine.phone })).toBe(1);
      expect(await store.find(mine.id)).toBeUndefined();
      expect(await first.phoneRecords(mine.phone)).toEqual({ leads: [], calls: [], enrolments: [], webhooks: [] });
      expect(await store.find(theirs.id)).toBeDefined();
      expect(await first.erase({ phone: theirs.phone })).toBe(1);
      await first.close();
      await second.close();
    });

    it('scrubs and deletes as many leads as it is allowed to, each together with what belongs to it', async () => {
      const leads = await delivered(5);
      expect(await recordsOf(leads)).toEqual(leads.map(() => [1, 1, 1]));
      const webhooks = await countWebhooks();
      const sweep = (now: number, limit = 2) => store.sweep({ now, scrubAfterMs, deleteAfterMs, limit });
      const sorted = async () => (await recordsOf(leads)).map(String).sort();

      expect(await sweep(at + scrubAfterMs)).toEqual({ scrubbed: 2, deleted: 0, isComplete: false });
      expect(await sorted()).toEqual(['0,0,0', '0,0,0', '1,1,1', '1,1,1', '1,1,1']);
      expect(await sweep(at + scrubAfterMs)).toEqual({ scrubbed: 2, deleted: 0, isComplete: false });
      expect(await sweep(at + scrubAfterMs)).toEqual({ scrubbed: 1, deleted: 0, isComplete: true });
      expect(await sorted()).toEqual(leads.map(() => '0,0,0'));
      expect(await countWebhooks()).toBe(webhooks);

      expect(await sweep(at + deleteAfterMs, 4)).toEqual({ scrubbed: 0, deleted: 4, isComplete: false });
      const remaining = await Promise.all(leads.map(({ id }) => store.find(id)));
      expect(remaining.filter((lead) => lead !== undefined)).toHaveLength(1);
      expect(Object.values(await store.callCounts()).reduce((sum, count) => sum + count, 0)).toBe(1);
      expect(await countWebhooks()).toBe(webhooks / 5);
      expect(await sweep(at + deleteAfterMs, 4)).toEqual({ scrubbed: 0, deleted: 1, isComplete: true });
      expect(await countWebhooks()).toBe(0);
    });

    it('passes on what is left of its limit: scrubbed leads first, then delivered, unknown, dead and held ones', async () => {
      await delivered(2);
      for (const _ of [1, 2]) await stored(store, { held: 'honeypot' });
      const request = { now: at + deleteAfterMs, scrubAfterMs, deleteAfterMs, deleteUnresolvedAfterMs: deleteAfterMs };
      expect(await store.sweep({ ...request, limit: 5 })).toEqual({ scrubbed: 2, deleted: 3, isComplete: false });
      expect(await store.counts()).toMatchObject({ delivered: 0, held: 1 });
      expect(await store.sweep({ ...request, limit: 5 })).toEqual({ scrubbed: 0, deleted: 1, isComplete: true });
    });

    it('continues after a crash or a stop between two transactions', async () => {
      const leads = await delivered(4);
      const request = { now: at + deleteAfterMs, scrubAfterMs, deleteAfterMs };
      const former = await under.open();
      await former.sweep({ ...request, limit: 3 });
      await former.close();
      expect((await recordsOf(leads)).map(String).sort()).toEqual(['0,0,0', '0,0,0', '0,0,0', '1,1,1']);
      expect(await sweepAll(store, request)).toEqual({ scrubbed: 1, deleted: 4 });
      expect(await countWebhooks()).toBe(0);
    });

    // The machine measures what has passed in fractions of a millisecond, and no column of whole numbers takes these.
    it('follows a clock that is ahead, by what the machine measures, until a day has passed', async () => {
      const hour = 3_600_000;
      const ahead = at + 2_000 * 24 * hour;
      const looks = [{ now: at }, { now: ahead, passedMs: 17.3421 }, { now: ahead + hour, passedMs: hour + 0.6254 }];
      const times: number[] = [];
      for (const look of looks) times.push(await store.followRetention(look));
      expect(times).toEqual([at, at + 17, at + 17 + hour]);
      expect(await store.followRetention({ now: ahead + 24 * hour, passedMs: 23 * hour - 0.25 })).toBe(
        ahead + 24 * hour,
      );
      expect(await store.followRetention({ now: at })).toBe(at);
    });

    it(`accepts leads while a sweep of ${leadCount} leads runs`, async () => {
      await Promise.all(Array.from({ length: leadCount }, () => store.accept(newLead({ held: 'honeypot' }))));
      let sliceCount = 0;
      let isSwept = false;
      let storing: Promise<unknown> | undefined;
      let maxSlices = Number.POSITIVE_INFINITY;
      const swept: unknown[] = [];
      const sweeper = createSweeper({
        store: {
          async sweep(request) {
            // A lead waits for a few of the many transactions at most; otherwise both would wait for ever.
            if (sliceCount >= maxSlices) await storing;
            const slice = await store.sweep(request);
            sliceCount++;
            return slice;
          },
        },
        clock: systemClock,
        log: { ...silentLog, info: (_event, facts) => swept.push(facts) },
        retention: { scrubAfterMs, deleteAfterMs, deleteUnresolvedAfterMs: deleteAfterMs },
      });
      const sweeping = sweeper.sweep(systemClock.now()).then(() => {
        isSwept = true;
      });
      for (const share of [0, 0.2, 0.4, 0.6]) {
        await until('the sweep is under way', () => sliceCount > share * transactions, 60_000);
        maxSlices = sliceCount + 0.18 * transactions;
        const accepted = stored(store, { acceptedAt: Date.now() });
        storing = accepted;
        const lead = await accepted;
        expect(isSwept).toBe(false);
        expect((await store.find(lead))?.state).toBe('pending');
      }
      await sweeping;
      expect(swept).toEqual([{ scrubbed: 0, deleted: leadCount }]);
      expect(sliceCount).toBeGreaterThanOrEqual(transactions);
      expect(await store.counts()).toMatchObject({ held: 0, pending: 4 });
    });
  });
}
