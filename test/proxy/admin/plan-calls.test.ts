import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { adminCall, adminCalls } from '../../../src/protocol/admin/calls.ts';
import { createCallPlanner } from '../../../src/proxy/calls/plan-call.ts';
import { startPlannedCalls } from '../../../src/proxy/calls/planned-calls.ts';
import type { ProxyDeps } from '../../../src/proxy/deps.ts';
import { noMetrics } from '../../../src/proxy/metrics.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { configOf, type Harness, leadHeaders, noLimits, startHarness, takeTimers } from '../support/harness.ts';

const token = 'agent-token-0123456789-0123456789-0';
const bearer = { authorization: `Bearer ${token}` };
/** A Monday, 10:00 in New York. */
const monday = Date.parse('2026-11-23T15:00:00Z');
const agent = 'ca000000-0000-4000-8000-0000000000aa';
const hours = [{ days: ['mon', 'tue'], from: '09:00', to: '17:00' }];
const offered = { forms: { default: { callback: { agent, hours, timeZone: 'America/New_York' } } } };

async function start(overrides: Record<string, unknown> = {}, deps: Partial<ProxyDeps> = {}) {
  const harness = await startHarness(
    {
      operators: [{ name: 'Ada', token, role: 'agent' }],
      limits: noLimits,
      ...offered,
      ...overrides,
    },
    { now: () => monday, ...deps },
  );
  const body = { form: 'default', fields: { phone: '+14155552671', first_name: 'Grace' } };
  const { lead } = await (await harness.post('/leads', body, leadHeaders())).json();
  return { harness, lead };
}

async function ask(harness: Harness, path: string, body: object) {
  const response = await harness.post(`/admin/api/calls${path}`, body, bearer);
  return { status: response.status, body: await response.json() };
}

it('plans a call from a lead, and asks first if the time is outside the hours of its form', async () => {
  const { harness, lead } = await start();
  const planned = await ask(harness, '', { lead, at: '2026-11-24T15:00:00Z', by: 'Somebody Else' });
  expect(adminCall.parse(planned.body)).toMatchObject({
    lead,
    state: 'planned',
    plannedAt: '2026-11-24T15:00:00.000Z',
  });
  const evening = { lead, at: '2026-11-24T19:00:00-05:00' };
  expect(await ask(harness, '', evening)).toMatchObject({ status: 409, body: { code: 'outside-hours' } });
  const confirmed = await ask(harness, '', { ...evening, confirm: true });
  expect(confirmed).toMatchObject({ status: 200, body: { state: 'planned', plannedAt: '2026-11-25T00:00:00.000Z' } });
  const stored = await harness.store.findCall(confirmed.body.call);
  expect(stored).toMatchObject({ anyHour: 1 });
  const list = adminCalls.parse(await (await harness.get(`/admin/api/calls?lead=${lead}`, bearer)).json());
  expect(list.calls).toHaveLength(2);
  const { entries } = await (await harness.get(`/admin/api/audit?lead=${lead}`, bearer)).json();
  expect(entries[0]).toMatchObject({ by: 'Ada', action: 'call-planned', lead });
});

it('calls now within the hours, and refuses what cannot be called', async () => {
  const { harness, lead } = await start();
  expect(await ask(harness, '', { lead })).toMatchObject({ status: 200, body: { state: 'waiting' } });
  expect(await ask(harness, '', { lead, at: '2026-11-20T15:00:00Z' })).toMatchObject({ status: 400 });
  expect(await ask(harness, '', { lead, at: '2026-12-20T15:00:00Z' })).toMatchObject({ status: 400 });
  expect(await ask(harness, '', { lead: crypto.randomUUID() })).toMatchObject({ status: 404 });
  await harness.store.blockPhone({ phone: '14155552671', at: monday, by: 'Ada' });
  const blocked = await ask(harness, '', { lead, at: '2026-11-24T15:00:00Z', confirm: true });
  expect(blocked).toMatchObject({ status: 409, body: { code: 'call-not-possible', reason: 'blocked' } });
});

