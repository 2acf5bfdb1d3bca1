import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNodeProxy } from '../../../src/proxy/create-proxy.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { callPlan } from '../store/contract.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, ids, leadHeaders, startHarness } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const lead = { form: 'default', fields: { phone: '+14155552671' } };

describe('GET /metrics', () => {
  it("counts leads by state, requests, sessions and the breaker in Prometheus' text format", async () => {
    const { get, post } = await startHarness();
    const headers = leadHeaders();
    await post('/leads', { ...lead, chat: true }, headers);
    await post('/leads', { ...lead, chat: true }, headers);
    await post('/leads', { ...lead, website: 'spam' }, leadHeaders());
    await post('/leads', '{', leadHeaders());
    const response = await get('/metrics');
    expect(response.headers.get('content-type')).toContain('text/plain');
    const lines = (await response.text()).split('\n');
    for (const line of [
      'leadchat_leads{state="pending"} 1',
      'leadchat_leads{state="held"} 1',
      'leadchat_leads{state="delivered"} 0',
      'leadchat_leads{state="unknown"} 0',
      'leadchat_leads{state="dead"} 0',
      'leadchat_queue_depth 1',
      'leadchat_leads_accepted_total{outcome="stored"} 1',
      'leadchat_leads_accepted_total{outcome="repeated"} 1',
      'leadchat_leads_accepted_total{outcome="held"} 1',
      'leadchat_sessions_total{outcome="opened"} 1',
      'leadchat_requests_total{status="202"} 3',
      'leadchat_requests_total{status="400"} 1',
      'leadchat_breaker_open{reason="failing"} 0',
    ]) {
      expect(lines).toContain(line);
    }
  });
});

// Each had a check of its own, of which each wrote.
it('/readyz, /metrics and the dashboard share one check of the store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-check-'));
  const store = await openSqliteStore(join(folder, 'leads.db'));
  const check = vi.spyOn(store, 'check');
  const adminToken = 'canary-admin-token-0001';
  const { client } = new FakeService();
  const proxy = createNodeProxy(configOf({ adminToken }), { store, client, log: new MemoryLog() });
  onTestFinished(async () => {
    await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const headers = { authorization: `Bearer ${adminToken}` };
  for (const path of ['/readyz', '/metrics', '/admin/api/overview', '/readyz']) {
    expect((await proxy.fetch(new Request(`http://proxy${path}`, { headers }))).status).toBe(200);
  }
  expect(check).toHaveBeenCalledTimes(1);
});

describe('a flood of requests of /metrics', () => {
  // Each request of anybody counted all rows: with 100,000 of them, other visitors' leads took 106 ms instead of 3.
  it('counts the rows a few times only', async () => {
    const harness = await startHarness();
    const { counts } = harness.store;
    let countings = 0;
    harness.store.counts = () => {
      countings++;
      return counts();
    };
    await Promise.all(Array.from({ length: 50 }, () => harness.get('/metrics')));
    expect(countings).toBe(1);
    for (let index = 0; index < 200; index++) {
      const text = await (await harness.get('/metrics')).text();
      expect(text).toContain('leadchat_leads{state="pending"} 0');
    }
    // One more for every two seconds that this takes.
    expect(countings).toBeLessThan(20);
  });
});

