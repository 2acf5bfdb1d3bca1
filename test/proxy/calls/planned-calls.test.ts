import { describe, expect, it, onTestFinished } from 'vitest';
import { createCallPlanner } from '../../../src/proxy/calls/plan-call.ts';
import { startPlannedCalls } from '../../../src/proxy/calls/planned-calls.ts';
import { createDelivery } from '../../../src/proxy/delivery/create-delivery.ts';
import { noMetrics } from '../../../src/proxy/metrics.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, ids, leadHeaders, noLimits, startHarness } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Monday, 10:00 in New York. */
const now = Date.parse('2026-11-23T15:00:00Z');
const callback = {
  agent: ids.agent,
  countries: ['US'],
  timeZone: 'America/New_York',
  hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
};
const forms = { default: { callback } };

/** A proxy that accepts plans, and one or more processes that place them. */
async function openBench(overrides: Record<string, unknown> = { forms }) {
  const clock = manualClock(now);
  const intake = await startHarness(overrides, { now: clock.now });
  await intake.proxy.start();
  return {
    clock,
    store: intake.store,
    /** Plans a call and resolves with its id. */
    async plan(at: number, phone = '+12125550123'): Promise<string> {
      const body = { form: 'default', fields: { phone, first_name: 'Ada' } };
      const { lead, token } = await (await intake.post('/leads', body, leadHeaders())).json();
      const response = await intake.post('/calls', { lead, token, at: new Date(at).toISOString() });
      expect(response.status).toBe(202);
      return (await response.json()).call;
    },
    state: async (call: string) => {
      const stored = await intake.store.findCall(call);
      return stored?.reason === undefined ? stored?.state : `${stored.state}: ${stored.reason}`;
    },
    /** Starts a process that places calls. Resolves with what it did. */
    run(current = overrides, store: LeadStore = intake.store) {
      const service = new FakeService();
      const log = new MemoryLog();
      const placed: { phone: string; agent: string; at: number }[] = [];
      service.client.createLead = async ({ record }) => ({ lead: { lead_id: crypto.randomUUID(), ...record } });
      service.client.initiateCall = async ({ phone, agent }) => {
        placed.push({ phone, agent, at: clock.now() });
        return { call_id: crypto.randomUUID() };
      };
      const delivery = createDelivery({ store, client: service.client, clock, gatherMs: 0 });
      const stopPlannedCalls = startPlannedCalls({
        store,
        planCall: createCallPlanner(configOf(current), clock.now),
        metrics: noMetrics,
        clock,
        log,
      });
      delivery.start();
      const stop = async () => {
        await stopPlannedCalls();
        await delivery.stop();
      };
      onTestFinished(stop);
      return { placed, log, stop };
    },
  };
}

