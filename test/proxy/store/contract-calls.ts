import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CallCap } from '../../../src/proxy/store/call-log.ts';
import type { LeadStore } from '../../../src/proxy/store/lead-store.ts';
import { at, callPlan, newLead, stored } from './contract.ts';

export function testCalls(under: () => LeadStore): void {
  describe('as a log of calls', () => {
    it('adds a call to a lead, and keeps what becomes known of it', async () => {
      const store = under();
      const phone = '447700900111';
      const lead = await stored(store, { phone });
      const plan = callPlan({ from: '15550001111', requestData: { page: '/prices' } });
      const requested = await store.requestCall(lead, plan);
      if (requested.outcome !== 'accepted') throw new Error(requested.outcome);
      const { call } = requested;
      const row = { id: call, lead, phone, agent: 'agent', from: '15550001111', requestData: { page: '/prices' } };
      const times = { requestedAt: at, expiresAt: at + 120_000 };
      expect(await store.findCall(call)).toEqual({ ...row, ...times, state: 'waiting', transfers: 0 });
      await store.noteCall(call, { state: 'ringing', serviceCall: 'theirs' });
      await store.noteCall(call, { state: 'completed', transfers: 2, checkedAt: at + 7 });
      expect(await store.findCall(call)).toMatchObject({
        state: 'completed',
        serviceCall: 'theirs',
        transfers: 2,
        checkedAt: at + 7,
      });
      expect((await store.find(lead))?.steps.at(-1)).toEqual({
        step: 'call',
        name: call,
        state: 'pending',
        attempts: 0,
      });
      expect(await store.findCall(randomUUID())).toBeUndefined();
    });

    it('adds a call that comes with the lead in the same commit', async () => {
      const store = under();
      const acceptance = await store.accept(newLead({ callback: callPlan() }));
      expect(acceptance).toMatchObject({ outcome: 'stored', call: { outcome: 'accepted' } });
      const id = acceptance.outcome === 'stored' ? acceptance.lead : '';
      expect((await store.find(id))?.steps.at(-1)?.step).toBe('call');
    });

    it('calls nobody for a lead that is held or not there', async () => {
      const store = under();
      const held = await store.accept(newLead({ held: 'honeypot', callback: callPlan() }));
      expect(held).toMatchObject({ outcome: 'stored', call: { outcome: 'no-lead' } });
      const id = held.outcome === 'stored' ? held.lead : '';
      expect(await store.requestCall(id, callPlan())).toEqual({ outcome: 'no-lead' });
      expect(await store.requestCall(randomUUID(), callPlan())).toEqual({ outcome: 'no-lead' });
    });

    it.each<CallCap['per']>(['phone', 'ip', 'country', 'site'])('keeps to a cap per %s', async (per) => {
      const store = under();
      // A time and names of its own, so that calls of other tests do not count.
      const start = at + { phone: 1, ip: 2, country: 3, site: 4 }[per] * 86_400_000;
      const ip = `198.51.100.${start % 251}`;
      const lead = await stored(store);
      const caps = [{ name: 'small', per, points: 2, seconds: 600 }];
      const ask = (requestedAt: number, more = {}) =>
        store.requestCall(lead, callPlan({ requestedAt, ip, caps, ...more }));
      const unrelated = { phone: {}, ip: { ip: '203.0.113.9' }, country: { country: 'GB' }, site: {} }[per];
      expect(await ask(start)).toMatchObject({ outcome: 'accepted' });
      expect(await ask(start + 1_000)).toMatchObject({ outcome: 'accepted' });
      expect(await ask(start + 2_000)).toEqual({ outcome: 'over-limit', cap: 'small', retryAfterMs: 598_000 });
      if (per === 'ip' || per === 'country')
        expect(await ask(start + 2_000, unrelated)).toMatchObject({ outcome: 'accepted' });
      expect(await ask(start + 600_000)).toMatchObject({ outcome: 'accepted' });
    });

    it('lets no more calls through than the cap when many ask at once', async () => {
      const store = under();
      const leads = await Promise.all(Array.from({ length: 12 }, () => stored(store)));
      const caps = [{ name: 'site', per: 'site', points: 5, seconds: 60 } as const];
      const requestedAt = at + 10 * 86_400_000;
      const asked = await Promise.all(leads.map((lead) => store.requestCall(lead, callPlan({ requestedAt, caps }))));
      expect(asked.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(5);
    });

    it('gives a replayed call new time', async () => {
      const store = under();
      const acceptance = await store.accept(newLead({ callback: callPlan(), acceptedAt: at - 1 }));
      const id = acceptance.outcome === 'stored' ? acceptance.lead : '';
      const owner = randomUUID();
      for (;;) {
        const { leads } = await store.claim({ owner, now: at, leaseMs: 1_000, limit: 50 });
        const lead = leads.find((one) => one.id === id);
        if (lead === undefined && leads.length > 0) continue;
        if (lead === undefined) throw new Error('the lead cannot be claimed');
        const steps = lead.steps.map(
          (step) => ({ ...step, state: step.step === 'call' ? 'expired' : 'done' }) as const,
        );
        const call = steps.at(-1)?.name ?? '';
        await store.checkpoint({ lead: id, owner, now: at, steps, call: { id: call, state: 'expired' } });
        expect((await store.findCall(call))?.state).toBe('expired');
        expect(await store.replay(id, at + 500_000, 60_000)).toBe(true);
        expect(await store.findCall(call)).toMatchObject({ state: 'waiting', expiresAt: at + 560_000 });
        return;
      }
    });
  });
}