describe('what /metrics measures', () => {
  it('includes the age of the oldest pending lead', async () => {
    let time = Date.parse('2026-11-23T15:00:00Z');
    const { get, post } = await startHarness({}, { now: () => time });
    const ageOf = async () => /^leadchat_oldest_pending_seconds (.*)$/m.exec(await (await get('/metrics')).text())?.[1];
    expect(await ageOf()).toBe('0');
    await post('/leads', lead, leadHeaders());
    time += 90_000;
    expect(await ageOf()).toBe('90');
  });

  it('counts the time that a lead waits for delivery, not the time until its planned call', async () => {
    let time = Date.parse('2026-11-23T15:00:00Z');
    const callback = { agent: ids.agent, countries: ['US'] };
    const { get, post, store } = await startHarness({ forms: { default: { callback } } }, { now: () => time });
    const ageOf = async () => /^leadchat_oldest_pending_seconds (.*)$/m.exec(await (await get('/metrics')).text())?.[1];
    const { lead: id, token } = await (await post('/leads', lead, leadHeaders())).json();
    const plannedAt = time + 2 * 86_400_000;
    const { call } = await (await post('/calls', { lead: id, token, at: new Date(plannedAt).toISOString() })).json();
    const owner = crypto.randomUUID();
    const [claimed] = (await store.claim({ owner, now: time, leaseMs: 20_000, limit: 10 })).leads;
    const steps = (claimed?.steps ?? []).map((step) => ({ ...step, state: 'done' }) as const);
    await store.checkpoint({ lead: id, owner, now: time, steps });
    expect(await ageOf()).toBe('0');
    time = plannedAt;
    await store.startCall(call, callPlan({ requestedAt: time, plannedAt, expiresAt: time + 90_000 }));
    time += 30_000;
    expect(await ageOf()).toBe('30');
  });

  it('includes the latency of requests by route, without ids from the path', async () => {
    const { get, post } = await startHarness();
    await post('/leads', lead, leadHeaders());
    await get(`/calls/${crypto.randomUUID()}`);
    await get('/nowhere');
    const text = await (await get('/metrics')).text();
    expect(text).toContain('leadchat_request_seconds_count{route="/leads",method="POST"} 1');
    expect(text).toContain('leadchat_request_seconds_count{route="/calls/:id",method="GET"} 1');
    expect(text).toContain('leadchat_request_seconds_count{route="other",method="GET"} 1');
  });

  it('responds while the store is unreachable, and says so', async () => {
    const { get, store, post } = await startHarness();
    await post('/leads', lead, leadHeaders());
    expect(await (await get('/metrics')).text()).toContain('leadchat_store_up 1');
    await store.close();
    await post('/leads', lead, leadHeaders());
    const response = await get('/metrics');
    expect(response.status).toBe(200);
    const lines = (await response.text()).split('\n');
    expect(lines).toContain('leadchat_store_up 0');
    expect(lines).toContain('leadchat_requests_total{status="503"} 1');
    // An old value would hide the failure.
    expect(lines.filter((line) => line.startsWith('leadchat_leads{'))).toEqual([]);
  });

  it('does not wait for a store that hangs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const harness = await startHarness();
    // What a scrape waits for at most.
    const linesAfter = async (ms: number) => {
      const [response] = await Promise.all([harness.get('/metrics'), vi.advanceTimersByTimeAsync(ms)]);
      expect(response.status).toBe(200);
      return (await response.text()).split('\n');
    };
    harness.store.counts = () => new Promise(() => {});
    // Leads can be stored all the same, as /readyz says.
    expect(await linesAfter(10_000)).toEqual(
      expect.arrayContaining(['leadchat_store_figures_up 0', 'leadchat_store_up 1']),
    );
    expect((await harness.get('/readyz')).status).toBe(200);
    harness.store.check = () => new Promise(() => {});
    expect(await linesAfter(10_000)).toContain('leadchat_store_up 0');
  });
});

describe('GET /readyz', () => {
  it('writes to the store once per five seconds, however many clients poll, and reports a failure at once', async () => {
    let time = 0;
    let checks = 0;
    const harness = await startHarness({}, { now: () => time });
    const { check } = harness.store;
    harness.store.check = () => {
      checks++;
      return check();
    };
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await harness.get('/readyz')).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(checks).toBe(1);
    time += 5001;
    expect((await harness.get('/readyz')).status).toBe(200);
    expect(checks).toBe(2);
    await harness.store.close();
    time += 5001;
    expect((await harness.get('/readyz')).status).toBe(503);
  });

  it('is ready while the service is unreachable, and says so', async () => {
    const delivery = {
      start: () => undefined,
      stop: async () => undefined,
      status: () =>
        ({
          state: 'running',
          breaker: { state: 'open', reason: 'unauthorized', since: 0, probeAt: 1 },
          running: 0,
        }) as const,
    };
    const { get } = await startHarness({}, { delivery });
    const response = await get('/readyz');
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok', delivery: 'paused: unauthorized' }]);
  });
});
