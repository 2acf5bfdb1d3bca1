import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type WatchCallsDeps, watchCalls } from '../../../src/proxy/calls/watch-calls.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { openSqliteStore, type SqliteStoreOptions } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { ServiceError } from '../../../src/service-client/index.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { openDeliveryBench } from '../delivery/delivery-bench.ts';
import { agent } from '../delivery/ids.ts';
import { callPlan, stored } from '../store/contract.ts';
import { FakeService } from '../support/fake-service.ts';
import { startHarness } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const serviceCall = 'd1000000-0000-4000-8000-000000000001';
const ended = { call_end: '2026-11-22T10:00:00Z', disposition: 'Completed', answered_by: 'human' };

it('learns how a call ends even if no visitor watches it, and reports call.ended', async () => {
  const clock = manualClock();
  const receivers = [{ url: 'https://crm.example.com/', events: ['call.ended' as const] }];
  const { store, requestCall } = await openStore({ now: clock.now, receivers });
  let hasEnded = false;
  const requests: string[] = [];
  const counted: string[] = [];
  watch({
    store,
    clock,
    client: {
      async getCall({ call_id }) {
        requests.push(call_id);
        return [{ call_id, ...(hasEnded && ended) }];
      },
    },
    funnel: { countLead: (lead, stage) => counted.push(`${lead.form}: ${stage}`) },
  });
  const { call } = await requestCall(clock.now());
  await clock.advance(30_000);
  expect(requests).toEqual([]);
  await store.noteCall(call, { state: 'ringing', serviceCall });
  await clock.advance(30_000);
  await until('the service was asked', () => requests.length === 1);
  expect((await store.webhookCounts()).pending).toBe(0);
  hasEnded = true;
  await clock.advance(30_000);
  await until('the end is reported', async () => (await store.webhookCounts()).pending === 1);
  expect((await store.listWebhooks({}))[0]?.facts).toMatchObject({ type: 'call.ended', state: 'completed' });
  await clock.advance(60_000);
  expect(requests).toEqual([serviceCall, serviceCall]);
  expect(counted).toEqual(['default: call-answered']);
});

// Such a call was not watched any more, and stayed `ringing` for ever.
it('does not know what became of a call that has not ended after six hours', async () => {
  const clock = manualClock();
  const { store, requestCall } = await openStore({ now: clock.now });
  const { lead, call } = await requestCall(clock.now());
  await store.noteCall(call, { state: 'ringing', serviceCall });
  await clock.advance(6 * 3_600_000 + 1);
  watch({ store, clock, client: { getCall: async ({ call_id }) => [{ call_id }] }, funnel: { countLead() {} } });
  await until('the call has ended', async () => (await store.findCall(call))?.state === 'unknown');
  const step = (await store.find(lead))?.steps.find(({ step }) => step === 'call');
  expect(step?.state).toBe('done');
});

// A replay places a call long after it was requested: the first look gave it up while it rang, and its end was never known.
it('does not give up a call that was requested long ago and is placed only now', async () => {
  const bench = await openDeliveryBench();
  onTestFinished(() => bench.close());
  const hour = 3_600_000;
  const requestedAt = bench.clock.now();
  const callback = { agent, ip: '', country: 'US', requestedAt, expiresAt: requestedAt + hour, caps: [] };
  bench.service.fail('call', { kind: 'status', status: 400 });
  bench.deliver();
  const lead = await bench.accept({ callback });
  await bench.reaches(lead, 'dead');
  bench.clock.advance(7 * hour);
  expect(await bench.store.replay(lead, { now: bench.clock.now(), callTtlMs: hour })).toBe(true);
  await bench.reaches(lead, 'delivered');
  let asked = 0;
  const getCall: WatchCallsDeps['client']['getCall'] = async ({ call_id }) => {
    asked++;
    return [{ call_id }];
  };
  const { store, clock } = bench;
  const deps = { client: { getCall }, funnel: { countLead() {} }, answeredByValues: [], log: new MemoryLog() };
  const stop = watchCalls({ store, clock, ...deps });
  await until('the service is asked', () => asked === 1);
  await stop();
  expect(await store.openCalls(1)).toMatchObject([{ lead, state: 'ringing' }]);
});

it('learns it without webhooks, too', async () => {
  // Calls were watched only for a receiver of call.ended, so without one the dashboard and the metrics showed a call that
  // had ended as ringing for ever.
  const { store, requestCall } = await openStore({});
  const { call } = await requestCall(Date.now());
  await store.noteCall(call, { state: 'ringing', serviceCall });
  const client = {
    ...new FakeService().client,
    getCall: async ({ call_id }: { call_id: string }) => [{ call_id, ...ended }],
  };
  const { proxy } = await startHarness({ webhooks: [] }, { store, client });
  await proxy.start();
  await until('the call has ended', async () => (await store.findCall(call))?.state === 'completed');
});

