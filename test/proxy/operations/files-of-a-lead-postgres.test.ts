import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { systemClock } from '../../../src/clock.ts';
import type { ProxyConfig } from '../../../src/proxy/config/schema.ts';
import type { Delivery } from '../../../src/proxy/delivery/create-delivery.ts';
import type { ProxyDeps } from '../../../src/proxy/deps.ts';
import { type ProxyServer, startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { type FakeService, startFakeService } from '../../support/fake-service.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { configOf, leadHeaders, origin } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const sources = fileURLToPath(new URL('../../../src/', import.meta.url));
const adminToken = 'an-admin-token-of-at-least-32-characters';
const rounds = 8;
/** The shortest pause between two rounds of what a proxy does by itself. */
const repeatMs = 2_000;
const idle: Delivery = {
  start() {},
  stop: async () => {},
  status: () => ({ state: 'running', breaker: { state: 'closed' }, running: 0 }),
};
const profiler = new Session();
const log = new MemoryLog();
let postgres: TestPostgres;
let service: FakeService;
let server: ProxyServer;
let config: ProxyConfig;
let phone = 14155552000;

beforeAll(async () => {
  // What a proxy does every few seconds would run during each walk on a slow machine. Here it runs once, at the start.
  const { after } = systemClock;
  vi.spyOn(systemClock, 'after').mockImplementation((delayMs, task) =>
    delayMs < repeatMs ? after(delayMs, task) : () => {},
  );
  [postgres, service] = await Promise.all([startPostgres(), startFakeService()]);
  config = configOf({
    // Unlike SQLite's, its code runs in this thread.
    store: await postgres.createDatabase(),
    service: {
      baseUrl: `${service.url}/v1`,
      hooksUrl: service.url,
      wssUrl: 'wss://chat.example.com',
      apiKey: 'fake-key',
    },
    adminToken,
  });
  server = await start();
  profiler.connect();
  await profiler.post('Profiler.enable');
  await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
});
afterAll(async () => {
  profiler.disconnect();
  await server?.stop();
  await service?.stop();
  await postgres?.stop();
  vi.restoreAllMocks();
});

function start(deps: Partial<ProxyDeps> = {}): Promise<ProxyServer> {
  return startProxyServer(config, { port: 0, host: '127.0.0.1', deps: { log, ...deps } });
}

async function send(path: string, init: RequestInit, status: number): Promise<unknown> {
  const response = await fetch(`${server.url}${path}`, {
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  });
  expect(response.status).toBe(status);
  return response.json();
}

const hasLogged = (event: string) => log.lines.filter((line) => line.event === event).length;

/** What a reader follows. The edge that every request passes, the drivers of the databases, limits and metrics are known once. */
const followed = /^(?:proxy\/(?:admin|delivery|domain|intake|jobs|store(?!\/postgres))|service-client)\//;

/** The files of which something runs during each of a few walks: what runs by itself now and then is not in all of them. */
async function filesOf(walk: () => Promise<void>): Promise<string[]> {
  let files: string[] | undefined;
  for (let round = 0; round < rounds; round++) {
    await profiler.post('Profiler.takePreciseCoverage');
    await walk();
    const { result } = await profiler.post('Profiler.takePreciseCoverage');
    const ran = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
    const paths = ran.map(({ url }) => url.replace('file://', ''));
    const found = paths.filter((path) => path.startsWith(sources)).map((path) => path.slice(sources.length));
    // The first walk loads what is loaded on demand.
    if (round > 0) files = found.filter((path) => followed.test(path) && (files?.includes(path) ?? true));
  }
  return [...new Set(files)].sort();
}

async function sendLead(ended: 'lead-delivered' | 'lead-dead'): Promise<string> {
  const before = hasLogged(ended);
  phone++;
  const body = JSON.stringify({ form: 'default', fields: { phone: `+${phone}` } });
  const response = await send('/leads', { method: 'POST', headers: { origin, ...leadHeaders() }, body }, 202);
  await until('the lead has ended', () => hasLogged(ended) > before);
  return z.object({ lead: z.string() }).parse(response).lead;
}

describe('the way of a lead', () => {
  it('from its route to the delivery goes through few files', async () => {
    const files = await filesOf(async () => {
      await sendLead('lead-delivered');
    });
    expect(files).toContain('proxy/delivery/deliver-lead.ts');
    expect(files.length, files.join()).toBeLessThanOrEqual(45);
  });

  it('through the route of a replay goes through few files', async () => {
    service.fail('create', { kind: 'status', status: 400 }, rounds);
    const dead: string[] = [];
    for (let round = 0; round < rounds; round++) dead.push(await sendLead('lead-dead'));
    await server.stop();
    // What follows from the replay is the way of any other lead.
    server = await start({ delivery: idle });
    const files = await filesOf(async () => {
      const headers = { authorization: `Bearer ${adminToken}` };
      await send(`/admin/api/leads/${dead.pop()}/replay`, { method: 'POST', headers }, 200);
    });
    expect(files).toContain('proxy/domain/lead-transitions.ts');
    expect(files.length, files.join()).toBeLessThanOrEqual(23);
  });
});
