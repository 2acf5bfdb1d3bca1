import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { startProxyServer } from '../../../src/proxy/index.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { StoreError } from '../../../src/proxy/store/store-error.ts';
import { startFakeService } from '../../support/fake-service.ts';
import { Alerting, readRules } from '../../support/prometheus/alerting.ts';
import { until } from '../../support/until.ts';
import { configOf, ids, leadHeaders, origin } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';
import { secret, startReceiver } from '../webhooks/receiver.ts';

const scrapeConfig = readFileSync('docs/alerts.md', 'utf8');
const rules = readRules(readFileSync('deploy/leadchat-alerts.yml', 'utf8'));
const job = /job_name: (\S+)/.exec(scrapeConfig)?.[1] ?? '';

const second = 1000;
const minute = 60 * second;
const adminToken = 'an-admin-token-for-tests';
const callback = { agent: ids.agent, from: '14155550100', countries: ['US'] };

type Monitored = Awaited<ReturnType<typeof startMonitored>>;

/** A proxy and a service on real ports, scraped by a Prometheus whose time the test chooses. */
async function startMonitored(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  overrides: Record<string, unknown> = {},
  events?: string[],
) {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-alerts-'));
  const service = await startFakeService();
  const receiver = await startReceiver();
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  let freeBytes = 10_000_000_000;
  const webhooks = events === undefined ? [] : [{ url: receiver.url, secret, events }];
  const config = configOf({
    service: { baseUrl: `${service.url}/v1`, hooksUrl: service.url, wssUrl: 'ws://127.0.0.1:9', apiKey: 'fake-key' },
    adminToken,
    webhooks,
    ...overrides,
  });
  const store = await openSqliteStore(join(folder, 'leads.db'), {
    disk: { freeBytes: () => freeBytes, isReadOnly: () => false, isGone: () => false },
    receivers: config.webhooks,
  });
  const deps = { store, log: new MemoryLog(), now };
  const server = await startProxyServer(config, { port: 0, host: '127.0.0.1', deps });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= server.stop();
    return stopped;
  };
  onTestFinished(async () => {
    await service.stop();
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const alerting = new Alerting(rules, job);
  /** On a connection of its own: the proxy ends a kept one that was idle for long, also at the moment of the next request. */
  const request = (path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
    fetch(server.url + path, { ...init, headers: { ...init.headers, connection: 'close' } });
  const read = () =>
    request('/metrics')
      .then((response) => response.text())
      .catch(() => undefined);
  let leadCount = 0;
  const sendLead = async (more: Record<string, unknown> = {}) => {
    const phone = `+1415555${String(1000 + leadCount++)}`;
    const headers = { 'content-type': 'application/json', origin, ...leadHeaders() };
    const body = JSON.stringify({ form: 'default', fields: { phone }, ...more });
    return (await request('/leads', { method: 'POST', headers, body })).status;
  };
  return {
    service,
    receiver,
    store,
    alerting,
    stop,
    sendLead,
    sendLeads: async (count: number, more: Record<string, unknown> = {}) => {
      for (let index = 0; index < count; index++) await sendLead(more);
    },
    /** What an operator does at /admin. */
    async act(path: string, body: object = {}) {
      const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      expect((await request(`/admin/api/${path}`, init)).status).toBe(200);
    },
    guessToken: () => request('/admin/api/overview', { headers: { authorization: 'Bearer guess' } }),
    fillDisk: () => {
      freeBytes = 500_000_000;
    },
    /** Moves the clock of the proxy. */
    later(ms: number) {
      aheadMs += ms;
    },
    async scrape(afterMs = 15 * second) {
      alerting.scrape(await read(), afterMs);
    },
    /** Scrapes the same figures again and again, for rules that wait. */
    async scrapeFor(ms: number, everyMs = 30 * second) {
      const text = await read();
      for (let passed = 0; passed <= ms; passed += everyMs) alerting.scrape(text, everyMs);
    },
    reaches: (line: string) =>
      until(`/metrics has ${line}`, async () => (await read())?.includes(line) ?? false, 10_000, 20),
  };
}

type Scenario = {
  setup?: [overrides: Record<string, unknown>, events?: string[]];
  happen(proxy: Monitored): Promise<void>;
  /** What an operator does about it, after which the alert ends. */
  end?(proxy: Monitored): Promise<void>;
};

/** One burst for each alert, after a first scrape in which nothing has happened yet. */
const scenarios: Record<string, Scenario> = {
  // First, because it waits for ten seconds, beside which the others end.
  ProxySlow: {
    async happen({ service, sendLead, scrape, scrapeFor }) {
      // The proxy waits five seconds for a chat session.
      service.fail('session', { kind: 'hang' }, 1000);
      const sendSlowLeads = () => Promise.all([sendLead({ chat: true }), sendLead({ chat: true })]);
      await sendSlowLeads();
      await scrape();
      await scrapeFor(7 * minute);
      await sendSlowLeads();
      await scrapeFor(5 * minute);
    },
  },
  EnrolmentOrCallUnknown: {
    async happen({ service, sendLead, reaches }) {
      service.fail('send', { kind: 'reset', processed: true });
      await sendLead();
      await reaches('leadchat_leads{state="unknown"} 1');
    },
    end: ({ act }) => act('leads/bulk', { action: 'resolve-done', filter: { state: 'unknown' } }),
  },
  LeadsDead: {
    async happen({ service, sendLead, reaches }) {
      service.fail('create', { kind: 'status', status: 400 });
      await sendLead();
      await reaches('leadchat_leads{state="dead"} 1');
    },
    end: ({ act }) => act('leads/bulk', { action: 'close', filter: { state: 'dead' } }),
  },
  ManyLeadsHeld: {
    async happen({ sendLeads, reaches }) {
      await sendLeads(21, { website: 'spam' });
      await reaches('leadchat_leads{state="held"} 21');
    },
    end: ({ act }) => act('leads/bulk', { action: 'erase', filter: { state: 'held' } }),
  },
  LeadsRefusedByLimit: {
    setup: [{ limits: { leadsPerSite: { points: 1, seconds: 600 } } }],
    happen: ({ sendLeads }) => sendLeads(3),
  },
  AddressesOverLimit: {
    setup: [{ limits: { leadsPerIp: { points: 1, seconds: 600 } } }],
    happen: ({ sendLeads }) => sendLeads(30),
  },
  AdminTokenGuessed: {
    async happen({ guessToken }) {
      for (let guess = 0; guess < 12; guess++) await guessToken();
    },
  },
  LeadsUnresolved: {
    async happen({ sendLead, scrapeFor }) {
      await sendLead({ website: 'spam' });
      await scrapeFor(24 * 60 * minute, 4 * minute);
    },
    end: ({ act }) => act('leads/bulk', { action: 'close', filter: { state: 'held' } }),
  },
  ServiceDown: {
    async happen({ service, sendLeads, reaches, scrapeFor }) {
      service.fail('any', { kind: 'status', status: 500 }, 1000);
      await sendLeads(8);
      await reaches('leadchat_breaker_open{reason="failing"} 1');
      await scrapeFor(5 * minute);
    },
  },
  LeadsWaitLong: {
    async happen({ service, sendLead, later, scrapeFor }) {
      service.fail('any', { kind: 'hang' }, 1000);
      await sendLead();
      later(31 * minute);
      await scrapeFor(5 * minute);
    },
  },
  BacklogGrows: {
    async happen({ service, sendLeads, scrapeFor }) {
      service.fail('any', { kind: 'status', status: 503 }, 1000);
      await sendLeads(101);
      await scrapeFor(10 * minute);
    },
  },
  StepsFail: {
    async happen({ service, sendLeads, reaches }) {
      service.fail('create', { kind: 'status', status: 400 }, 1000);
      await sendLeads(11);
      await reaches('leadchat_leads{state="dead"} 11');
    },
  },
  CallsUnknown: {
    setup: [{ forms: { default: { callback } } }],
    async happen({ service, sendLead, reaches }) {
      service.fail('call', { kind: 'reset', processed: true });
      await sendLead({ callback: true });
      await reaches('leadchat_calls{state="unknown"} 1');
    },
    // It stayed after its lead was resolved, and hid the next one.
    end: ({ act }) => act('leads/bulk', { action: 'resolve-skipped', filter: { state: 'unknown' } }),
  },
  CallsExpired: {
    setup: [{ forms: { default: { callback } } }],
    async happen({ service, sendLead, reaches }) {
      service.fail('call', { kind: 'status', status: 503 }, 2);
      await sendLead({ callback: true });
      await reaches('leadchat_calls_expired_total 1');
    },
    end: ({ scrapeFor }) => scrapeFor(61 * minute, 4 * minute),
  },
  WebhooksDead: {
    setup: [{}, ['lead.accepted']],
    async happen({ receiver, sendLead, reaches }) {
      receiver.respond((response) => response.writeHead(410).end());
      await sendLead();
      await reaches('leadchat_webhooks{state="dead"} 1');
    },
    // It stayed after the receiver was removed.
    end: ({ act }) => act('webhooks/dismiss-dead'),
  },
  WebhooksWaitLong: {
    setup: [{}, ['lead.accepted']],
    async happen({ receiver, sendLead, later, scrapeFor }) {
      receiver.respond((response) => response.writeHead(500).end());
      await sendLead();
      later(61 * minute);
      await scrapeFor(5 * minute);
    },
  },
  ProxyDown: {
    async happen({ stop, scrapeFor }) {
      await stop();
      await scrapeFor(2 * minute);
    },
  },
  StoreDown: {
    async happen({ store, scrapeFor }) {
      await store.close();
      await scrapeFor(2 * minute);
    },
  },
  FiguresMissing: {
    async happen({ store, scrapeFor }) {
      const error = new StoreError({ code: 'unavailable', message: '[store] the server has no connection left.' });
      store.counts = () => Promise.reject(error);
      await scrapeFor(5 * minute);
    },
  },
  LeadsNotAccepted: {
    async happen({ store, later, scrapeFor }) {
      // Reading still works.
      const error = new StoreError({ code: 'unavailable', message: '[store] the disk is read-only.' });
      store.check = () => Promise.reject(error);
      later(6 * second);
      await scrapeFor(minute);
    },
  },
  DiskFillsUp: {
    async happen({ fillDisk, scrapeFor }) {
      fillDisk();
      await scrapeFor(5 * minute);
    },
  },
  IntakeRefuses: {
    async happen({ store, sendLead }) {
      await store.close();
      expect(await sendLead()).toBe(503);
    },
  },
};

describe('the alert rules of deploy/leadchat-alerts.yml', () => {
  it('have a scenario each', () => {
    expect(rules.map(({ alert }) => alert)).toEqual(expect.arrayContaining(Object.keys(scenarios)));
    expect(Object.keys(scenarios)).toEqual(expect.arrayContaining(rules.map(({ alert }) => alert)));
  });

  // Counters began with their first event, whose increase Prometheus takes for 0: the first burst fired no alert.
  it.concurrent.for(Object.entries(scenarios))(
    'fires at the first burst, and ends when an operator has dealt with it: %s',
    async ([alert, scenario], context) => {
      const { setup: [overrides, events] = [], happen } = scenario;
      const proxy = await startMonitored(context, overrides, events);
      await proxy.scrape();
      await happen(proxy);
      await proxy.scrape();
      expect([...proxy.alerting.fired]).toContain(alert);
      if (scenario.end === undefined) return;
      await scenario.end(proxy);
      await proxy.scrape();
      expect([...proxy.alerting.firing]).not.toContain(alert);
    },
  );

  it('are silent while all is well', async (context) => {
    const { sendLead, reaches, scrape, scrapeFor, alerting } = await startMonitored(context, {}, ['lead.delivered']);
    await scrape();
    for (let lead = 0; lead < 5; lead++) await sendLead();
    await reaches('leadchat_leads{state="delivered"} 5');
    await reaches('leadchat_webhooks{state="delivered"} 5');
    await scrape();
    await scrapeFor(25 * 60 * minute, 4 * minute);
    expect([...alerting.fired]).toEqual([]);
  });
});
