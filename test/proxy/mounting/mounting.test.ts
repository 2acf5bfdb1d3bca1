import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { requireNode } from '../../../src/proxy/create-proxy.ts';
import { ConfigError, createProxy, type LeadProxy } from '../../../src/proxy/index.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { runBlock } from '../../support/code-blocks.ts';
import { importsOf } from '../../support/imports.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders, noLimits, origin } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const body = JSON.stringify({ form: 'default', fields: { phone: '+14155552671' } });
const post = () => ({ method: 'POST', headers: { 'content-type': 'application/json', ...leadHeaders() }, body });

async function mountable(limits: object = noLimits): Promise<LeadProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-mount-'));
  const config = configOf({ store: `sqlite:${join(folder, 'leads.db')}`, limits });
  const proxy = createProxy(config, { client: new FakeService().client, log: new MemoryLog() });
  onTestFinished(async () => {
    await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return proxy;
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

describe('createProxy', () => {
  it('can be mounted in Hono under a path', async () => {
    const proxy = await mountable();
    const app = new Hono().get('/', (c) => c.text('home')).mount('/chat', proxy.fetch);
    const response = await app.request('/chat/leads', post());
    expect(response.status).toBe(202);
    // HSTS applies to the whole host, which belongs to the site here.
    expect(response.headers.has('strict-transport-security')).toBe(false);
    expect((await app.request('/chat/config')).status).toBe(200);
    expect(await (await app.request('/')).text()).toBe('home');
  });

  it('can be mounted in a Node server, and sees client addresses', async () => {
    const proxy = await mountable({ ...noLimits, leadsPerIp: { points: 1, seconds: 600 } });
    const url = await listen(getRequestListener((request, env) => proxy.fetch(request, env)));
    expect((await fetch(`${url}/leads`, post())).status).toBe(202);
    expect((await fetch(`${url}/leads`, post())).status).toBe(429);
  });

  it('can be mounted as middleware before other routes, as in Express', async () => {
    const proxy = await mountable();
    const chat = getRequestListener((request, env) => proxy.fetch(request, env));
    const url = await listen((incoming, outgoing) => {
      if (incoming.url?.startsWith('/chat/') !== true) return outgoing.end('home');
      incoming.url = incoming.url.slice('/chat'.length);
      return void chat(incoming, outgoing);
    });
    expect((await fetch(`${url}/chat/leads`, post())).status).toBe(202);
    expect(await (await fetch(url)).text()).toBe('home');
  });

  it('works under /chat of a site as docs/deploy.md shows, in Hono and as a route handler of Next', async () => {
    const proxy = await mountable();
    const { mountInHono, createRouteHandler } = runBlock('docs/deploy.md', 'createRouteHandler', {
      createProxy: () => proxy,
      Hono,
    });
    const app = mountInHono?.();
    if (!(app instanceof Hono)) throw new Error('mountInHono returns no app');
    const handler = createRouteHandler?.({}, () => '192.0.2.1');
    if (typeof handler !== 'function') throw new Error('createRouteHandler returns no function');
    for (const respond of [app.request, handler]) {
      const lead = await respond(new Request('http://site/chat/leads', post()));
      expect(lead.status).toBe(202);
      const config = await respond(new Request('http://site/chat/config'));
      expect(config.status).toBe(200);
    }
    // Next removes the Content-Encoding of what a route returns, so its body must have none.
    const inNext = new Request('http://site/chat/config', { headers: { 'accept-encoding': 'gzip, br' } });
    const config = await handler(inNext);
    expect([config.headers.get('content-encoding'), typeof (await config.json()).flowId]).toEqual([null, 'string']);
  });

  it('responds 503, which pages can read, while the store cannot be opened, and recovers by itself', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-mount-'));
    const config = configOf({ store: `sqlite:${join(folder, 'later', 'leads.db')}` });
    const proxy = createProxy(config, { client: new FakeService().client, log: new MemoryLog() });
    onTestFinished(async () => {
      await proxy.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const { headers, ...request } = post();
    const send = () => proxy.fetch(new Request('http://proxy/leads', { ...request, headers: { ...headers, origin } }));
    const refused = await send();
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'store-unavailable']);
    expect(refused.headers.get('retry-after')).toBe('5');
    // Without these two headers the page cannot read the Retry-After.
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
    expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect((await proxy.fetch(new Request('http://proxy/healthz'))).status).toBe(200);
    expect((await proxy.fetch(new Request('http://proxy/readyz'))).status).toBe(503);
    await mkdir(join(folder, 'later'));
    expect((await send()).status).toBe(202);
  });

  // The first rejection ended the wait for the others, and the store stayed open.
  it('closes its store although the server of the site fails to stop, and says so', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-mount-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const store = await openSqliteStore(join(folder, 'leads.db'));
    const deps = { store, client: new FakeService().client, log: new MemoryLog() };
    const proxy = createProxy(configOf(), deps);
    const starting = proxy.start();
    const notRunning = new Error('Server is not running.');
    await expect(proxy.stop(Promise.reject(notRunning))).rejects.toBe(notRunning);
    await starting;
    await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('exposes metrics even if Postgres is unreachable at the start', async () => {
    const config = configOf({ store: 'postgres://postgres@127.0.0.1:1/none' });
    const proxy = createProxy(config, { client: new FakeService().client, log: new MemoryLog() });
    onTestFinished(() => proxy.stop());
    const response = await proxy.fetch(new Request('http://proxy/metrics'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect((await response.text()).split('\n')).toContain('leadchat_store_up 0');
    expect((await proxy.fetch(new Request('http://proxy/readyz'))).status).toBe(503);
  });

  it('warns once when it gets no client address, because all visitors then share one limit', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-mount-'));
    const log = new MemoryLog();
    const proxy = createProxy(configOf({ store: `sqlite:${join(folder, 'leads.db')}` }), {
      client: new FakeService().client,
      log,
    });
    onTestFinished(async () => {
      await proxy.stop();
      await rm(folder, { recursive: true, force: true });
    });
    for (let index = 0; index < 3; index++) await proxy.fetch(new Request('http://proxy/healthz'));
    expect(log.events().filter((event) => event === 'address-unknown')).toHaveLength(1);
  });

  it('reports every problem of its configuration', () => {
    const attempt = () => createProxy({ ...configOf(), origins: ['*'], store: 'file.db' });
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(/DATABASE_URL[\s\S]*LEADCHAT_ORIGINS/);
  });

  it('says on an older Node which version it needs', () => {
    for (const version of ['22.18.0', '22.21.1', '24.0.0']) expect(() => requireNode(version)).not.toThrow();
    for (const version of ['20.19.5', '22.17.1']) {
      expect(() => requireNode(version)).toThrow(`needs Node 22.18 or newer, this is ${version}.`);
    }
  });

  it('imports statically nothing that an older Node lacks, so that it can say which Node it needs', () => {
    const seen = new Set<string>();
    const found: string[] = [];
    const walk = (file: string) => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const { kind, to, specifier } of importsOf(file)) {
        if (kind !== 'static') continue;
        if (to !== undefined) walk(to);
        else if (specifier === 'node:sqlite' || ['pino', 'prom-client', 'pg'].includes(specifier)) {
          found.push(`${file} → ${specifier}`);
        }
      }
    };
    walk('src/proxy/create-proxy.ts');
    expect(found).toEqual([]);
    expect(seen.size).toBeGreaterThan(30);
  });
});
