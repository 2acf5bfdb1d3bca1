import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { webhookTypes } from '../../src/protocol/proxy/webhook.ts';
import { openSqliteStore } from '../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { type Harness, ids, leadHeaders, origin, startHarness } from '../proxy/support/harness.ts';
import { waitFor } from '../support/wait-for.ts';

const adminToken = 'admin-token-of-the-test';
const identitySecret = 'x'.repeat(32);
const hooks = 'https://hooks.example.com/leads';
const phone = '+14155552671';
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

it('responds on every route with a status and a body that the file has', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-openapi-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const receivers = [{ url: hooks, events: [...webhookTypes] }];
  const harness = await startHarness(
    {
      adminToken,
      hostedChat: true,
      secretKey: Buffer.alloc(32).toString('base64'),
      identity: { secret: identitySecret },
      forms: { default: { journey: { id: ids.journey }, callback: { agent: ids.agent, countries: ['US'] } } },
      webhooks: [{ url: hooks, secret: `whsec_${Buffer.alloc(32).toString('base64')}` }],
    },
    {
      assets: { read: async () => ({ type: 'text/javascript; charset=utf-8', body: new TextEncoder().encode('//') }) },
      postWebhook: async () => ({ status: 410 }),
      store: await openSqliteStore(join(folder, 'leads.db'), { receivers }),
    },
  );
  const asked = new Set<string>();
  const ask = async (method: Method, path: string, status: number, exchange: Exchange = {}) => {
    asked.add(`${method} ${path}`);
    return check(harness, method, path, status, exchange);
  };
  await askAsVisitor(ask);
  await askForFiles(ask);
  const admin: Ask = (method, path, status, exchange = {}) =>
    ask(method, `/admin/api${path}`, status, { ...exchange, headers: { authorization: `Bearer ${adminToken}` } });
  await askAboutLeads(ask, admin, () => harness.store.holdPending(Date.now()));
  await askAboutCalls(ask, admin);
  await askAboutSite(admin);
  await askAboutWebhooks(admin);
  await ask('get', '/admin/api/leads', 401);
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(described.filter((operation) => !asked.has(operation))).toEqual([]);
});

async function askAsVisitor(ask: Ask): Promise<void> {
  const { id, token } = await leaveLead(ask, { chat: true });
  await ask('post', '/leads', 400, { body: { form: 'default', fields: {} }, headers: leadHeaders() });
  await ask('post', '/leads', 403, { body: {}, headers: { ...leadHeaders(), origin: 'https://evil.example' } });
  await ask('post', '/leads', 404, { body: { form: 'other', fields: { phone } }, headers: leadHeaders() });
  await ask('post', '/leads', 413, { body: { form: 'x'.repeat(20_000) }, headers: leadHeaders() });
  await ask('post', '/leads', 415, { body: {}, headers: { ...leadHeaders(), 'content-type': 'text/plain' } });
  await ask('post', '/identity', 200, { body: { form: 'default', userToken: signed({ phone, first_name: 'Ada' }) } });
  await ask('post', '/identity', 400, { body: { form: 'default', userToken: 'no' } });
  await ask('post', '/sessions', 200, { body: { lead: id, token } });
  await ask('post', '/sessions', 404, { body: { lead: crypto.randomUUID(), token: 'wrong' } });
  const headers = { authorization: `Bearer ${token}` };
  const call = await ask('post', '/calls', 202, { body: { lead: id, token, at: inHours(30) } });
  await ask('get', '/calls/{id}', 200, { id: idOf(call, 'call'), headers });
  await ask('delete', '/calls/{id}', 204, { id: idOf(call, 'call'), headers });
  await ask('delete', '/calls/{id}', 409, { id: idOf(call, 'call'), headers });
  await ask('get', '/calls/{id}', 401, { id: idOf(call, 'call') });
  await ask('post', '/funnel', 204, { body: { form: 'default', page: '/prices', stages: ['opened'] } });
  await ask('post', '/ratings', 204, { body: { rating: 4, lead: id, token }, headers: leadHeaders() });
}

