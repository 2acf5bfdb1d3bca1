import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CallState } from '../../../src/protocol/proxy/call-state.ts';
import type { CallChange, CallPlan, RefusedCall } from '../../../src/proxy/domain/call.ts';
import type { StepState } from '../../../src/proxy/domain/lead.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { at, callPlan, newLead, stored } from './contract.ts';

const leaseMs = 15_000;

export function testCallEnds(under: () => LeadStore): void {
  const withCall = async (callback: CallPlan | RefusedCall = callPlan()) => {
    const acceptance = await under().accept(newLead({ callback }));
    if (acceptance.outcome !== 'stored' || acceptance.call === undefined) throw new Error(acceptance.outcome);
    return { lead: acceptance.lead, call: acceptance.call.id };
  };
  /** Ends the steps of a lead, as delivery does: all others are done. */
  const deliver = async (lead: string, call: StepState) => {
    const store = under();
    for (;;) {
      const owner = randomUUID();
      const { leads } = await store.claim({ owner, now: at + 300_000, leaseMs, limit: 1_000 });
      if (leads.length === 0) throw new Error('the lead is not due');
      const claimed = leads.find(({ id }) => id === lead);
      await store.releaseLeases({ owner, except: [lead], nextAt: at });
      if (claimed === undefined) continue;
      const steps = claimed.steps.map((step) => {
        const state = step.step !== 'call' ? 'done' : step.state === 'pending' ? call : step.state;
        return { ...step, state, answer: 'outcome' };
      });
      await store.checkpoint({ lead, owner, now: at + 1, steps });
      return;
    }
  };

  describe('the end of a call', () => {
    // The older answer of two proxies landed last: `completed` became `ringing`, and `call.ended` was posted twice.
    it.each<[first: CallChange, second: CallChange, end: CallChange]>([
      [
        { state: 'completed', transfers: 2 },
        { state: 'ringing', transfers: 0 },
        { state: 'completed', transfers: 2 },
      ],
      [{ state: 'failed' }, { state: 'answered' }, { state: 'failed' }],
      [{ state: 'answered' }, { state: 'ringing' }, { state: 'answered' }],
      [{ state: 'unknown' }, { state: 'ringing' }, { state: 'unknown' }],
      [{ state: 'completed' }, { state: 'unknown' }, { state: 'completed' }],
      [{ state: 'completed', checkedAt: 9 }, { state: 'completed', checkedAt: 5 }, { checkedAt: 9 }],
    ])('is not taken back by an older answer: %o, then %o', async (first, second, end) => {
      const store = under();
      const { call } = await withCall();
      await store.noteCall(call, { state: 'ringing', serviceCall: 'theirs' });
      await store.noteCall(call, first);
      const noted = await store.noteCall(call, second);
      expect(noted?.call).toMatchObject(end);
      expect(noted?.answered).toBeUndefined();
      expect(await store.findCall(call)).toMatchObject(end);
    });

    it('is not taken back by the steps of a delivery that began before it', async () => {
      const store = under();
      const { lead, call } = await withCall();
      const owner = randomUUID();
      const { leads } = await store.claim({ owner, now: at + 600_000, leaseMs, limit: 1_000 });
      const steps = leads.find(({ id }) => id === lead)?.steps ?? [];
      const placed = steps.map((step) => (step.step === 'call' ? { ...step, state: 'done' as const } : step));
      await store.checkpoint({ lead, owner, now: at, steps: placed, call: { id: call, serviceCall: 'theirs' } });
      await store.noteCall(call, { state: 'failed' });
      const done = placed.map((step) => ({ ...step, state: 'done' as const }));
      await store.checkpoint({ lead, owner, now: at, steps: done });
      await store.releaseLeases({ owner, except: [], nextAt: at });
      expect(await store.findCall(call)).toMatchObject({ state: 'failed', serviceCall: 'theirs' });
    });

    // A checkpoint of the lead wrote the state of the call again, and with it no reason.
    it('keeps the reason of a refused call when its lead is delivered', async () => {
      const { lead, call } = await withCall({ refused: 'country', requestedAt: at });
      await deliver(lead, 'done');
      expect(await under().find(lead)).toMatchObject({ state: 'delivered' });
      expect(await under().findCall(call)).toMatchObject({ state: 'refused', reason: 'country' });
    });

    it.each([
      ['done', 'completed', 'done'],
      ['skipped', 'cancelled', 'skipped'],
    ] as const)('is what an operator says of an unknown call: %s', async (outcome, state, step) => {
      const store = under();
      const { lead, call } = await withCall();
      await deliver(lead, 'unknown');
      const before = await store.callCounts();
      expect(await store.find(lead)).toMatchObject({ state: 'unknown' });
      expect(await store.endCall(call, outcome, { now: at + 2, by: 'Grace', reason: 'asked' })).toMatchObject({
        call: { id: call, state, ended: { by: 'Grace', reason: 'asked', at: at + 2 } },
        lead: { id: lead, state: 'delivered', endedAt: at + 2 },
      });
      expect((await store.find(lead))?.steps.at(-1)).toMatchObject({ state: step, answer: 'ended by an operator' });
      expect(await store.callCounts()).toEqual({ ...before, unknown: before.unknown - 1, [state]: before[state] + 1 });
      expect(await store.endCall(call, outcome, { now: at + 3, by: 'Ada' })).toBeUndefined();
      expect(await store.findCall(call)).toMatchObject({ ended: { by: 'Grace', reason: 'asked', at: at + 2 } });
    });

    // The alert about unknown calls never ended.
    it('is what an operator says of the unknown steps of its lead', async () => {
      const store = under();
      for (const [outcome, state] of [
        ['done', 'completed'],
        ['skipped', 'cancelled'],
      ] as const) {
        const { lead, call } = await withCall();
        await deliver(lead, 'unknown');
        expect(await store.resolve(lead, outcome, { now: at + 2, by: 'Grace' })).toBe(true);
        expect(await store.findCall(call)).toMatchObject({ state, ended: { by: 'Grace', at: at + 2 } });
        expect(await store.find(lead)).toMatchObject({ state: 'delivered' });
      }
    });

    // Such a lead had nothing to resolve, so no action was left for its call.
    it.each<CallState>(['ringing', 'answered', 'unknown'])(
      'can be said of a %s call whose lead is delivered already',
      async (state) => {
        const store = under();
        const { lead, call } = await withCall();
        await deliver(lead, 'done');
        if (state !== 'ringing') await store.noteCall(call, { state });
        expect(await store.findCall(call)).toMatchObject({ state });
        expect(await store.endCall(call, 'done', { now: at + 2, by: 'Grace' })).toMatchObject({
          call: { state: 'completed' },
          lead: { state: 'delivered', endedAt: at + 1 },
        });
      },
    );

    it('of a planned call is that it is cancelled, and of one that is under way or over it is nothing', async () => {
      const store = under();
      const lead = await stored(store);
      const decision = { now: at, by: 'Grace' };
      const requested = await store.requestCall(lead, callPlan({ plannedAt: at + 9_000, expiresAt: at + 99_000 }));
      const planned = requested.outcome === 'accepted' ? requested.call : '';
      expect(await store.endCall(planned, 'done', decision)).toBeUndefined();
      expect(await store.endCall(planned, 'skipped', decision)).toMatchObject({ call: { state: 'cancelled' } });
      const { call: waiting } = await withCall();
      const { call: refused } = await withCall({ refused: 'country', requestedAt: at });
      for (const call of [planned, waiting, refused, randomUUID()]) {
        expect(await store.endCall(call, 'skipped', decision)).toBeUndefined();
      }
    });
  });
}