// They were asked about one after the other, so the 20th waited for 19 time-outs.
it('learns within a minute and a half how 20 calls end, though each answer takes 15 seconds', async () => {
  const clock = manualClock();
  const { store, requestCall } = await openStore({ now: clock.now });
  await ring(20, { store, requestCall, clock });
  let asking = 0;
  let most = 0;
  let isOver = false;
  watch({
    store,
    clock,
    client: {
      async getCall({ call_id }) {
        most = Math.max(most, ++asking);
        if (!isOver) await new Promise<void>((resolve) => clock.after(15_000, resolve));
        asking--;
        return [{ call_id, ...ended }];
      },
    },
    funnel: { countLead() {} },
  });
  onTestFinished(() => {
    isOver = true;
    return clock.advance(15_000);
  });
  const open = () => store.openCalls(20);
  for (let passed = 0; passed < 90_000; passed += 15_000) {
    await until('the service is asked, or need not be', async () => asking > 0 || (await open()).length === 0);
    await clock.advance(15_000);
  }
  expect(await open()).toEqual([]);
  expect(most).toBe(4);
});

// A proxy that stopped waited up to 15 seconds for a service that did not answer.
it('waits for no answer of the service when it is stopped', async () => {
  const clock = manualClock();
  const { store, requestCall } = await openStore({ now: clock.now });
  await ring(6, { store, requestCall, clock });
  let asked = 0;
  const getCall = (_: object, { signal }: { signal?: AbortSignal } = {}) => {
    asked++;
    return new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () =>
        reject(new ServiceError({ code: 'aborted', operation: 'getCall', sent: 'maybe', message: 'aborted' })),
      );
    });
  };
  const log = new MemoryLog();
  const stop = watchCalls({ store, clock, log, client: { getCall }, funnel: { countLead() {} }, answeredByValues: [] });
  await until('the service is asked', () => asked === 4);
  await stop();
  expect(asked).toBe(4);
  expect(log.events()).toEqual([]);
  await store.close();
});

it('says that calls are not watched once nothing of the round is under way, if the store fails', async () => {
  const clock = manualClock();
  const log = new MemoryLog();
  const { store, requestCall } = await openStore({ now: clock.now });
  await ring(6, { store, requestCall, clock });
  const answers: (() => void)[] = [];
  const client = {
    async getCall({ call_id }: { call_id: string }) {
      await new Promise<void>((resolve) => answers.push(resolve));
      return [{ call_id }];
    },
  };
  const failing = { ...store, noteCall: () => Promise.reject(new Error('the disk is full')) };
  watch({ store: failing, clock, log, client, funnel: { countLead() {} } });
  onTestFinished(() => {
    for (const answer of answers) answer();
  });
  await until('the service is asked', () => answers.length === 4);
  answers[0]?.();
  await clock.advance(0);
  expect(log.events()).toEqual([]);
  for (const answer of answers) answer();
  await until('it is in the log', () => log.events().length > 0);
  expect(log.events()).toEqual(['calls-not-watched']);
  expect(answers).toHaveLength(4);
});

async function openStore(options: SqliteStoreOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-calls-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = await openSqliteStore(join(folder, 'leads.db'), { minFreeBytes: 0, ...options });
  return {
    store,
    /** Stores a lead, and requests a call for it. */
    async requestCall(requestedAt: number) {
      const lead = await stored(store);
      const requested = await store.requestCall(lead, callPlan({ requestedAt }));
      if (requested.outcome !== 'accepted') throw new Error(requested.outcome);
      return { lead, call: requested.call };
    },
  };
}

/** Begins so many calls, each with an ID of its own at the service. */
async function ring(
  count: number,
  { store, requestCall, clock }: Awaited<ReturnType<typeof openStore>> & { clock: ManualClock },
): Promise<void> {
  for (let index = 10; index < 10 + count; index++) {
    const { call } = await requestCall(clock.now());
    await store.noteCall(call, { state: 'ringing', serviceCall: serviceCall.replace(/01$/, String(index)) });
  }
}

/** Watches until the end of the test, which closes the store, too. */
function watch(
  deps: Omit<WatchCallsDeps, 'log' | 'answeredByValues' | 'store'> & { store: LeadStore; log?: MemoryLog },
) {
  const stop = watchCalls({ log: new MemoryLog(), ...deps, answeredByValues: [] });
  onTestFinished(async () => {
    await stop();
    await deps.store.close();
  });
}