async function askForFiles(ask: Ask): Promise<void> {
  await ask('get', '/config', 200);
  await ask('get', '/leadchat.js', 404, { query: '?form=other' });
  for (const path of ['/leadchat.js', '/chat', '/panel.js', '/healthz', '/readyz', '/metrics'])
    await ask('get', path, 200);
  await ask('get', '/integrity.json', 304, { headers: { 'if-none-match': '*' } });
  await ask('get', '/leadchat-{hash}.js', 200, { id: '0a1b2c3d' });
  await ask('get', '/assets/{name}', 200, { id: 'panel-0a1b2c3d.js' });
  for (const path of ['/admin', '/admin/preview', '/admin/preview.js']) await ask('get', path, 200);
  await ask('get', '/admin/{name}.js', 200, { id: 'page' });
}

async function askAboutLeads(ask: Ask, admin: Ask, holdPending: () => Promise<unknown>): Promise<void> {
  const { id: pending } = await leaveLead(ask);
  await holdPending();
  const { id: held } = await leaveLead(ask, { website: 'filled in' });
  await admin('get', '/leads', 200);
  await admin('post', '/leads/search', 200, { body: { filter: { search: '2671' } } });
  await admin('post', '/leads/count', 200, { body: { filter: {} } });
  await admin('post', '/leads/csv', 200, { body: {} });
  await admin('post', '/leads/csv', 400, { body: { filter: {} } });
  await admin('get', '/causes', 200);
  await admin('post', '/leads/{lead}/notes', 200, { id: held, body: { text: 'A friend of ours' } });
  await admin('post', '/leads/{lead}/correct', 200, { id: held, body: { fields: { first_name: 'Ada' } } });
  await admin('post', '/leads/{lead}/replay', 409, { id: held });
  await admin('post', '/leads/{lead}/release', 200, { id: held, body: {} });
  await admin('post', '/leads/{lead}/close', 200, { id: held, body: { reason: 'twice' } });
  await admin('post', '/leads/{lead}/replay', 200, { id: held });
  await admin('get', '/leads/{lead}', 200, { id: held });
  await admin('post', '/leads/{lead}/resolve', 200, { id: pending, body: { outcome: 'done' } });
  const nobody = { action: 'replay', filter: { search: 'nobody' } };
  await admin('post', '/leads/bulk', 200, { body: nobody });
  await admin('post', '/leads/bulk', 409, { body: { action: 'release', filter: { leads: [pending] } } });
  await admin('post', '/leads/search', 409, { body: { filter: {}, before: crypto.randomUUID() } });
  await admin('post', '/leads/{lead}/erase', 200, { id: held });
  await admin('post', '/erase', 200, { body: { phone } });
  await admin('get', '/audit', 200);
}

async function askAboutCalls(ask: Ask, admin: Ask): Promise<void> {
  const { id: lead } = await leaveLead(ask);
  await admin('post', '/calls', 404, { body: { lead: crypto.randomUUID() } });
  const call = idOf(await admin('post', '/calls', 200, { body: { lead, at: inHours(30) } }), 'call');
  await admin('post', '/calls/{call}/move', 200, { id: call, body: { at: inHours(40) } });
  await admin('get', '/calls', 200);
  await admin('post', '/calls/{call}/end', 409, { id: call, body: { outcome: 'done' } });
  await admin('post', '/calls/{call}/end', 200, { id: call, body: { outcome: 'skipped' } });
  await admin('post', '/calls/end-unknown', 200, { body: { outcome: 'done' } });
  const block = idOf(await admin('post', '/blocklist', 200, { body: { phone } }), 'id');
  await admin('get', '/blocklist', 200);
  await admin('post', '/calls', 409, { body: { lead } });
  await admin('delete', '/blocklist/{id}', 204, { id: block });
  await admin('delete', '/blocklist', 404, { body: { phone } });
}

async function askAboutSite(admin: Ask): Promise<void> {
  for (const path of ['/overview', '/getting-started', '/funnel', '/funnel/csv', '/ratings'])
    await admin('get', path, 200);
  await admin('post', '/getting-started/put-away', 200);
  const settings = { widget: { greeting: 'Ask us' }, forms: {} };
  await admin('put', '/settings/preview', 200, { body: settings });
  await admin('put', '/settings', 200, { body: { version: 0, ...settings } });
  await admin('put', '/settings', 409, { body: { version: 0, ...settings } });
  await admin('post', '/settings/restore', 200, { body: { version: 0 } });
  await admin('get', '/settings/history', 200);
  await admin('get', '/settings', 200);
}

