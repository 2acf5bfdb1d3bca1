import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openApi } from '../../build/openapi.ts';
import { operations } from '../../build/openapi-operations.ts';
import { createApp } from '../../src/proxy/app.ts';
import { createNodeDeps } from '../../src/proxy/server/node-deps.ts';
import { createLiveConfig } from '../../src/proxy/settings/live-config.ts';
import { FakeService } from '../proxy/support/fake-service.ts';
import { configOf, ids, leadHeaders, origin } from '../proxy/support/harness.ts';
import { MemoryLog } from '../proxy/support/memory-log.ts';

const adminToken = 'admin-token-of-the-test';
const phone = '+14155552671';

let app: ReturnType<typeof createApp>;
let cleanup: () => Promise<void>;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-openapi-'));
  const config = configOf({
    store: `sqlite:${join(folder, 'leads.db')}`,
    keepAssetsIn: false,
    adminToken,
    identity: { secret: 'x'.repeat(32) },
    forms: { default: { tags: ['website'], callback: { agent: ids.agent, countries: ['US'] } } },
    webhooks: [{ url: 'https://hooks.example.com/leads', secret: `whsec_${Buffer.alloc(32).toString('base64')}` }],
  });
  const deps = await createNodeDeps(config, { client: new FakeService().client, log: new MemoryLog() });
  app = createApp(createLiveConfig(config), deps);
  cleanup = async () => {
    await deps.delivery.stop();
    await deps.store.close();
    await deps.release?.();
    await rm(folder, { recursive: true, force: true });
  };
});

afterAll(() => cleanup());

