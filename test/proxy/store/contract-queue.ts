import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StoredLead } from '../../../src/proxy/domain/lead.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import type { Checkpoint } from '../../../src/proxy/store/queries/delivery-queue.ts';
import { until } from '../../support/until.ts';
import { at, callPlan, stored, sweepAll } from './contract.ts';

const leaseMs = 15_000;

export function done(lead: StoredLead): StoredLead['steps'] {
  return lead.steps.map((step) => ({ ...step, state: 'done' }));
}

type QueueUnderTest = { store: LeadStore; open(): Promise<LeadStore>; execute(sql: string): Promise<void> };

export function testQueue(under: () => QueueUnderTest): void {
  /** Claims until no lead is due. */
  const claimAll = async (store: LeadStore, now: number, owner: string = randomUUID()) => {
    const leads: StoredLead[] = [];
    for (;;) {
      const claimed = await store.claim({ owner, now, leaseMs, limit: 100 });
      leads.push(...claimed.leads);
      if (claimed.leads.length === 0) return leads;
    }
  };
  const settle = async (store: LeadStore, owner: string, lead: StoredLead, more: Partial<Checkpoint> = {}) =>
    store.checkpoint({ lead: lead.id, owner, now: at, steps: done(lead), ...more });
  const claimNew = async (store: LeadStore, owner: string, phone: string) => {
    await stored(store, { phone });
    const [lead] = await claimAll(store, at, owner);
    if (lead === undefined) throw new Error('nothing was claimed');
    return lead;
  };
  /** Settles the leads of other tests. */
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

    // The older one was claimed while the younger one was being delivered (SQLite).
    it('does not give a replayed lead beside a younger one of its phone', async () => {
      const store = await drained();
      const phone = '14155559996';
      const older = await stored(store, { phone });
      const owner = randomUUID();
      const [failed] = await claimAll(store, at, owner);
      if (failed === undefined) throw new Error('nothing was claimed');
      const dead = failed.steps.map((step) => ({ ...step, state: 'dead' as const }));
      await settle(store, owner, failed, { steps: dead });
      const younger = await stored(store, { phone });
      const [claimed] = await claimAll(store, at, owner);
      expect(claimed?.id).toBe(younger);
      expect(await store.replay(older, { now: at, callTtlMs: 1_000 })).toBe(true);
      expect(await claimAll(store, at)).toEqual([]);
      if (claimed !== undefined) await settle(store, owner, claimed);
      expect((await claimAll(store, at)).map(({ id }) => id)).toEqual([older]);
    });

    // The replay was refused, but its call was waiting again (SQLite).
    it('changes nothing of a scrubbed lead whose replay it refuses', async () => {
      const store = await drained();
      const id = await stored(store, { callback: callPlan() });
      const owner = randomUUID();
      const [lead] = await claimAll(store, at, owner);
      const call = lead?.steps.find(({ step }) => step === 'call')?.name ?? '';
      if (lead === undefined) throw new Error('nothing was claimed');
      const steps = lead.steps.map((step) => ({ ...step, state: step.step === 'call' ? 'expired' : 'done' }) as const);
      await settle(store, owner, lead, { steps, call: { id: call, state: 'expired' } });
      const day = 86_400_000;
      await sweepAll(store, { now: at + 2 * day, scrubAfterMs: day, deleteAfterMs: 30 * day });
      expect(await store.find(id)).toMatchObject({ phone: '', state: 'delivered' });
      expect(await store.replay(id, { now: at + 2 * day, callTtlMs: 1_000 })).toBe(false);
      expect(await store.findCall(call)).toMatchObject({ state: 'expired' });
    });

    it('counts from the new time after the clock was set back, and ends leases within a minute', async () => {
      const store = await drained();
      const hour = 3_600_000;
      const [waiting, leased] = [await stored(store), await stored(store)];
      const called = await stored(store, { callback: callPlan() });
      const call = (await store.find(called))?.steps.at(-1)?.name ?? '';
      await store.noteCall(call, { state: 'ringing', serviceCall: 'theirs', checkedAt: at });
      const owner = randomUUID();
      await claimAll(store, at, owner);
      await store.releaseLeases({ owner, leads: [waiting], nextAt: at + 30_000 });
      const now = at - hour;
      expect(await store.followClock({ now, toleranceMs: 2_000 })).toBe(hour); // as far as the newest lead is ahead
      const claimedAt = async (time: number) => (await claimAll(store, time)).map(({ id }) => id);
      expect(await claimedAt(now + 29_999)).toEqual([]);
      expect(await claimedAt(now + 30_000)).toEqual([waiting]);
      expect(await claimedAt(now + 60_000)).toContain(leased);
      // Otherwise everybody who polls asks the service, for an hour.
      expect(await store.findCall(call)).toMatchObject({ state: 'ringing', checkedAt: now });
      expect(await store.followClock({ now: at, toleranceMs: 2_000 })).toBe(0);
      expect(await store.followClock({ now: at - 1_000, toleranceMs: 2_000 })).toBe(0);
    });

    it('reports when the next lead becomes due', async () => {
      const store = await drained();
      await stored(store, { acceptedAt: at + 5_000 });
      expect(await store.claim({ owner: randomUUID(), now: at, leaseMs, limit: 10 })).toEqual({
        leads: [],
        unreadable: [],
        nextAt: at + 5_000,
      });
    });

    it('stores a checkpoint, and a released lead waits until it is due', async () => {
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

    it('hands a lead over when its lease has ended, and then refuses the former owner', async () => {
      const store = await drained();
      const id = await stored(store);
      const former = randomUUID();
      const [lead] = await claimAll(store, at, former);
      expect(await claimAll(store, at + leaseMs - 1)).toEqual([]);
      const later = randomUUID();
      expect((await claimAll(store, at + leaseMs, later)).map(({ id: claimed }) => claimed)).toEqual([id]);
      if (lead === undefined) throw new Error('nothing was claimed');
      await expect(settle(store, former, lead)).rejects.toMatchObject({ code: 'lease-lost' });
      expect(await settle(store, later, lead)).toMatchObject({ outcome: 'committed' });
      expect(await store.find(id)).toMatchObject({ state: 'delivered', endedAt: at });
    });

    it('gives a lead that was changed after its lease to the same owner only when its run has ended there', async () => {
      const store = await drained();
      const changed = await stored(store);
      const owner = randomUUID();
      const [running] = await claimAll(store, at, owner);
      if (running === undefined) throw new Error('nothing was claimed');
      const now = at + leaseMs + 1;
      expect(await store.correct(changed, { now, by: 'Ada', values: { first_name: 'Augusta' } })).toBe(true);
      const next = await stored(store, { acceptedAt: now });
      const claim = async (except?: string[]) =>
        (await store.claim({ owner, now, leaseMs, limit: 1, except })).leads.map(({ id }) => id);
      // It takes no place of others.
      expect(await claim([changed])).toEqual([next]);
      expect(await claim([changed])).toEqual([]);
      await expect(settle(store, owner, running)).rejects.toMatchObject({ code: 'lease-lost' });
      expect(await claim()).toEqual([changed]);
      expect((await store.find(changed))?.record).toMatchObject({ first_name: 'Augusta' });
    });

    it('commits each of the points that come together as if it came alone', async () => {
      const store = await drained();
      const owner = randomUUID();
      for (let count = 0; count < 20; count++) await stored(store);
      const [bad, lost, ...good] = await claimAll(store, at, owner);
      if (bad === undefined || lost === undefined) throw new Error('nothing was claimed');
      const sending = ({ steps }: StoredLead) => steps.map((step) => ({ ...step, state: 'sending' as const }));
      for (const stepsOf of [sending, done]) {
        const outcomes = await Promise.allSettled([
          ...good.slice(0, 9).map((lead) => settle(store, owner, lead, { steps: stepsOf(lead) })),
          // A time that no database can store.
          settle(store, owner, bad, { steps: stepsOf(bad), release: { nextAt: at + 0.5 } }),
          settle(store, randomUUID(), lost, { steps: stepsOf(lost) }),
          ...good.slice(9).map((lead) => settle(store, owner, lead, { steps: stepsOf(lead) })),
        ]);
        const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'committed' : outcome.reason.code));
        expect(codes).toEqual([
          ...Array(9).fill('committed'),
          'row-refused',
          'lease-lost',
          ...Array(9).fill('committed'),
        ]);
        for (const lead of good) expect((await store.find(lead.id))?.steps).toEqual(stepsOf(lead));
        for (const lead of [bad, lost])
          expect(await store.find(lead.id)).toMatchObject({ steps: lead.steps, state: 'pending' });
      }
      for (const lead of [bad, lost]) await settle(store, owner, lead);
    });

    it('extends the leases of the leads that are named, as far as the owner has them', async () => {
      const store = await drained();
      const [extended, left] = [await stored(store), await stored(store)];
      const owner = randomUUID();
      await claimAll(store, at, owner);
      await store.extend({ owner: randomUUID(), leads: [left], until: at + 2 * leaseMs });
      await store.extend({ owner, leads: [extended], until: at + 2 * leaseMs });
      expect((await claimAll(store, at + leaseMs)).map(({ id }) => id)).toEqual([left]);
    });

    it('gives leases back before their end, and only those of the owner', async () => {
      const store = await drained();
      const [first, second, third] = [await stored(store), await stored(store), await stored(store)];
      const owner = randomUUID();
      await claimAll(store, at, owner);
      const claimedAt = async (now: number) => (await claimAll(store, now)).map(({ id }) => id);
      await store.releaseLeases({ owner: randomUUID(), except: [], nextAt: at });
      expect(await claimedAt(at)).toEqual([]);
      await store.releaseLeases({ owner, leads: [first], nextAt: at + 5 });
      expect(await claimedAt(at + 4)).toEqual([]);
      expect(await claimedAt(at + 5)).toEqual([first]);
      await store.releaseLeases({ owner, except: [second], nextAt: at });
      expect(await claimedAt(at + 5)).toEqual([third]);
    });

    it('refuses to enrol a phone twice, until the time is over or the first enrolment is withdrawn', async () => {
      const store = await drained();
      const phone = '14155559998';
      const owner = randomUUID();
      const next = () => claimNew(store, owner, phone);
      const enrol = { phone, journey: 'j', since: at - 1_000 };
      const first = await next();
      expect(await settle(store, owner, first, { steps: first.steps, enrol })).toMatchObject({ outcome: 'committed' });
      expect(await settle(store, owner, first, { enrol })).toMatchObject({ outcome: 'committed' }); // the same lead may
      const second = await next();
      expect(await settle(store, owner, second, { enrol })).toEqual({ outcome: 'enrolled' });
      expect((await store.find(second.id))?.state).toBe('pending'); // nothing of that checkpoint is stored
      expect(await settle(store, owner, second, { enrol: { ...enrol, since: at } })).toMatchObject({
        outcome: 'committed',
      });
      const third = await next();
      expect(await settle(store, owner, third, { steps: third.steps, enrol: { ...enrol, since: at } })).toMatchObject({
        outcome: 'committed',
      });
      await settle(store, owner, third, { unenrol: enrol });
      expect(await settle(store, owner, await next(), { enrol })).toMatchObject({ outcome: 'committed' });
    });

    // A phone was enrolled again by the build that was the first to compare journeys without regard to capitals.
    it('knows an enrolment whose journey an earlier build has stored in capitals', async () => {
      const store = await drained();
      const phone = '14155559997';
      const owner = randomUUID();
      const next = () => claimNew(store, owner, phone);
      const enrol = { phone, journey: 'ab', since: at - 1_000 };
      const enrolments = async () => (await store.phoneRecords(phone)).enrolments;
      await settle(store, owner, await next(), { enrol });
      await under().execute(`UPDATE enrolments SET journey = 'AB' WHERE phone = '${phone}'`);
      const second = await next();
      for (const journey of ['ab', 'AB', 'aB']) {
        const more = { steps: second.steps, enrol: { ...enrol, journey } };
        expect(await settle(store, owner, second, more)).toEqual({ outcome: 'enrolled' });
      }
      await settle(store, owner, second, { steps: second.steps, enrol: { ...enrol, since: at } });
      expect(await enrolments()).toEqual([{ journey: 'AB', lead: second.id, at }]);
      await settle(store, owner, second, { unenrol: enrol });
      expect(await enrolments()).toEqual([]);
    });

    it('keeps a call that was requested while the lead was claimed', async () => {
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

    it('scrubs delivered leads with their calls and enrolments, and deletes them later', async () => {
      const store = await drained();
      const phone = '14155559997';
      const id = await stored(store, { phone, callback: callPlan({ requestData: { page: '/' } }) });
      await store.keepSession(id, { flow_id: 'f', session: 's', url: 'u' });
      const owner = randomUUID();
      const enrol = { phone, journey: 'j', since: 0 };
      for (const lead of await claimAll(store, at, owner)) await settle(store, owner, lead, { enrol });
      const call = (await store.find(id))?.steps.at(-1)?.name ?? '';
      const waiting = await stored(store);
      const sweep = (now: number) => sweepAll(store, { now, scrubAfterMs: 100, deleteAfterMs: 1_000 });
      await sweep(at + 50);
      expect((await store.find(id))?.phone).toBe(phone);
      await sweep(at + 100);
      const scrubbed = await store.find(id);
      expect(scrubbed).toMatchObject({ phone: '', record: {}, state: 'delivered' });
      expect(scrubbed).not.toHaveProperty('session');
      const scrubbedCall = await store.findCall(call);
      expect(scrubbedCall?.phone).toBe('');
      expect(scrubbedCall).not.toHaveProperty('requestData');
      const again = await stored(store, { phone });
      const [lead] = (await claimAll(store, at, owner)).filter((claimed) => claimed.id === again);
      if (lead === undefined) throw new Error('nothing was claimed');
      // No enrolment contains the phone any more.
      expect(await settle(store, owner, lead, { enrol })).toMatchObject({ outcome: 'committed' });
      await sweep(at + 1_000);
      expect(await store.find(id)).toBeUndefined();
      expect(await store.findCall(call)).toBeUndefined();
      expect((await store.find(waiting))?.state).toBe('pending');
    });

    it('deletes a closed lead like a delivered one', async () => {
      const store = await drained();
      const id = await stored(store, { held: 'honeypot' });
      await store.closeLead(id, { now: at, by: 'Grace', reason: 'spam' });
      const request = { scrubAfterMs: 100, deleteAfterMs: 1_000 };
      await sweepAll(store, { now: at + 99, ...request });
      expect((await store.find(id))?.record).toMatchObject({ first_name: 'Ada' });
      await sweepAll(store, { now: at + 100, ...request });
      expect(await store.find(id)).toMatchObject({ phone: '', record: {}, closed: { reason: 'spam' } });
      await sweepAll(store, { now: at + 1_000, ...request });
      expect(await store.find(id)).toBeUndefined();
    });

    it('keeps unresolved leads forever, unless a time is set', async () => {
      const store = await drained();
      const owner = randomUUID();
      const held = await stored(store, { held: 'honeypot' });
      const settled = async (state: 'unknown' | 'dead') => {
        const id = await stored(store);
        for (const lead of await claimAll(store, at, owner)) {
          await settle(store, owner, lead, { steps: lead.steps.map((step) => ({ ...step, state })) });
        }
        return id;
      };
      const unresolved = [held, await settled('unknown'), await settled('dead')];
      const year = 365 * 86_400_000;
      const retention = { scrubAfterMs: 100, deleteAfterMs: 1_000 };
      await sweepAll(store, { now: at + 10 * year, ...retention });
      for (const id of unresolved) expect((await store.find(id))?.record).toMatchObject({ first_name: 'Ada' });
      await sweepAll(store, { now: at + year - 1, ...retention, deleteUnresolvedAfterMs: year });
      for (const id of unresolved) expect(await store.find(id)).toBeDefined();
      await sweepAll(store, { now: at + year, ...retention, deleteUnresolvedAfterMs: year });
      for (const id of unresolved) expect(await store.find(id)).toBeUndefined();
    });
  });
}