it('moves a planned call, tells receivers of webhooks the new time, and moves no other call', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-moved-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = await openSqliteStore(join(folder, 'leads.db'), {
    receivers: [{ name: 'crm', url: 'https://crm.example.com/hook', events: ['call.planned'] }],
  });
  const { harness, lead } = await start({}, { store });
  const { body } = await ask(harness, '', { lead, at: '2026-11-24T15:00:00Z' });
  const moved = await ask(harness, `/${body.call}/move`, { at: '2026-11-24T16:00:00Z' });
  expect(moved).toMatchObject({ status: 200, body: { call: body.call, plannedAt: '2026-11-24T16:00:00.000Z' } });
  expect(await ask(harness, `/${body.call}/move`, { at: '2026-11-24T03:00:00Z' })).toMatchObject({
    status: 409,
    body: { code: 'outside-hours' },
  });
  const due = await store.dueCalls(Date.parse('2026-11-24T15:30:00Z'), 10);
  expect(due).toMatchObject({ calls: [], nextAt: Date.parse('2026-11-24T16:00:00Z') });
  const times = (await store.listWebhooks({ lead })).map(({ facts }) => 'plannedAt' in facts && facts.plannedAt);
  expect(times).toEqual([Date.parse('2026-11-24T16:00:00Z'), Date.parse('2026-11-24T15:00:00Z')]);
  await store.cancelCall(body.call);
  expect(await ask(harness, `/${body.call}/move`, { at: '2026-11-24T16:30:00Z' })).toMatchObject({ status: 409 });
  const unknown = `/${crypto.randomUUID()}/move`;
  expect(await ask(harness, unknown, { at: '2026-11-24T16:00:00Z' })).toMatchObject({ status: 404 });
});

it('places a call outside the hours that somebody has confirmed, when it is due', async () => {
  const clock = manualClock(monday);
  const { harness, lead } = await start({}, { now: clock.now });
  const evening = Date.parse('2026-11-25T00:00:00Z');
  const at = new Date(evening).toISOString();
  const { body } = await ask(harness, '', { lead, at, confirm: true });
  clock.advanceNow(evening - monday - 60_000);
  const planCall = createCallPlanner(configOf(offered), clock.now);
  onTestFinished(startPlannedCalls({ ...harness, planCall, metrics: noMetrics, clock }));
  const stateOf = async () => (await harness.store.findCall(body.call))?.state;
  await clock.advance(59_999);
  expect(await stateOf()).toBe('planned');
  await clock.advance(1);
  await until('the call is placed', async () => (await stateOf()) === 'waiting');
});

// Operators have no address, and the limits per address once counted all of them as one visitor.
it('lets operators plan and place more calls than one visitor may request', async () => {
  let now = monday;
  const pass = takeTimers();
  const callLimits = {
    callsPerIp: { points: 3, seconds: 3600 },
    callsPerNetwork: { points: 6, seconds: 3600 },
    callsPerSitePerHour: { points: 7, seconds: 3600 },
  };
  const { harness } = await start({ limits: { ...noLimits, ...callLimits } }, { now: () => now });
  const leads: string[] = [];
  for (let index = 0; index < 9; index++) {
    const body = { form: 'default', fields: { phone: `+1415555268${index}` } };
    leads.push((await (await harness.post('/leads', body, leadHeaders())).json()).lead);
  }
  const at = '2026-11-24T16:00:00Z';
  const planned: { status: number; body: { call: string; reason?: string } }[] = [];
  for (const lead of leads.slice(0, 8)) planned.push(await ask(harness, '', { lead, at }));
  expect(planned.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200, 409]);
  expect(planned.at(-1)).toMatchObject({ body: { reason: 'slot-full' } });
  expect(await ask(harness, '', { lead: leads[8] })).toMatchObject({ status: 200, body: { state: 'waiting' } });
  now = Date.parse(at);
  const stateOf = async ({ body }: (typeof planned)[number]) => (await harness.store.findCall(body.call))?.state;
  // The proxy looks for due calls every ten seconds.
  const states = async () => {
    await pass(10_000);
    return Promise.all(planned.slice(0, 7).map(stateOf));
  };
  await expect.poll(states).toEqual(Array(7).fill('waiting'));
});

// A move once skipped the limits of the time that it moved to.
it('moves a call only to a time around which the limits leave room', async () => {
  const site = { callsPerSitePerHour: { points: 2, seconds: 3600 } };
  const { harness, lead } = await start({ limits: { ...noLimits, ...site } });
  const plan = async (at: string) => (await ask(harness, '', { lead, at })).body.call;
  await plan('2026-11-24T15:00:00Z');
  await plan('2026-11-24T15:10:00Z');
  const call = await plan('2026-11-24T20:00:00Z');
  const full = await ask(harness, `/${call}/move`, { at: '2026-11-24T15:30:00Z' });
  expect(full).toMatchObject({ status: 409, body: { code: 'call-not-possible', reason: 'slot-full' } });
  expect(await harness.store.findCall(call)).toMatchObject({ plannedAt: Date.parse('2026-11-24T20:00:00Z') });
  expect(await ask(harness, `/${call}/move`, { at: '2026-11-24T18:00:00Z' })).toMatchObject({ status: 200 });
  // It does not stand in its own way.
  await plan('2026-11-24T18:20:00Z');
  expect(await ask(harness, `/${call}/move`, { at: '2026-11-24T18:10:00Z' })).toMatchObject({ status: 200 });
});
