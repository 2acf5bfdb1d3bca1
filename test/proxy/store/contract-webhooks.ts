import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebhookType } from '../../../src/protocol/proxy/webhook.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import type { StoredWebhook } from '../../../src/proxy/store/webhook-rows.ts';
import { until } from '../../support/until.ts';
import { at, callPlan, type StoreUnderTest, stored, sweepAll } from './contract.ts';

const leaseMs = 20_000;

/** The store of the suite has two receivers: one for all events, one for dead leads. */
export const receivers: { url: string; events: WebhookType[] }[] = [
  {
    url: 'https://crm.example.com/hook',
    events: [
      'lead.accepted',
      'lead.delivered',
      'lead.unknown',
      'lead.held',
      'lead.dead',
      'lead.closed',
      'call.planned',
      'call.ended',
    ],
  },
  { url: 'https://pager.example.com/', events: ['lead.dead'] },
];
const [crm, pager] = ['https://crm.example.com/hook', 'https://pager.example.com/'];

export function testWebhooks(prepare: () => Promise<StoreUnderTest>): void {
  let under: StoreUnderTest;
  let opened: LeadStore;
  let later = at + 400 * 86_400_000;
  /** Advances with each claim, so that all webhooks are due, even claimed ones. */
  const muchLater = () => {
    later += leaseMs;
    return later;
  };

  const claim = async (store: LeadStore, now = at, { owner = randomUUID(), receiver = crm, limit = 1_000 } = {}) =>
    (await store.claimWebhooks({ receiver, owner, now, leaseMs, limit })).webhooks;
  const settle = (store: LeadStore, owner: string, { id }: StoredWebhook) =>
    store.settleWebhook(id, owner, { state: 'delivered', at, answer: '200' });
  /** The store, after the webhooks of other tests were posted. */
  const drained = async () => {
    const store = opened;
    for (const receiver of [crm, pager]) {
      for (;;) {
        const owner = randomUUID();
        const webhooks = await claim(store, muchLater(), { owner, receiver });
        if (webhooks.length === 0) break;
        for (const webhook of webhooks) await settle(store, owner, webhook);
      }
    }
    return store;
  };
  /** Claims the oldest webhooks one by one, like a receiver that accepts each at once. */
  const postAll = async (store: LeadStore, receiver = crm) => {
    const posted: StoredWebhook[] = [];
    for (;;) {
      const owner = randomUUID();
      const [webhook] = await claim(store, at + 10, { owner, receiver, limit: 1 });
      if (webhook === undefined) return posted;
      posted.push(webhook);
      await settle(store, owner, webhook);
    }
  };
  /** Ends the steps of a lead, as delivery does. */
  const end = async (store: LeadStore, lead: string, state: 'done' | 'dead' | 'unknown', now = at) => {
    const owner = randomUUID();
    const { leads } = await store.claim({ owner, now: muchLater(), leaseMs, limit: 1_000 });
    const claimed = leads.find(({ id }) => id === lead);
    if (claimed === undefined) throw new Error('the lead is not due');
    const steps = claimed.steps.map((step) => ({ ...step, state, answer: '404 not-found' }));
    await store.checkpoint({ lead, owner, now, steps, serviceLead: 'theirs' });
  };

  describe('webhooks', () => {
    beforeAll(async () => {
      under = await prepare();
      opened = await under.open();
    });
    afterAll(async () => {
      await opened?.close();
      await under?.remove();
    });

    it('are stored with the lead and its last state, for each receiver that wants them', async () => {
      const store = await drained();
      const lead = await stored(store, { phone: '14155557001', form: 'quote' });
      await end(store, lead, 'dead', at + 1);
      const [accepted, dead, ...rest] = await postAll(store);
      expect(rest).toEqual([]);
      expect(accepted).toMatchObject({
        receiver: crm,
        facts: { type: 'lead.accepted', state: 'pending' },
        lead: { id: lead, form: 'quote', phone: '14155557001', record: { first_name: 'Ada' }, acceptedAt: at },
        state: 'pending',
        attempts: 0,
        createdAt: at,
      });
      expect(dead).toMatchObject({
        facts: { type: 'lead.dead', state: 'dead', cause: 'create: 404 not-found', serviceLead: 'theirs' },
        createdAt: at + 1,
      });
      expect((await postAll(store, pager)).map(({ facts }) => facts.type)).toEqual(['lead.dead']);
    });

    it('report a held lead as accepted and held, and its delivery after the release', async () => {
      const store = await drained();
      const lead = await stored(store, { held: 'honeypot' });
      await store.release(lead, { now: at, callCaps: [], call: 'as-requested' });
      await end(store, lead, 'done');
      const posted = await postAll(store);
      expect(posted.map(({ facts }) => facts.type)).toEqual(['lead.accepted', 'lead.held', 'lead.delivered']);
      expect(posted[1]?.facts).toEqual({ type: 'lead.held', state: 'held', held: 'honeypot' });
    });

    it('report a lead that is resolved, and one that ends in the same state after a replay', async () => {
      const store = await drained();
      const [resolved, replayed] = [await stored(store), await stored(store)];
      await end(store, resolved, 'unknown');
      await store.resolve(resolved, 'done', { now: at, by: 'Grace' });
      await end(store, replayed, 'dead');
      await store.replay(replayed, { now: at, callTtlMs: 90_000 });
      await end(store, replayed, 'dead');
      const posted = await postAll(store);
      const typesOf = (lead: string) =>
        posted.filter((webhook) => webhook.lead.id === lead).map(({ facts }) => facts.type);
      expect(typesOf(resolved)).toEqual(['lead.accepted', 'lead.unknown', 'lead.delivered']);
      expect(typesOf(replayed)).toEqual(['lead.accepted', 'lead.dead', 'lead.dead']);
    });

    it('report a closed lead as closed, not as delivered', async () => {
      const store = await drained();
      const lead = await stored(store);
      await end(store, lead, 'dead');
      await store.closeLead(lead, { now: at, by: 'Grace', reason: 'enrolled by hand' });
      const posted = await postAll(store);
      expect(posted.map(({ facts }) => facts.type)).toEqual(['lead.accepted', 'lead.dead', 'lead.closed']);
      expect(posted.at(-1)?.facts).toMatchObject({
        state: 'closed',
        closed: { by: 'Grace', reason: 'enrolled by hand' },
      });
    });

    it('report a delivered lead once, also when a call is added to it', async () => {
      const store = await drained();
      const lead = await stored(store);
      await end(store, lead, 'done');
      const requested = await store.requestCall(lead, callPlan());
      if (requested.outcome !== 'accepted') throw new Error(requested.outcome);
      await end(store, lead, 'done');
      await store.noteCall(requested.call, { state: 'ringing', serviceCall: 'theirs' });
      await store.noteCall(requested.call, { state: 'completed', transfers: 1 });
      await store.noteCall(requested.call, { state: 'completed', transfers: 1 });
      const posted = await postAll(store);
      expect(posted.map(({ facts }) => facts.type)).toEqual(['lead.accepted', 'lead.delivered', 'call.ended']);
      expect(posted[2]).toMatchObject({
        lead: { id: lead },
        facts: {
          type: 'call.ended',
          call: requested.call,
          state: 'completed',
          requestedAt: at,
          transfers: 1,
          serviceCall: 'theirs',
        },
      });
    });

    it('report a planned call, and that it was cancelled', async () => {
      const store = await drained();
      const lead = await stored(store);
      const plannedAt = at + 86_400_000;
      const plan = callPlan({ plannedAt, expiresAt: plannedAt + 90_000 });
      const requested = await store.requestCall(lead, plan);
      if (requested.outcome !== 'accepted') throw new Error(requested.outcome);
      await store.cancelCall(requested.call);
      await store.cancelCall(requested.call);
      const posted = await postAll(store);
      expect(posted.map(({ facts }) => facts.type)).toEqual(['lead.accepted', 'call.planned', 'call.ended']);
      const facts = { call: requested.call, requestedAt: at, plannedAt, transfers: 0 };
      expect(posted[1]?.facts).toEqual({ ...facts, type: 'call.planned', state: 'planned' });
      expect(posted[2]?.facts).toEqual({ ...facts, type: 'call.ended', state: 'cancelled' });
    });

    it('report a refused call, but not one that waits for the release of its lead', async () => {
      const store = await drained();
      await stored(store, { callback: { refused: 'closed', requestedAt: at } });
      expect((await postAll(store)).map(({ facts }) => [facts.type, facts.state])).toEqual([
        ['lead.accepted', 'pending'],
        ['call.ended', 'refused'],
      ]);
      await stored(store, { held: 'honeypot', callback: callPlan() });
      expect((await postAll(store)).map(({ facts }) => facts.type)).toEqual(['lead.accepted', 'lead.held']);
    });

    it('are claimed once, and a lead has only its oldest one in flight', async () => {
      const store = await drained();
      const second = await under.open();
      const leads = await Promise.all(Array.from({ length: 10 }, () => stored(store, { held: 'honeypot' })));
      const claims = await Promise.all([claim(store), claim(second), claim(store)]);
      const claimed = claims.flat();
      expect(claimed.map(({ facts }) => facts.type)).toEqual(leads.map(() => 'lead.accepted'));
      expect(claimed.map(({ lead }) => lead.id).sort()).toEqual([...leads].sort());
      expect(await claim(second)).toEqual([]);
      await second.close();
    });

    it('wait together while the oldest one is retried, and continue after it', async () => {
      const store = await drained();
      const lead = await stored(store, { held: 'honeypot' });
      const owner = randomUUID();
      const [first] = await claim(store, at, { owner });
      if (first === undefined) throw new Error('nothing was claimed');
      await store.settleWebhook(first.id, owner, { state: 'pending', at, nextAt: at + 5_000, answer: '503' });
      expect(await store.claimWebhooks({ receiver: crm, owner, now: at + 4_999, leaseMs, limit: 10 })).toEqual({
        webhooks: [],
        unreadable: [],
        nextAt: at + 5_000,
      });
      const again = await claim(store, at + 5_000, { owner });
      expect(again).toMatchObject([{ id: first.id, attempts: 1, answer: '503' }]);
      await store.settleWebhook(first.id, owner, { state: 'dead', at: at + 5_000, answer: '503' });
      expect(await claim(store, at + 5_000)).toMatchObject([{ facts: { type: 'lead.held' }, lead: { id: lead } }]);
    });

    it('can be pulled forward after an outage of their receiver, in order, but each only once between its own attempts', async () => {
      const store = await drained();
      const owner = randomUUID();
      const leads = [await stored(store), await stored(store, { held: 'honeypot' }), await stored(store)];
      const later = at + 3_600_000;
      for (const { id } of await claim(store, at, { owner })) {
        await store.settleWebhook(id, owner, { state: 'pending', at, nextAt: later, answer: '503' });
      }
      const pull = (now: number, receiver?: string) =>
        store.pullWebhooks({ now, paceMs: 50, ...(receiver !== undefined && { receiver }) });
      expect(await pull(at, 'https://pager.example.com/')).toBe(0);
      expect(await pull(at + 1_000, crm)).toBe(3);
      const claimedAt = async (now: number) => (await claim(store, now, { owner })).map(({ lead }) => lead.id);
      expect(await claimedAt(at + 1_000)).toEqual([leads[0]]);
      // One that is in flight stays where it is.
      expect(await pull(at + 1_000)).toBe(2);
      expect(await claimedAt(at + 1_100)).toEqual([leads[1], leads[2]]);
      for (const { id, facts } of await store.listWebhooks({ state: 'pending' })) {
        if (facts.type !== 'lead.accepted') continue;
        await store.settleWebhook(id, owner, { state: 'pending', at, nextAt: later, answer: '503' });
      }
      // A webhook that its receiver always refuses would use up its attempts with each success of another one.
      expect(await pull(at + 2_000, crm)).toBe(0);
      expect(await pull(at + 2_000)).toBe(3);
      for (const webhook of await claim(store, later, { owner })) await settle(store, owner, webhook);
    });

    it('stay where their receiver asked them to wait when another one succeeds; an operator can send them', async () => {
      const store = await drained();
      const owner = randomUUID();
      await stored(store);
      await stored(store);
      const later = at + 3_600_000;
      const askToWait = async (webhooks: readonly StoredWebhook[]) => {
        for (const { id } of webhooks) {
          const outcome = { state: 'pending', at, nextAt: later, answer: '429', isAskedToWait: true } as const;
          await store.settleWebhook(id, owner, outcome);
        }
      };
      await askToWait(await claim(store, at, { owner }));
      expect(await store.pullWebhooks({ now: at + 1, paceMs: 50, receiver: crm })).toBe(0);
      const [first, second] = await claim(store, later, { owner });
      if (first === undefined || second === undefined) throw new Error('nothing was claimed');
      expect([first.attempts, second.attempts]).toEqual([0, 0]);
      // A failure is the webhook's own, and a success ends the outage behind it.
      await store.settleWebhook(first.id, owner, { state: 'pending', at, nextAt: later + 1_000, answer: '503' });
      await askToWait([second]);
      expect(await store.pullWebhooks({ now: at + 2, paceMs: 50, receiver: crm })).toBe(1);
      expect(await store.pullWebhooks({ now: at + 2, paceMs: 50 })).toBe(1);
      for (const webhook of await claim(store, at + 1_000, { owner })) await settle(store, owner, webhook);
      expect((await store.webhookCounts()).pending).toBe(0);
    });

    it('can be claimed by another process when the lease ends; the outcome from the first one is then ignored', async () => {
      const store = await drained();
      await stored(store);
      const [first, second] = [randomUUID(), randomUUID()];
      const [webhook] = await claim(store, at, { owner: first });
      if (webhook === undefined) throw new Error('nothing was claimed');
      expect(await claim(store, at + leaseMs - 1, { owner: second })).toEqual([]);
      expect(await claim(store, at + leaseMs, { owner: second })).toHaveLength(1);
      await store.settleWebhook(webhook.id, first, { state: 'dead', at, answer: 'timeout' });
      expect((await store.listWebhooks({ limit: 1 }))[0]).toMatchObject({ id: webhook.id, state: 'pending' });
      await settle(store, second, webhook);
      expect((await store.listWebhooks({ limit: 1 }))[0]).toMatchObject({ state: 'delivered', endedAt: at });
    });

    // The outcome of the attempt from before counted for the replay: it could be the last one, and the webhook was dead.
    it('are claimed by the same owner only when the attempt has ended that a replay did not wait for', async () => {
      const store = await drained();
      await stored(store);
      const owner = randomUUID();
      const [webhook] = await claim(store, at, { owner });
      if (webhook === undefined) throw new Error('nothing was claimed');
      const { id } = webhook;
      const now = at + leaseMs;
      expect(await store.replayWebhook(id, now)).toBe(true);
      const request = { receiver: crm, owner, now, leaseMs, limit: 1 };
      expect((await store.claimWebhooks({ ...request, except: [id] })).webhooks).toEqual([]);
      await store.settleWebhook(id, owner, { state: 'dead', at, answer: 'timeout' });
      expect((await store.listWebhooks({ webhook: id }))[0]).toMatchObject({ state: 'pending', attempts: 0 });
      expect((await store.claimWebhooks(request)).webhooks).toMatchObject([{ id }]);
      await settle(store, owner, webhook);
    });

    it('are listed newest first, counted, and replayed', async () => {
      const store = await drained();
      const before = await store.webhookCounts();
      expect(await store.oldestPendingWebhookAt()).toBeUndefined();
      await stored(store, { acceptedAt: at - 7 });
      await stored(store, { held: 'honeypot' });
      expect(await store.webhookCounts()).toEqual({ ...before, pending: 3 });
      expect(await store.oldestPendingWebhookAt()).toBe(at - 7);

      const owner = randomUUID();
      for (const { id } of await claim(store, at, { owner })) {
        expect(await store.replayWebhook(id, at)).toBe(false);
        await store.settleWebhook(id, owner, { state: 'dead', at, answer: '410' });
      }
      const dead = await store.listWebhooks({ state: 'dead', limit: 2 });
      expect(dead).toMatchObject([
        { facts: { type: 'lead.accepted', state: 'held' }, attempts: 1, answer: '410', endedAt: at },
        { facts: { type: 'lead.accepted', state: 'pending' } },
      ]);
      const [newest, older] = dead;
      if (newest === undefined || older === undefined) throw new Error('nothing is listed');
      expect(await store.listWebhooks({ state: 'dead', before: newest.id, limit: 1 })).toMatchObject([
        { id: older.id },
      ]);
      expect(await store.replayWebhook(newest.id, at + 1)).toBe(true);
      expect(await store.replayWebhook(randomUUID(), at)).toBe(false);
      expect(await store.replayDeadWebhooks(at + 1)).toBe(before.dead + 1);
      expect((await store.webhookCounts()).dead).toBe(0);
      expect((await claim(store, at + 1)).map(({ id }) => id)).toEqual(expect.arrayContaining([newest.id, older.id]));
    });

    it('end when their receiver is no longer configured, because nobody posts them', async () => {
      const store = await drained();
      for (const _ of [1, 2, 3]) await stored(store);
      const request = { receivers: [pager], before: at + 1, now: at + 2, limit: 2 };
      expect(await store.endOrphanedWebhooks({ ...request, receivers: [pager, crm] })).toBe(0);
      expect(await store.endOrphanedWebhooks({ ...request, before: at })).toBe(0);
      expect(await store.endOrphanedWebhooks(request)).toBe(2);
      expect(await store.endOrphanedWebhooks(request)).toBe(1);
      expect(await store.endOrphanedWebhooks(request)).toBe(0);
      expect((await store.listWebhooks({ limit: 1 }))[0]).toMatchObject({ state: 'dead', answer: 'no such receiver' });
    });

    it('lose the personal data of their lead with it, and are deleted with it', async () => {
      const store = await drained();
      const phone = '14155557099';
      const lead = await stored(store, { phone });
      await end(store, lead, 'done', at);
      const ofLead = async () =>
        (await store.listWebhooks({ limit: 200 })).filter((webhook) => webhook.lead.id === lead);
      const sweep = { now: at + 1, scrubAfterMs: 0, deleteAfterMs: 10 };
      await sweepAll(store, sweep);
      expect(await ofLead()).toMatchObject([
        { facts: { type: 'lead.delivered' }, lead: { phone: '', record: {} } },
        { facts: { type: 'lead.accepted' }, lead: { phone: '', record: {} } },
      ]);
      await sweepAll(store, { ...sweep, now: at + 11 });
      expect(await ofLead()).toEqual([]);

      const erased = await stored(store, { phone });
      expect(await store.erase({ phone })).toBe(1);
      expect((await store.listWebhooks({ limit: 200 })).filter((webhook) => webhook.lead.id === erased)).toEqual([]);
    });

    it('are part of the export about a person', async () => {
      const store = await drained();
      const phone = '14155557077';
      const lead = await stored(store, { phone, callback: callPlan({ ip: '192.0.2.7', country: 'CA' }) });
      const owner = randomUUID();
      await store.claim({ owner, now: muchLater(), leaseMs, limit: 1_000 });
      const enrol = { phone, journey: 'journey', since: 0 };
      await store.checkpoint({ lead, owner, now: at + 5, steps: [], enrol });
      await stored(store);
      expect(await store.phoneRecords(phone)).toMatchObject({
        leads: [{ id: lead, phone, record: { first_name: 'Ada' } }],
        calls: [{ lead, phone, ip: '192.0.2.7', country: 'CA' }],
        enrolments: [{ journey: 'journey', lead, at: at + 5 }],
        webhooks: [{ facts: { type: 'lead.accepted' }, lead: { id: lead } }],
      });
      await store.erase({ phone });
      const nothing = { leads: [], calls: [], enrolments: [], webhooks: [] };
      expect(await store.phoneRecords(phone)).toEqual(nothing);
    });

    it('wake the subscribers when a planned call is refused at its time', async () => {
      const store = await drained();
      const lead = await stored(store);
      const plannedAt = at + 86_400_000;
      const requested = await store.requestCall(lead, callPlan({ plannedAt, expiresAt: plannedAt + 90_000 }));
      if (requested.outcome !== 'accepted') throw new Error(requested.outcome);
      const types: (WebhookType | undefined)[] = [];
      const unsubscribe = store.subscribe(() => {
        void postAll(store).then((posted) => types.push(...posted.map(({ facts }) => facts.type)));
      });
      await store.startCall(requested.call, { refused: 'closed', requestedAt: plannedAt });
      await until('the end of the call is posted', () => types.includes('call.ended'));
      unsubscribe();
    });
  });
}
