import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { parseConfig } from '../../../src/proxy/config/parse-config.ts';
import type { ProxyConfig } from '../../../src/proxy/config/schema.ts';
import type { LeadProxy } from '../../../src/proxy/create-proxy.ts';
import { createNodeProxy } from '../../../src/proxy/create-proxy.ts';
import type { ProxyDeps } from '../../../src/proxy/deps.ts';
import { createMemoryLimiters } from '../../../src/proxy/limits/memory-limiter.ts';
import { createPromMetrics } from '../../../src/proxy/server/prom-metrics.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { createStoreCheck } from '../../../src/proxy/store-check.ts';
import { FakeService } from './fake-service.ts';
import { MemoryLog } from './memory-log.ts';

export const ids = {
  flow: 'f1000000-0000-4000-8000-000000000001',
  journey: 'a1000000-0000-4000-8000-000000000001',
  agent: 'c1000000-0000-4000-8000-000000000001',
};
export const origin = 'https://www.example.com';

/** A configuration without limits. A test sets the options that it needs. */
export function configOf(overrides: Record<string, unknown> = {}): ProxyConfig {
  const parsed = parseConfig(
    {
      service: {
        baseUrl: 'https://api.example.com/v1',
        hooksUrl: 'https://hooks.example.com',
        wssUrl: 'wss://chat.example.com',
        apiKey: 'canary-api-key',
      },
      flowId: ids.flow,
      origins: [origin],
      forms: { default: { tags: ['website'], journey: { id: ids.journey } } },
      limits: noLimits,
      minFillMs: 0,
      ...overrides,
    },
    // Allows wildcards as origins.
    { dev: true },
  );
  if (!parsed.ok) throw new Error(parsed.issues.join('\n'));
  return parsed.config;
}

export const noLimits = {
  leadsPerIp: false,
  leadsPerIpPerDay: false,
  leadsPerNetwork: false,
  leadsPerPhone: false,
  leadsPerForm: false,
  leadsPerSite: false,
  heldPerSite: false,
  refusalsPerIp: false,
  identitiesPerIp: false,
  reportsPerIp: false,
  callsPerPhone: false,
  callsPerPhonePerDay: false,
  callsPerIp: false,
  callsPerNetwork: false,
  callsPerCountryPerHour: false,
  callsPerSitePerHour: false,
  callsPerSitePerDay: false,
};

export type Harness = {
  proxy: LeadProxy;
  store: LeadStore;
  service: FakeService;
  log: MemoryLog;
  /** Number of times that the store said that something is due. */
  wakes: () => number;
  post(path: string, body: unknown, headers?: Record<string, string>, from?: string): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
};

/** The proxy with a real store, and a service that responds from memory. */
export async function startHarness(
  overrides: Record<string, unknown> = {},
  deps: Partial<ProxyDeps> = {},
): Promise<Harness> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-proxy-'));
  const store = deps.store ?? (await openSqliteStore(join(folder, 'leads.db')));
  const service = new FakeService();
  const log = new MemoryLog();
  const { now = Date.now } = deps;
  const checkStore = createStoreCheck({ store, now });
  let wakes = 0;
  store.subscribe(() => wakes++);
  const proxy = createNodeProxy(configOf(overrides), {
    client: service.client,
    delivery: {
      start: () => undefined,
      stop: async () => undefined,
      status: () => ({ state: 'running', breaker: { state: 'closed' }, running: 0 }),
    },
    assets: { read: async () => undefined },
    limiter: createMemoryLimiters(),
    checkStore,
    metrics: createPromMetrics({ store, checkStore, delivery: () => undefined, now }),
    log,
    now,
    fetch: () => Promise.reject(new Error('no network in this test')),
    ...deps,
    store,
  });
  onTestFinished(async () => {
    await proxy.start();
    await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    proxy,
    store,
    service,
    log,
    wakes: () => wakes,
    post: (path, body, headers = {}, from = '192.0.2.1') =>
      proxy.fetch(
        new Request(`http://proxy${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin, ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
        { remoteAddress: from },
      ),
    get: (path, headers = {}) =>
      proxy.fetch(new Request(`http://proxy${path}`, { headers }), { remoteAddress: '192.0.2.1' }),
  };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Headers of `POST /leads`, with a new key by default. */
export function leadHeaders(key: string = crypto.randomUUID()): Record<string, string> {
  return { 'idempotency-key': key };
}

/**
 * Takes the timers of the platform, of which the proxy's clock is made, from a proxy that has not started yet. The returned function
 * lets time pass for them, and nothing else.
 */
export function takeTimers(): (ms: number) => Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => vi.advanceTimersByTimeAsync(ms);
}