describe('docs/openapi.json', () => {
  it('is what the schemas say now; npm run reference writes it anew', () => {
    expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).toEqual(JSON.parse(JSON.stringify(openApi())));
  });

  it('has every route of the proxy, and no other', () => {
    const routes = app.routes
      .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
      .map(({ method, path }) => ({ method, pattern: new RegExp(`^${patternOf(path)}$`), path }));
    const described = operations.map(({ method, path }) => ({ method: method.toUpperCase(), path: exampleOf(path) }));
    const unknown = routes.filter(
      (route) => !described.some(({ method, path }) => method === route.method && route.pattern.test(path)),
    );
    const superfluous = described.filter(
      ({ method, path }) => !routes.some((route) => method === route.method && route.pattern.test(path)),
    );
    expect({ unknown: unknown.map(({ path }) => path), superfluous }).toEqual({ unknown: [], superfluous: [] });
  });

  // Redocly follows every $ref, which client generators do, too.
  it('is a valid OpenAPI document without a reference that leads nowhere', async () => {
    const linter = spawn(
      'npx',
      ['redocly', 'lint', 'docs/openapi.json', '--config', 'build/redocly.yaml', '--format', 'json'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const report = await text(linter.stdout);
    expect(z.object({ problems: z.array(z.unknown()) }).parse(JSON.parse(report)).problems).toEqual([]);
  });
});

describe('responses match the OpenAPI file', () => {
  it('to a visitor: lead, session, call-back and configuration', async () => {
    const lead = await check('post', '/leads', 202, {
      body: { form: 'default', fields: { phone, first_name: 'Ada' }, chat: true },
      headers: leadHeaders(),
    });
    const { lead: id, token } = z.object({ lead: z.string(), token: z.string() }).parse(lead);
    await check('post', '/sessions', 200, { body: { lead: id, token } });
    const call = z
      .object({ call: z.string() })
      .parse(await check('post', '/calls', 202, { body: { lead: id, token } }));
    await check('get', '/calls/{id}', 200, { id: call.call, headers: { authorization: `Bearer ${token}` } });
    await check('delete', '/calls/{id}', 409, { id: call.call, headers: { authorization: `Bearer ${token}` } });
    await check('get', '/config', 200);
  });

  it('to a visitor, when something is wrong', async () => {
    await check('post', '/leads', 400, { body: { form: 'default', fields: {} }, headers: leadHeaders() });
    await check('post', '/leads', 403, { body: {}, headers: { ...leadHeaders(), origin: 'https://evil.example' } });
    await check('post', '/leads', 404, { body: { form: 'other', fields: { phone } }, headers: leadHeaders() });
    await check('post', '/leads', 413, { body: { form: 'x'.repeat(20_000) }, headers: leadHeaders() });
    await check('post', '/leads', 415, { body: {}, headers: { ...leadHeaders(), 'content-type': 'text/plain' } });
    await check('post', '/identity', 400, { body: { form: 'default', userToken: 'no' } });
    await check('post', '/sessions', 404, { body: { lead: crypto.randomUUID(), token: 'wrong' } });
    await check('get', '/calls/{id}', 401, { id: crypto.randomUUID() });
    await check('get', '/leadchat-{hash}.js', 404, { id: '0a1b2c3d' });
  });

  it('to the operator', async () => {
    const headers = { authorization: `Bearer ${adminToken}` };
    const lead = await check('post', '/leads', 202, {
      body: { form: 'default', fields: { phone }, callback: true },
      headers: leadHeaders(),
    });
    const { lead: id } = z.object({ lead: z.string() }).parse(lead);
    await check('get', '/admin/api/leads', 200, { headers });
    await check('get', '/admin/api/leads/{lead}', 200, { id, headers });
    await check('post', '/admin/api/leads/search', 200, { body: { filter: { search: '2671' } }, headers });
    await check('post', '/admin/api/leads/csv', 401, { body: {} });
    await check('post', '/admin/api/leads/csv', 400, { body: { filter: {} }, headers });
    await check('post', '/admin/api/leads/bulk', 409, { body: { action: 'replay', filter: {} }, headers });
    const nobody = { search: 'nobody' };
    await check('post', '/admin/api/leads/bulk', 200, { body: { action: 'replay', filter: nobody }, headers });
    await check('post', '/admin/api/leads/{lead}/replay', 409, { id, headers });
    await check('get', '/admin/api/causes', 200, { headers });
    await check('get', '/admin/api/calls', 200, { headers });
    const end = { outcome: 'done' };
    await check('post', '/admin/api/calls/{call}/end', 404, { id: crypto.randomUUID(), body: end, headers });
    await check('post', '/admin/api/calls/end-unknown', 200, { body: end, headers });
    await check('get', '/admin/api/overview', 200, { headers });
    await check('get', '/admin/api/webhooks', 200, { headers });
    await check('post', '/admin/api/webhooks/replay-dead', 200, { headers });
    await check('post', '/admin/api/webhooks/send-pending', 200, { headers });
    await check('post', '/admin/api/webhooks/dismiss-dead', 200, { headers });
    await check('post', '/admin/api/webhooks/dismiss-orphaned', 200, { headers });
    await check('post', '/admin/api/webhooks/{webhook}/dismiss', 409, { id: crypto.randomUUID(), headers });
    const behindErased = { before: crypto.randomUUID() };
    await check('post', '/admin/api/leads/search', 409, { body: { filter: {}, ...behindErased }, headers });
    await check('post', '/admin/api/calls/end-unknown', 409, { body: { ...end, ...behindErased }, headers });
    for (const list of ['leads', 'calls', 'webhooks']) {
      const query = `?${new URLSearchParams(behindErased)}`;
      await check('get', `/admin/api/${list}`, 409, { query, headers });
    }
    await check('post', '/admin/api/leads/{lead}/erase', 200, { id, headers });
    await check('post', '/admin/api/erase', 200, { body: { phone }, headers });
    await check('get', '/admin/api/leads', 401);
  });
});

type Exchange = { body?: unknown; headers?: Record<string, string>; id?: string; query?: string };

/** Sends the request and compares status and body with the file. */
async function check(method: 'get' | 'post' | 'delete', path: string, status: number, exchange: Exchange = {}) {
  const { body, headers, id = 'example', query = '' } = exchange;
  const response = await app.request(path.replace(/\{\w+\}/, id) + query, {
    method: method.toUpperCase(),
    headers: { origin, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const content: unknown = await response.json();
  expect({ path, status: response.status, content }).toMatchObject({ path, status });
  const result = bodySchemaOf(method, path, status).safeParse(content);
  expect(result.error?.issues ?? [], `${method} ${path} ${status}`).toEqual([]);
  return content;
}

const document = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) }))),
    components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.json())) }),
  })
  .parse(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));

const jsonResponse = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.object({ $ref: z.string() }) }) }),
});

function bodySchemaOf(method: string, path: string, status: number): z.ZodType {
  const response = jsonResponse.parse(document.paths[path]?.[method]?.responses[status]);
  const name = response.content['application/json'].schema.$ref.replace('#/components/schemas/', '');
  if (document.components.schemas[name] === undefined) throw new Error(`docs/openapi.json has no schema ${name}`);
  return z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs: definitions });
}

/** The components as a JSON schema defines types: under `$defs`. */
const definitions = z
  .record(z.string(), z.record(z.string(), z.json()))
  .parse(JSON.parse(JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/')));

/** A Hono path as a pattern: `/:name{a|b}` and `/:id`. */
function patternOf(path: string): string {
  return path.replace(/:\w+\{(.+)\}/, '($1)').replace(/:\w+/g, '[^/]+');
}

/** A path that the template of an OpenAPI path matches. */
function exampleOf(template: string): string {
  return template.replace(/\{\w+\}/g, '0a1b2c3d');
}