describe('a planned call', () => {
  it('is placed at its time, once, however long the proxy runs afterwards', async () => {
    const { clock, plan, state, run } = await openBench();
    const call = await plan(now + 2 * hour);
    const { placed, log } = run();
    await clock.advance(2 * hour - 1);
    expect([placed, await state(call)]).toEqual([[], 'planned']);
    await clock.advance(1);
    await until('the call is placed', async () => (await state(call)) === 'ringing');
    await clock.advance(hour);
    expect(placed).toEqual([{ phone: '12125550123', agent: ids.agent, at: now + 2 * hour }]);
    expect(log.events()).toEqual(['call-due']);
  });

  it('is placed within a minute when it was planned just before its time', async () => {
    const { clock, plan, state, run } = await openBench();
    const { placed } = run();
    await clock.advance(1_000);
    const at = clock.now() + 2_000;
    const call = await plan(at);
    await clock.advance(minute);
    await until('the call is placed', async () => (await state(call)) === 'ringing');
    expect(placed[0]?.at).toBeLessThanOrEqual(at + minute);
  });

  it('is placed late, within `calls.expireSeconds`, by a proxy that was down at its time', async () => {
    const { clock, plan, state, run } = await openBench();
    const call = await plan(now + hour);
    clock.advanceNow(hour + 89_000);
    const { placed } = run();
    await until('the call is placed', async () => (await state(call)) === 'ringing');
    expect(placed).toHaveLength(1);
  });

  it('expires when the proxy was down for longer, and nobody is called', async () => {
    const { clock, plan, state, run } = await openBench();
    const call = await plan(now + hour);
    clock.advanceNow(hour + 90_001);
    const { placed, log } = run();
    await until('the call has expired', async () => (await state(call)) === 'expired');
    await clock.advance(hour);
    expect(placed).toEqual([]);
    expect(log.events()).toEqual(['call-expired']);
  });

  it.each([
    ['call-backs are switched off', { forms, calls: { enabled: false } }, 'refused: off'],
    ['its form no longer offers call-backs', {}, 'refused: not-offered'],
    [
      'its country is no longer called',
      { forms: { default: { callback: { ...callback, countries: ['GB'] } } } },
      'refused: country',
    ],
    [
      'the hours have changed',
      { forms: { default: { callback: { ...callback, hours: [{ days: ['sun'], from: '09:00', to: '17:00' }] } } } },
      'refused: closed',
    ],
  ])('is refused at its time when %s', async (_, changed, expected) => {
    const { clock, plan, state, run } = await openBench();
    const call = await plan(now + hour);
    const { placed, log } = run(changed);
    await clock.advance(hour);
    await until('the call is refused', async () => (await state(call)) === expected);
    await clock.advance(hour);
    expect(placed).toEqual([]);
    expect(log.events()).toEqual(['call-refused']);
  });

  it('is refused at its time when the calls before it have reached a limit', async () => {
    const { clock, plan, state, run } = await openBench();
    const first = await plan(now + hour);
    const second = await plan(now + hour + minute, '+12125550124');
    const { placed } = run({ forms, limits: { ...noLimits, callsPerSitePerHour: { points: 1, seconds: 3600 } } });
    await clock.advance(2 * hour);
    await until('the second call is refused', async () => (await state(second)) === 'refused: callsPerSitePerHour');
    await until('the first call is placed', async () => (await state(first)) === 'ringing');
    expect(placed).toHaveLength(1);
  });

  it('goes to the agent that the configuration names at its time', async () => {
    const { clock, plan, run } = await openBench();
    await plan(now + hour);
    const agent = 'c1000000-0000-4000-8000-000000000002';
    const { placed } = run({ forms: { default: { callback: { ...callback, agent } } } });
    await clock.advance(hour);
    await until('the call is placed', () => placed.length === 1);
    expect(placed[0]?.agent).toBe(agent);
  });

  it('is placed by one of several proxies', async () => {
    const { clock, plan, run } = await openBench();
    const phones = Array.from({ length: 20 }, (_, index) => `+1212555${1000 + index}`);
    await Promise.all(phones.map((phone) => plan(now + hour, phone)));
    const proxies = [run(), run(), run()];
    await clock.advance(hour);
    const placed = () => proxies.flatMap((proxy) => proxy.placed.map(({ phone }) => `+${phone}`));
    await until('every call is placed', () => placed().length >= phones.length);
    await clock.advance(hour);
    expect(placed().toSorted()).toEqual(phones);
  });

  it('keeps its time when the store fails for a while', async () => {
    const { clock, plan, state, run, store } = await openBench();
    const call = await plan(now + hour);
    let isAway = true;
    const { placed, log } = run(
      { forms },
      { ...store, dueCalls: (...args) => (isAway ? Promise.reject(new Error('away')) : store.dueCalls(...args)) },
    );
    await clock.advance(hour + 30_000);
    expect(await state(call)).toBe('planned');
    isAway = false;
    await clock.advance(10_000);
    await until('the call is placed', () => placed.length === 1);
    expect(log.events()).toContain('planned-calls-failed');
  });
});
