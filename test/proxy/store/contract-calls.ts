import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CallCap, CallPlan } from '../../../src/proxy/domain/call.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { at, callPlan, newLead, stored } from './contract.ts';

export function testCalls(under: () => LeadStore): void {
  describe('as a log of calls', () => {
    it('adds a call to a lead, and stores its progress', async () => {
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
      expect((await store.find(lead))?.steps.at(-1)).toEqual({
        step: 'call',
        name: call,
        state: 'pending',
        attempts: 0,
      });
      await store.noteCall(call, { state: 'ringing', serviceCall: 'theirs' });
      await store.noteCall(call, { state: 'completed', transfers: 2, checkedAt: at + 7 });
      expect(await store.findCall(call)).toMatchObject({
        state: 'completed',
        serviceCall: 'theirs',
        transfers: 2,
        checkedAt: at + 7,
      });
      expect((await store.find(lead))?.steps.at(-1)).toMatchObject({ name: call, state: 'done' });
      expect(await store.findCall(randomUUID())).toBeUndefined();
    });

    it('adds a call that comes with the lead in the same commit', async () => {
      const store = under();
      const acceptance = await store.accept(newLead({ callback: callPlan() }));
      expect(acceptance).toMatchObject({ outcome: 'stored', call: { outcome: 'accepted' } });
      const id = acceptance.outcome === 'stored' ? acceptance.lead : '';
      expect((await store.find(id))?.steps.at(-1)?.step).toBe('call');
    });

    it('requests no call for a lead that does not exist', async () => {
      const store = under();
      expect(await store.requestCall(randomUUID(), callPlan())).toEqual({ outcome: 'no-lead' });
    });

    it('stores a call-back that the configuration does not allow, with the reason', async () => {
      const store = under();
      const acceptance = await store.accept(newLead({ callback: { refused: 'closed', requestedAt: at } }));
      expect(acceptance).toMatchObject({ outcome: 'stored', call: { outcome: 'refused', reason: 'closed' } });
      const { lead = '', call } = acceptance.outcome === 'stored' ? acceptance : {};
      expect(await store.findCall(call?.id ?? '')).toMatchObject({ state: 'refused', reason: 'closed', lead });
      expect((await store.find(lead))?.steps.at(-1)).toMatchObject({ state: 'skipped', answer: 'refused: closed' });
    });

    it('stores a call-back over a limit, which then does not count against the limit', async () => {
      const store = under();
      const phone = '447700900222';
      const cap = { name: 'callsPerPhone', per: 'phone', points: 1, seconds: 600 } as const;
      const requestWithLead = async (requestedAt: number) => {
        const acceptance = await store.accept(newLead({ phone, callback: callPlan({ requestedAt, caps: [cap] }) }));
        return acceptance.outcome === 'stored' ? acceptance.call : undefined;
      };
      expect(await requestWithLead(at)).toMatchObject({ outcome: 'accepted' });
      expect(await requestWithLead(at + 500_000)).toMatchObject({ outcome: 'over-limit', reason: 'callsPerPhone' });
      expect(await requestWithLead(at + 600_000)).toMatchObject({ outcome: 'accepted' });
    });

    it.each([
      ['is placed while it is fresh', 1_000, [], { state: 'waiting' }, { state: 'pending' }],
      ['has expired after its time', 120_001, [], { state: 'expired' }, { state: 'expired' }],
      [
        'is refused over a limit',
        1_000,
        [{ name: 'none', per: 'site', points: 0, seconds: 60 } as const],
        { state: 'refused', reason: 'none' },
        { state: 'skipped', answer: 'refused: none' },
      ],
    ] as const)(
      'decides about the call-back of a held lead when it is released: it %s',
      async (_name, afterMs, caps, row, step) => {
        const store = under();
        const acceptance = await store.accept(newLead({ held: 'honeypot', callback: callPlan() }));
        const { lead = '', call } = acceptance.outcome === 'stored' ? acceptance : {};
        expect(call).toMatchObject({ outcome: 'refused', reason: 'held' });
        expect((await store.find(lead))?.steps.at(-1)).toMatchObject({ state: 'skipped', answer: 'refused: held' });
        expect(await store.release(lead, { now: at + afterMs, callCaps: caps, call: 'as-requested' })).toBe(true);
        expect(await store.findCall(call?.id ?? '')).toMatchObject(row);
        expect((await store.find(lead))?.steps.at(-1)).toMatchObject(step);
      },
    );

    // The request was refused, and nothing was stored.
    it('keeps one requested call of a held lead until the lead is released', async () => {
      const store = under();
      const lead = await stored(store, { held: 'honeypot' });
      const first = await store.requestCall(lead, callPlan());
      const second = await store.requestCall(lead, callPlan({ plannedAt: at + 3_600_000, expiresAt: at + 3_690_000 }));
      expect(first).toMatchObject({ outcome: 'accepted', isNew: true });
      expect(second).toEqual({ ...first, isNew: false });
      expect(await store.heldCalls([lead])).toMatchObject([{ lead, plannedAt: at + 3_600_000, reason: 'held' }]);
      const { call = '' } = first.outcome === 'accepted' ? first : {};
      expect((await store.dueCalls(at + 3_600_000, 100)).calls.filter(({ id }) => id === call)).toEqual([]);
      expect(await store.release(lead, { now: at + 1_000, callCaps: [], call: 'as-requested' })).toBe(true);
      expect(await store.findCall(call)).toMatchObject({ state: 'planned', plannedAt: at + 3_600_000 });
      expect((await store.find(lead))?.steps.filter(({ step }) => step === 'call')).toEqual([]);
      expect(await store.heldCalls([lead])).toEqual([]);
      expect(await store.cancelCall(call)).toBe(true);
    });

    it('places a late call of a held lead only if the operator says so, and none if they say so', async () => {
      const store = under();
      const late = at + 4 * 3_600_000;
      const plan = callPlan({ agent: 'new agent', requestedAt: late, expiresAt: late + 90_000 });
      for (const [call, row, step] of [
        ['as-requested', { state: 'expired' }, { state: 'expired' }],
        ['none', { state: 'cancelled' }, { state: 'skipped', answer: 'released without the call' }],
        [
          plan,
          { state: 'waiting', agent: 'new agent', requestedAt: late, expiresAt: late + 90_000 },
          { state: 'pending' },
        ],
        [
          { ...plan, caps: [{ name: 'none', per: 'site', points: 0, seconds: 60 }] },
          { state: 'refused', reason: 'none' },
          { state: 'skipped', answer: 'refused: none' },
        ],
      ] as const) {
        for (const isWithLead of [true, false]) {
          const lead = await stored(store, { held: 'honeypot', ...(isWithLead && { callback: callPlan() }) });
          if (!isWithLead) await store.requestCall(lead, callPlan());
          const [wish] = await store.heldCalls([lead]);
          expect(await store.release(lead, { now: late, callCaps: [], call })).toBe(true);
          expect(await store.findCall(wish?.id ?? '')).toMatchObject(row);
          const calls = (await store.find(lead))?.steps.filter((found) => found.step === 'call');
          expect(calls).toMatchObject([{ name: wish?.id, ...step }]);
        }
      }
    });

    it('lets the visitor cancel the planned call of a held lead', async () => {
      const store = under();
      const lead = await stored(store, { held: 'honeypot' });
      const requested = await store.requestCall(
        lead,
        callPlan({ plannedAt: at + 3_600_000, expiresAt: at + 3_690_000 }),
      );
      expect(await store.cancelCall(requested.outcome === 'accepted' ? requested.call : '')).toBe(true);
      expect(await store.heldCalls([lead])).toEqual([]);
      await store.release(lead, { now: at, callCaps: [], call: 'as-requested' });
      expect((await store.find(lead))?.steps.filter(({ step }) => step === 'call')).toEqual([]);
    });

    it.each<Exclude<CallCap['per'], 'network'>>(['phone', 'ip', 'country', 'site'])(
      'keeps to a cap per %s',
      async (per) => {
        const store = under();
        // Its own time and names, so that calls of other tests do not count.
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
      },
    );

    // Every /64 had calls of its own, and each of them took the share that is reserved for others.
    it('counts the calls of one IPv6 network together', async () => {
      const store = under();
      // Its own time and country, so that calls of other tests do not count.
      const requestedAt = at - 60 * 86_400_000;
      const caps = [
        { name: 'network', per: 'network', points: 4, seconds: 60 } as const,
        { name: 'share', per: 'country', points: 2, seconds: 60, exceptFirstOfNetwork: true } as const,
      ];
      const request = async (ip: string, more: Partial<CallPlan> = {}) => {
        const requested = await store.requestCall(
          await stored(store),
          callPlan({ requestedAt, ip, country: 'AQ', caps, ...more }),
        );
        if (requested.outcome === 'accepted' && more.plannedAt !== undefined) planned.push(requested.call);
        return 'cap' in requested ? requested.cap : requested.outcome;
      };
      const planned: string[] = [];
      expect(await request('2001:db8:a:1::/64')).toBe('accepted');
      expect(await request('2001:db8:a:2::/64')).toBe('accepted');
      expect(await request('2001:db8:a:3::/64')).toBe('share');
      expect(await request('2001:db8:ab:3::/64')).toBe('accepted');
      const only = { caps: caps.slice(0, 1) };
      expect(await request('2001:db8:a:4::/64', only)).toBe('accepted');
      expect(await request('2001:db8:a:5::/64', { ...only, plannedAt: requestedAt + 3_600_000 })).toBe('accepted');
      expect(await request('2001:db8:a:6::/64', { ...only, plannedAt: requestedAt + 7_200_000 })).toBe('network');
      // An IPv4 address is its own network.
      for (let index = 0; index < 5; index++) expect(await request('203.0.113.77', only)).toBe('accepted');
      for (const call of planned) await store.cancelCall(call);
    });

    it('accepts no more calls than the cap when many are requested at once', async () => {
      const store = under();
      const leads = await Promise.all(Array.from({ length: 12 }, () => stored(store)));
      const caps = [{ name: 'site', per: 'site', points: 5, seconds: 60 } as const];
      const requestedAt = at + 10 * 86_400_000;
      const outcomes = await Promise.all(leads.map((lead) => store.requestCall(lead, callPlan({ requestedAt, caps }))));
      expect(outcomes.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(5);
    });

    it('allows the first call of an address although its share of the cap is used up', async () => {
      const store = under();
      const requestedAt = at + 20 * 86_400_000;
      const share = { name: 'share', per: 'site', points: 2, seconds: 60, exceptFirstOfNetwork: true } as const;
      const request = async (ip: string, plannedAt?: number) => {
        const plan = callPlan({ requestedAt, ip, caps: [share], ...(plannedAt !== undefined && { plannedAt }) });
        const requested = await store.requestCall(await stored(store), plan);
        if (requested.outcome === 'accepted' && plannedAt !== undefined) planned.push(requested.call);
        return requested.outcome;
      };
      const planned: string[] = [];
      expect([await request('a'), await request('a'), await request('a')]).toEqual([
        'accepted',
        'accepted',
        'over-limit',
      ]);
      expect([await request('b'), await request('b')]).toEqual(['accepted', 'over-limit']);
      const later = requestedAt + 3_600_000;
      expect([await request('c', later), await request('d', later), await request('d', later)]).toEqual([
        'accepted',
        'accepted',
        'slot-full',
      ]);
      for (const call of planned) await store.cancelCall(call);
    });

    it('gives a replayed call a new expiry', async () => {
      const store = under();
      const acceptance = await store.accept(newLead({ callback: callPlan(), acceptedAt: at - 1 }));
      const id = acceptance.outcome === 'stored' ? acceptance.lead : '';
      const owner = randomUUID();
      for (;;) {
        const { leads } = await store.claim({ owner, now: at, leaseMs: 1_000, limit: 50 });
        const lead = leads.find((claimed) => claimed.id === id);
        if (lead === undefined && leads.length > 0) continue;
        if (lead === undefined) throw new Error('the lead cannot be claimed');
        const steps = lead.steps.map(
          (step) => ({ ...step, state: step.step === 'call' ? 'expired' : 'done' }) as const,
        );
        const call = steps.at(-1)?.name ?? '';
        await store.checkpoint({ lead: id, owner, now: at, steps, call: { id: call, state: 'expired' } });
        expect((await store.findCall(call))?.state).toBe('expired');
        expect(await store.replay(id, { now: at + 500_000, callTtlMs: 60_000 })).toBe(true);
        expect(await store.findCall(call)).toMatchObject({ state: 'waiting', expiresAt: at + 560_000 });
        return;
      }
    });

    // A page continued before the time of its last call, and left out the others of that millisecond.
    it('lists every call of one millisecond, page by page', async () => {
      const store = under();
      const callback = { refused: 'country', requestedAt: at + 50 * 86_400_000 };
      const ids: string[] = [];
      for (let index = 0; index < 5; index++) {
        const acceptance = await store.accept(newLead({ callback }));
        ids.unshift(acceptance.outcome === 'stored' ? (acceptance.call?.id ?? '') : '');
      }
      const pages: string[] = [];
      for (let page = 0; page < 3; page++) {
        const before = pages.at(-1);
        const calls = await store.listCalls({ state: 'refused', limit: 2, ...(before !== undefined && { before }) });
        pages.push(...calls.map(({ id }) => id));
      }
      expect([...pages.slice(0, 5)].sort()).toEqual([...ids].sort());
    });

    it('finds calls by form, page, variant and time, and those that were answered', async () => {
      const store = under();
      const form = `form-${randomUUID().slice(0, 8)}`;
      const request = async (requestedAt: number, record: Record<string, unknown>) => {
        const callback = callPlan({ requestedAt });
        const acceptance = await store.accept(newLead({ form, record: { phone: '1', ...record }, callback }));
        return acceptance.outcome === 'stored' ? (acceptance.call?.id ?? '') : '';
      };
      const prices = await request(at, { page_url: 'https://example.com/prices?q=1', experiment_greeting: 'b' });
      const start = await request(at + 1, { page_url: 'https://example.com/', experiment_greeting: 'a' });
      const none = await request(at + 2, { page_url: 'no address' });
      const found = async (query: Parameters<LeadStore['listCalls']>[0]) =>
        (await store.listCalls({ form, ...query })).map(({ id }) => id);
      expect(await found({})).toEqual([none, start, prices]);
      expect(await found({ form: 'another' })).toEqual([]);
      expect(await found({ page: '/prices' })).toEqual([prices]);
      expect(await found({ page: 'rices' })).toEqual([]);
      expect(await found({ field: { name: 'experiment_greeting', value: 'a' } })).toEqual([start]);
      expect(await found({ from: at + 1, to: at + 2 })).toEqual([start]);
      expect(await found({ state: 'waiting', before: none, page: '/prices' })).toEqual([prices]);
      await store.noteCall(prices, { state: 'completed' });
      await store.noteCall(start, { state: 'answered' });
      expect(await found({ isAnswered: true })).toEqual([start, prices]);
      expect(await found({ isAnswered: true, page: '/prices' })).toEqual([prices]);
    });

    it('lists calls by state, newest first, and counts them', async () => {
      const store = under();
      const before = await store.callCounts();
      const requestedAt = at + 100 * 86_400_000;
      const ids: string[] = [];
      for (let index = 0; index < 3; index++) {
        const callback = { refused: 'country', requestedAt: requestedAt + index };
        const acceptance = await store.accept(newLead({ callback }));
        ids.unshift(acceptance.outcome === 'stored' ? (acceptance.call?.id ?? '') : '');
      }
      await store.accept(newLead({ callback: callPlan({ requestedAt: requestedAt + 3 }) }));
      expect((await store.listCalls({ state: 'refused', limit: 2 })).map(({ id }) => id)).toEqual(ids.slice(0, 2));
      const next = await store.listCalls({ state: 'refused', limit: 1, before: ids[1] ?? '' });
      expect(next.map(({ id }) => id)).toEqual(ids.slice(2));
      expect((await store.listCalls({ limit: 1 }))[0]).toMatchObject({
        state: 'waiting',
        record: { first_name: 'Ada' },
      });
      const after = await store.callCounts();
      expect(after).toEqual({ ...before, refused: before.refused + 3, waiting: before.waiting + 1 });
    });
  });
}