async function askAboutWebhooks(admin: Ask): Promise<void> {
  const dead = await waitFor(async () => {
    const { webhooks } = listed.parse(await admin('get', '/webhooks', 200, { query: '?state=dead' }));
    const [first, second] = webhooks;
    if (first === undefined || second === undefined) throw new Error('no two webhooks are dead yet');
    return [first.webhook, second.webhook];
  });
  await admin('post', '/webhooks/{webhook}/dismiss', 200, { id: dead[0] });
  await admin('post', '/webhooks/{webhook}/dismiss', 409, { id: dead[0] });
  await admin('post', '/webhooks/{webhook}/replay', 200, { id: dead[1] });
  for (const path of ['send-pending', 'replay-dead', 'dismiss-dead', 'dismiss-orphaned']) {
    await admin('post', `/webhooks/${path}`, 200);
  }
  const receiver = { name: 'Team', url: 'https://hooks.slack.example/T1', format: 'slack' };
  await admin('put', '/webhooks/receivers', 200, { body: { version: 0, ...receiver } });
  await admin('put', '/webhooks/receivers', 409, { body: { version: 7, ...receiver } });
  await admin('get', '/webhooks/receivers', 200);
  await admin('post', '/webhooks/receivers/seal', 200, { body: {} });
  await admin('post', '/webhooks/test', 200, { body: { receiver: 'Team' } });
  await admin('delete', '/webhooks/receivers', 200, { body: { name: 'Team', version: 1 } });
}

const listed = z.object({ webhooks: z.array(z.object({ webhook: z.string() })) });

async function leaveLead(ask: Ask, more: Record<string, unknown> = {}) {
  const body = { form: 'default', fields: { phone, first_name: 'Ada' }, ...more };
  const accepted = await ask('post', '/leads', 202, { body, headers: leadHeaders() });
  return { id: idOf(accepted, 'lead'), token: idOf(accepted, 'token') };
}

function idOf(content: unknown, name: string): string {
  return z.looseObject({ [name]: z.string() }).parse(content)[name] ?? '';
}

function signed(claims: Record<string, unknown>): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims, exp: Date.now() / 1000 + 300 })}`;
  return `${content}.${createHmac('sha256', identitySecret).update(content).digest('base64url')}`;
}

type Method = 'get' | 'post' | 'put' | 'delete';
type Exchange = { body?: unknown; headers?: Record<string, string>; id?: string | undefined; query?: string };
type Ask = (method: Method, path: string, status: number, exchange?: Exchange) => Promise<unknown>;

/** Sends the request, and compares status and body with the file. */
async function check({ proxy }: Harness, method: Method, path: string, status: number, exchange: Exchange) {
  const { body, headers, id = 'example', query = '' } = exchange;
  const request = new Request(`http://proxy${path.replace(/\{\w+\}/, id)}${query}`, {
    method: method.toUpperCase(),
    headers: { origin, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await proxy.fetch(request, { remoteAddress: '192.0.2.1' });
  const text = await response.text();
  expect({ method, path, status: response.status, text }).toMatchObject({ method, path, status });
  const described = responseSchema.parse(document.paths[path]?.[method]?.responses[status]).content ?? {};
  const type = response.headers.get('content-type') ?? '';
  const found = Object.entries(described).find(([known]) => type.startsWith(known));
  expect({ path, status, type }).toEqual({ path, status, type: found === undefined ? '' : type });
  if (found?.[0] !== 'application/json') return text;
  const content: unknown = JSON.parse(text);
  const result = z.fromJSONSchema({ ...withDefinitions(found[1].schema), $defs: definitions }).safeParse(content);
  expect(result.error?.issues ?? [], `${method} ${path} ${status}`).toEqual([]);
  return content;
}

const jsonObject = z.record(z.string(), z.json());
const responseSchema = z.object({ content: z.optional(z.record(z.string(), z.object({ schema: jsonObject }))) });

const document = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) }))),
    components: z.object({ schemas: z.record(z.string(), jsonObject) }),
  })
  .parse(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));

/** With the components where a JSON schema defines types: under `$defs`. */
function withDefinitions<T extends z.core.util.JSONType>(schema: T): z.output<typeof jsonObject> {
  return jsonObject.parse(JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')));
}

const definitions = z
  .record(z.string(), jsonObject)
  .parse(withDefinitions(jsonObject.parse(document.components.schemas)));
