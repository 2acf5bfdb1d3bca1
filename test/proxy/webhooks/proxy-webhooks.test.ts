import dns from 'node:dns';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { blockPhone, exportPhone, startProxyServer } from '../../../src/proxy/index.ts';
import { createWebhookPoster } from '../../../src/proxy/server/webhook-poster.ts';
import type { PostWebhook } from '../../../src/proxy/webhooks/post-webhook.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { until } from '../../support/until.ts';
import { configOf, ids, leadHeaders, origin } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';
import { secret, startReceiver } from './receiver.ts';

const adminToken = 'an-admin-token-for-tests';

/** A proxy on a real port, with a receiver of webhooks. Requests to `silentUrl` have no time limit. */
async function startProxy(overrides: Record<string, unknown>, silentUrl?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-webhooks-'));
  const sandbox = await createSandbox({ port: 0 });
  const config = configOf({
    service: {
      baseUrl: `${sandbox.url}/v1`,
      hooksUrl: sandbox.url,
      wssUrl: sandbox.url.replace('http', 'ws'),
      apiKey: 'sandbox-key',
    },
    store: `sqlite:${join(folder, 'leads.db')}`,
    adminToken,
    ...overrides,
  });
  const log = new MemoryLog();
  const stopping = new AbortController();
  const post = createWebhookPoster({
    allowPrivate: false,
    lookup(host, options, callback) {
      if (host === 'localhost') dns.lookup(host, options, callback);
      else callback(null, [{ address: '10.0.0.1', family: 4 }]);
    },
  });
  const postWebhook: PostWebhook = (request, signal) =>
    post(request, request.url === silentUrl ? stopping.signal : signal);
  const server = await startProxyServer(config, {
    port: 0,
    host: '127.0.0.1',
    deps: { log, postWebhook },
  });
  onTestFinished(async () => {
    stopping.abort();
    await server.stop();
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const admin = async (path: string, method = 'GET', body?: unknown) => {
    const response = await fetch(`${server.url}/admin/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const sendLead = (phone: string, more: Record<string, unknown> = {}) =>
    send('/leads', { form: 'default', fields: { phone, first_name: 'Ada' }, ...more }, leadHeaders());
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
  return { config, log, sendLead, send, admin, metrics };
}

/** A port that accepts connections and never responds. */
async function startSilentServer(): Promise<string> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
}

describe('a proxy with webhooks', () => {
  it('says to people when a call is planned for, in the time zone of its form', async () => {
    const receiver = await startReceiver();
    const bodies: string[] = [];
    receiver.respond((response, request) => {
      void request.toArray().then((chunks) => {
        bodies.push(Buffer.concat(chunks).toString());
        response.writeHead(204).end();
      });
    });
    const { sendLead, send } = await startProxy({
      webhooks: [{ url: receiver.url, format: 'slack', events: ['call.planned'] }],
      forms: { default: { callback: { agent: ids.agent, timeZone: 'Asia/Kathmandu' } } },
    });
    const accepted = await sendLead('+14155552671');
    const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000);
    const { lead, token } = accepted.body;
    expect((await send('/calls', { lead, token, at: at.toISOString() })).status).toBe(202);
    await until('the message arrives', () => bodies.length === 1);
    // Nepal has no daylight saving time.
    const local = new Date(at.getTime() + (5 * 60 + 45) * 60_000).toISOString().slice(0, 16).replace('T', ' ');
    expect(bodies[0]).toContain(`*Planned for:* ${local} (Asia/Kathmandu)`);
  });

  it.each(['the dashboard', 'the command'])(
    'reports the calls that %s cancels because a number is blocked',
    async (by) => {
      const receiver = await startReceiver();
      const phone = '+14155552671';
      const { config, sendLead, send, admin } = await startProxy({
        webhooks: [{ url: receiver.url, secret, events: ['call.planned', 'call.ended'] }],
        forms: { default: { callback: { agent: ids.agent } } },
      });
      const { lead, token } = (await sendLead(phone)).body;
      const at = new Date(Math.ceil(Date.now() / 900_000) * 900_000 + 3_600_000).toISOString();
      const { call } = (await send('/calls', { lead, token, at })).body;
      await until('the call is planned', () => receiver.events.length === 1);
      if (by === 'the command') expect(await blockPhone(config, { phone })).toMatchObject({ ok: true, cancelled: 1 });
      else expect((await admin('blocklist', 'POST', { phone })).status).toBe(200);
      await until('the receiver knows', () => receiver.events.length === 2);
      expect(receiver.events[1]?.event).toMatchObject({ type: 'call.ended', data: { lead, call, state: 'cancelled' } });
    },
  );

  it('reports a lead and its call to a receiver that verifies them', async () => {
    const receiver = await startReceiver();
    const { sendLead, send, metrics } = await startProxy({
      webhooks: [{ url: receiver.url, secret }],
      forms: { default: { callback: { agent: ids.agent } } },
    });
    const { body } = await sendLead('+14155552671');
    await until('the lead is delivered', () => receiver.events.length === 2);
    const at = new Date(Math.ceil(Date.now() / 900_000) * 900_000 + 3_600_000).toISOString();
    const planned = await send('/calls', { lead: body.lead, token: body.token, at });
    await until('the call is planned', () => receiver.events.length === 3);
    expect(receiver.events.map(({ event }) => event)).toMatchObject([
      {
        type: 'lead.accepted',
        data: { lead: body.lead, state: 'pending', phone: '14155552671', fields: { first_name: 'Ada' } },
      },
      { type: 'lead.delivered', data: { lead: body.lead, state: 'delivered', serviceLead: expect.any(String) } },
      {
        type: 'call.planned',
        data: { call: planned.body.call, lead: body.lead, state: 'planned', at, phone: '14155552671' },
      },
    ]);
    expect(JSON.stringify(receiver.events)).not.toContain(body.token);
    await until('it is counted', async () => (await metrics()).includes('leadchat_webhooks{state="delivered"} 3'));
    expect(await metrics()).toContain('leadchat_webhooks_oldest_pending_seconds 0');
  });

  it('accepts and delivers leads as usual while receivers hang, fail, redirect or have a private address', async () => {
    const [good, redirecting] = [await startReceiver(), await startReceiver()];
    redirecting.respond((response) => response.writeHead(302, { location: good.url }).end());
    const silentUrl = await startSilentServer();
    const urls = [silentUrl, 'http://127.0.0.1:1/', redirecting.url, 'https://private.example.com/', good.url];
    const { sendLead, log, admin } = await startProxy({ webhooks: urls.map((url) => ({ url, secret })) }, silentUrl);
    const leads: string[] = [];
    for (let count = 0; count < 40; count++) {
      const { status, body } = await sendLead(`+1415556${1000 + count}`);
      expect(status).toBe(202);
      leads.push(body.lead);
    }
    await until('all are delivered', async () => (await admin('overview')).body.counts.delivered === 40, 30_000);
    await until('the good receiver has all', () => good.events.length === 80, 30_000);
    for (const lead of leads) {
      const types = good.events.filter(({ event }) => event.data.lead === lead).map(({ event }) => event.type);
      expect(types).toEqual(['lead.accepted', 'lead.delivered']);
    }
    expect(log.lines).toContainEqual({
      level: 'warn',
      event: 'webhook-retried',
      facts: expect.objectContaining({ receiver: 'private.example.com', cause: 'private-address' }),
    });
    expect(JSON.stringify(log.lines)).not.toMatch(/Ada|whsec_|1415556/);
  });

  it('lists webhooks in the admin API, and replays dead and delivered ones', async () => {
    const receiver = await startReceiver();
    receiver.respond((response) => response.writeHead(410).end());
    const { sendLead, admin } = await startProxy({ webhooks: [{ url: `${receiver.url}?key=secret`, secret }] });
    const { body: lead } = await sendLead('+14155552671');
    const dead = async () => (await admin('webhooks?state=dead')).body.webhooks;
    await until('both are dead', async () => (await dead()).length === 2);
    expect((await dead())[1]).toEqual({
      webhook: expect.any(String),
      type: 'lead.accepted',
      lead: lead.lead,
      name: 'Ada',
      phone: '14155552671',
      receiver: new URL(receiver.url).host,
      state: 'dead',
      attempts: 1,
      answer: '410',
      createdAt: expect.any(String),
      nextAt: expect.any(String),
      endedAt: expect.any(String),
    });
    const first = (await admin('webhooks?limit=1')).body;
    expect((await admin(`webhooks?limit=1&before=${first.next}`)).body.webhooks).toMatchObject([
      { type: 'lead.accepted' },
    ]);
    expect((await admin('overview')).body.webhooks).toEqual({ pending: 0, delivered: 0, dead: 2, dismissed: 0 });

    receiver.respond((response) => response.writeHead(204).end());
    expect((await admin(`webhooks/${first.next}/replay`, 'POST')).status).toBe(200);
    await until('it is delivered', async () => (await dead()).length === 1);
    expect((await admin('webhooks/replay-dead', 'POST')).body).toEqual({ status: 'success', changed: 1 });
    expect((await admin('webhooks/send-pending', 'POST')).body).toEqual({ status: 'success', changed: 0 });
    await until('all are delivered', async () => (await admin('webhooks?state=delivered')).body.webhooks.length === 2);
    for (const action of ['replay', 'dismiss']) {
      const unknown = await admin(`webhooks/${crypto.randomUUID()}/${action}`, 'POST');
      expect([unknown.status, unknown.body.code], action).toEqual([404, 'not-found']);
    }
    expect((await admin('webhooks?state=odd')).status).toBe(400);
  });

  it('exports everything about a person, the webhooks as they are posted', async () => {
    const receiver = await startReceiver();
    const { sendLead, config } = await startProxy({
      webhooks: [{ url: receiver.url, secret }],
      forms: { default: { journey: { id: ids.journey }, callback: { agent: ids.agent } } },
    });
    const { body } = await sendLead('+14155552671', { callback: true });
    await sendLead('+14155552672');
    await until(
      'both are delivered',
      () => receiver.events.filter(({ event }) => event.type === 'lead.delivered').length === 2,
    );
    const result = await exportPhone(config, '+1 (415) 555-2671');
    if (!result.ok) throw new Error(result.message);
    const { data } = result;
    expect(data).toMatchObject({
      phone: '14155552671',
      exportedAt: expect.stringMatching(/Z$/),
      leads: [
        {
          lead: body.lead,
          phone: '14155552671',
          record: { first_name: 'Ada' },
          state: 'delivered',
          acceptedAt: expect.stringMatching(/Z$/),
        },
      ],
      calls: [{ lead: body.lead, phone: '14155552671', country: 'US', ip: '127.0.0.1', agent: ids.agent }],
      enrolments: [{ journey: ids.journey, lead: body.lead, at: expect.stringMatching(/Z$/) }],
      webhooks: [
        {
          receiver: new URL(receiver.url).host,
          state: 'delivered',
          body: { type: 'lead.accepted', data: { phone: '14155552671' } },
        },
        { body: { type: 'lead.delivered', data: { lead: body.lead, fields: { first_name: 'Ada' } } } },
      ],
    });
    expect(JSON.stringify(data)).not.toMatch(/tokenHash|14155552672/);
    expect(await exportPhone(config, '14155559999')).toMatchObject({
      ok: true,
      data: { leads: [], calls: [], enrolments: [], webhooks: [] },
    });
    expect(await exportPhone(config, '555')).toMatchObject({ ok: false, message: expect.stringContaining('--phone') });
  });
});
