import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CallCap, CallPlan } from '../../../src/proxy/domain/call.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { at, callPlan, newLead, stored, sweepAll } from './contract.ts';

const hour = 3_600_000;
const day = 24 * hour;

export function testPlannedCalls(under: () => LeadStore): void {
  describe('as a log of planned calls', () => {
    // Each test has its own days, so that the plans of one are not due in another.
    let start = at + 1_000 * day;
    const nextDays = () => {
      start += 30 * day;
      return start;
    };
    const planAt = (plannedAt: number, more: Partial<CallPlan> = {}) =>
      callPlan({ requestedAt: start, plannedAt, expiresAt: plannedAt + 90_000, ...more });
    const planned = async (store: LeadStore, lead: string, plannedAt: number, more: Partial<CallPlan> = {}) => {
      const requested = await store.requestCall(lead, planAt(plannedAt, more));
      if (requested.outcome !== 'accepted') throw new Error(requested.outcome);
      return requested.call;
    };
    /** A lead whose steps are done. */
    const deliveredLead = async (store: LeadStore) => {
      const id = await stored(store, { acceptedAt: start - hour });
      const owner = randomUUID();
      const { leads } = await store.claim({ owner, now: start, leaseMs: 1_000, limit: 1_000 });
      const lead = leads.find((claimed) => claimed.id === id);
      if (lead === undefined) throw new Error('the lead cannot be claimed');
      const steps = lead.steps.map((step) => ({ ...step, state: 'done' as const }));
      await store.checkpoint({ lead: id, owner, now: start, steps });
      return id;
    };

    it('keeps a planned call apart from the delivery of its lead until its time', async () => {
      const store = under();
      const now = nextDays();
      const lead = await deliveredLead(store);
      const call = await planned(store, lead, now + 2 * hour);
      expect(await store.findCall(call)).toMatchObject({
        state: 'planned',
        requestedAt: now,
        plannedAt: now + 2 * hour,
        expiresAt: now + 2 * hour + 90_000,
      });
      expect(await store.find(lead)).toMatchObject({ state: 'delivered', steps: [{}, {}] });
      expect(await store.dueCalls(now + 2 * hour - 1, 10)).toEqual({ calls: [], nextAt: now + 2 * hour });
      const due = await store.dueCalls(now + 2 * hour, 10);
      expect(due.calls.map(({ id }) => id)).toEqual([call]);
      await store.cancelCall(call);
    });

    it('hands a call to delivery once, with the plan of that time', async () => {
      const store = under();
      const now = nextDays();
      const lead = await deliveredLead(store);
      const call = await planned(store, lead, now + hour);
      const later = callPlan({ agent: 'new agent', from: '15550002222', requestedAt: now + hour + 5 });
      const started = await Promise.all([store.startCall(call, later), store.startCall(call, later)]);
      expect(started.filter((decided) => decided !== undefined)).toEqual([{ state: 'waiting' }]);
      expect(await store.startCall(call, later)).toBeUndefined();
      expect(await store.findCall(call)).toMatchObject({
        state: 'waiting',
        agent: 'new agent',
        from: '15550002222',
        requestedAt: now + hour + 5,
        plannedAt: now + hour,
        expiresAt: now + hour + 90_000,
      });
      const after = await store.find(lead);
      expect(after).toMatchObject({ state: 'pending', nextAt: now + hour + 5 });
      expect(after?.steps.filter(({ step }) => step === 'call')).toEqual([
        { step: 'call', name: call, state: 'pending', attempts: 0 },
      ]);
      expect((await store.dueCalls(now + hour + 5, 1_000)).calls.map(({ id }) => id)).not.toContain(call);
    });

    it.each([
      ['expires after its time', { requestedAt: 90_001 }, { state: 'expired' }, { state: 'expired' }],
      [
        'is refused when the configuration no longer allows it',
        { refused: 'closed', requestedAt: 0 },
        { state: 'refused', reason: 'closed' },
        { state: 'skipped', answer: 'refused: closed' },
      ],
      [
        'is refused over a limit',
        { requestedAt: 0, caps: [{ name: 'none', per: 'site', points: 0, seconds: 60 }] satisfies CallCap[] },
        { state: 'refused', reason: 'none' },
        { state: 'skipped', answer: 'refused: none' },
      ],
    ] as const)('a planned call %s, which the steps of its lead show', async (_name, decision, row, step) => {
      const store = under();
      const now = nextDays();
      const lead = await deliveredLead(store);
      const call = await planned(store, lead, now + hour);
      const requestedAt = now + hour + decision.requestedAt;
      const decided = await store.startCall(
        call,
        'refused' in decision ? { ...decision, requestedAt } : callPlan({ ...decision, requestedAt }),
      );
      expect(decided).toEqual(row);
      expect(await store.findCall(call)).toMatchObject(row);
      expect(await store.find(lead)).toMatchObject({ state: 'delivered' });
      expect((await store.find(lead))?.steps.at(-1)).toMatchObject({ step: 'call', name: call, ...step });
    });

    it('cancels a planned call once, and never one that is handed to delivery', async () => {
      const store = under();
      const now = nextDays();
      const lead = await deliveredLead(store);
      const [first, second] = [await planned(store, lead, now + hour), await planned(store, lead, now + 2 * hour)];
      expect(await store.cancelCall(first)).toBe(true);
      expect(await store.cancelCall(first)).toBe(false);
      expect(await store.findCall(first)).toMatchObject({ state: 'cancelled' });
      expect(await store.startCall(first, callPlan({ requestedAt: now + hour }))).toBeUndefined();
      expect(await store.cancelCall(randomUUID())).toBe(false);
      await store.startCall(second, callPlan({ requestedAt: now + 2 * hour }));
      expect(await store.cancelCall(second)).toBe(false);
      expect(await store.findCall(second)).toMatchObject({ state: 'waiting' });
    });

    // It was found due, moved to another day while its lead was read, and placed at once.
    it('leaves a call planned that was moved after it was found due', async () => {
      const store = under();
      const now = nextDays();
      const lead = await deliveredLead(store);
      const call = await planned(store, lead, now + hour);
      expect((await store.dueCalls(now + hour, 10)).calls.map(({ id }) => id)).toEqual([call]);
      expect(await store.moveCall(call, now + day, planAt(now + day))).toMatchObject({ outcome: 'moved' });
      for (const decision of [callPlan({ requestedAt: now + hour }), { refused: 'closed', requestedAt: now + hour }]) {
        expect(await store.startCall(call, decision)).toBeUndefined();
      }
      expect(await store.findCall(call)).toMatchObject({ state: 'planned', plannedAt: now + day });
      expect(await store.startCall(call, callPlan({ requestedAt: now + day }))).toEqual({ state: 'waiting' });
    });

    it('lets either the cancelling or the placing win when both happen at once', async () => {
      const store = under();
      const now = nextDays();
      for (let round = 0; round < 10; round++) {
        const lead = await deliveredLead(store);
        const call = await planned(store, lead, now + hour + round * day);
        const starting = () => store.startCall(call, callPlan({ requestedAt: now + hour + round * day }));
        const cancelling = () => store.cancelCall(call);
        const [started, cancelled] =
          round % 2 === 0
            ? await Promise.all([starting(), cancelling()])
            : (await Promise.all([cancelling(), starting()])).toReversed();
        expect([started, cancelled]).toEqual(cancelled === true ? [undefined, true] : [{ state: 'waiting' }, false]);
        const steps = (await store.find(lead))?.steps.filter(({ step }) => step === 'call');
        expect(steps).toHaveLength(cancelled === true ? 0 : 1);
      }
    });

    it('accepts the same plan again without a second call', async () => {
      const store = under();
      const now = nextDays();
      const lead = await deliveredLead(store);
      const caps = [{ name: 'callsPerPhone', per: 'phone', points: 1, seconds: 600 } as const];
      const call = await planned(store, lead, now + hour, { caps });
      expect(await planned(store, lead, now + hour, { caps })).toBe(call);
    });

    it('allows as many planned calls around a time as the caps allow calls', async () => {
      const store = under();
      const now = nextDays();
      const caps = [{ name: 'perHour', per: 'site', points: 2, seconds: 3_600 } as const];
      const request = async (plannedAt: number) =>
        store.requestCall(await deliveredLead(store), planAt(plannedAt, { caps }));
      expect(await request(now + 5 * hour)).toMatchObject({ outcome: 'accepted' });
      expect(await request(now + 5.5 * hour)).toMatchObject({ outcome: 'accepted' });
      expect(await request(now + 5.2 * hour)).toEqual({ outcome: 'slot-full', cap: 'perHour' });
      expect(await request(now + 7 * hour)).toMatchObject({ outcome: 'accepted' });
    });

    it('counts a call against the caps when it rings, not while it is planned', async () => {
      const store = under();
      const now = nextDays();
      const ip = '198.51.100.77';
      const caps = [{ name: 'perPhone', per: 'phone', points: 1, seconds: 600 } as const];
      const lead = await deliveredLead(store);
      const call = await planned(store, lead, now + hour, { caps, ip });
      expect(await store.requestCall(lead, callPlan({ requestedAt: now + 1, caps }))).toMatchObject({
        outcome: 'accepted',
      });
      expect(await store.startCall(call, callPlan({ requestedAt: now + hour, caps }))).toEqual({ state: 'waiting' });
      const again = await store.requestCall(lead, callPlan({ requestedAt: now + hour + 60_000, caps }));
      expect(again).toEqual({ outcome: 'over-limit', cap: 'perPhone', retryAfterMs: 540_000 });
    });

    it('counts planned and cancelled calls against a cap per IP', async () => {
      const store = under();
      const now = nextDays();
      const caps = [{ name: 'perIp', per: 'ip', points: 2, seconds: 3_600 } as const];
      const lead = await deliveredLead(store);
      const more = { caps, ip: '198.51.100.78' };
      await store.cancelCall(await planned(store, lead, now + day, more));
      await planned(store, lead, now + 2 * day, more);
      expect(await store.requestCall(lead, planAt(now + 3 * day, more))).toMatchObject({ outcome: 'over-limit' });
    });

    it('refuses a plan whose lead was erased', async () => {
      const store = under();
      const now = nextDays();
      const lead = await deliveredLead(store);
      const call = await planned(store, lead, now + hour);
      await store.erase({ leads: [lead] });
      expect(await store.findCall(call)).toBeUndefined();
      expect(await store.startCall(call, callPlan({ requestedAt: now + hour }))).toBeUndefined();
    });

    it('keeps the data of a lead until its planned call is placed, longer than its retention', async () => {
      const store = under();
      const now = nextDays();
      const lead = await deliveredLead(store);
      const call = await planned(store, lead, now + 7 * day);
      const sweep = (later: number) =>
        sweepAll(store, { now: later, scrubAfterMs: day, deleteAfterMs: 2 * day, deleteUnresolvedAfterMs: day });
      await sweep(now + 6 * day);
      expect(await store.find(lead)).toMatchObject({ phone: expect.stringMatching(/^\d+$/) });
      await store.cancelCall(call);
      await sweep(now + 6 * day);
      expect(await store.find(lead)).toBeUndefined();
    });

    it('lists and counts planned calls', async () => {
      const store = under();
      const now = nextDays();
      const before = await store.callCounts();
      const acceptance = await store.accept(newLead());
      const lead = acceptance.outcome === 'stored' ? acceptance.lead : '';
      const call = await planned(store, lead, now + hour);
      expect((await store.listCalls({ state: 'planned', limit: 1 }))[0]).toMatchObject({ id: call });
      expect((await store.callCounts()).planned).toBe(before.planned + 1);
    });
  });
}
