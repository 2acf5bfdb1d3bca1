import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ProxyServer, startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { freePort } from '../../support/free-port.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders, origin } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const lead = { form: 'default', fields: { phone: '+14155552671' } };
let folder = '';
const started: ProxyServer[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadchat-server-'));
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(service = new FakeService(), port = 0): Promise<ProxyServer> {
  const config = configOf({ store: `sqlite:${join(folder, 'leads.db')}` });
  const server = await startProxyServer(config, {
    port,
    host: '127.0.0.1',
    deps: { client: service.client, log: new MemoryLog() },
  });
  started.push(server);
  return server;
}

function send(server: ProxyServer, headers = leadHeaders(), body: unknown = lead): Promise<Response> {
  return fetch(`${server.url}/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...headers },
    body: JSON.stringify(body),
  });
}

describe('the server', () => {
  it('accepts leads over HTTP and keeps them across a restart', async () => {
    const first = await start();
    const headers = leadHeaders();
    const body = await (await send(first, headers)).text();
    await first.stop();
    const second = await start();
    expect(await (await send(second, headers)).text()).toBe(body);
    const ready = await fetch(`${second.url}/readyz`);
    expect(ready.status).toBe(200);
    expect(ready.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('creates files that only its user can read', async () => {
    await start();
    expect((await stat(join(folder, 'leads.db'))).mode & 0o077).toBe(0);
  });

  // Browsers open connections ahead. Node takes one on which nothing has come for a request, and the stop waited fifteen seconds.
  it('stops at once, although a browser holds a connection on which it has sent nothing', async () => {
    const server = await start();
    const spare = connect(server.port, '127.0.0.1').resume();
    onTestFinished(() => void spare.destroy());
    await once(spare, 'connect');
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const startedAt = performance.now();
    await Promise.all([once(spare, 'close'), server.stop()]);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  // Node accepts a connection in one turn and reads its request in the next.
  it('answers a request that has arrived when it stops, although nothing of it is read yet', async () => {
    const server = await start();
    const client = connect(server.port, '127.0.0.1');
    onTestFinished(() => void client.destroy());
    await once(client, 'connect');
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const body = JSON.stringify(lead);
    const headers = {
      ...leadHeaders(),
      host: 'proxy',
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    client.write(`POST /leads HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    const stopped = server.stop();
    expect(await text(client)).toMatch(/^HTTP\/1.1 202 /);
    await stopped;
  });

  it('rejects when the port is taken', async () => {
    const first = await start();
    await expect(start(new FakeService(), first.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('rejects when its store cannot be opened, and frees the port', async () => {
    const config = configOf({ store: `sqlite:${join(folder, 'absent', 'leads.db')}` });
    await expect(startProxyServer(config, { port: 0, deps: { log: new MemoryLog() } })).rejects.toMatchObject({
      name: 'StoreError',
    });
  });

  it('rejects at once when its database refuses it, although a browser holds a connection', async () => {
    const port = await freePort();
    const database = createServer((socket) => {
      const spare = connect(port, '127.0.0.1').resume();
      onTestFinished(() => void spare.destroy());
      spare.once('connect', () => socket.destroy());
    });
    await once(database.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void database.close());
    const address = database.address();
    const databasePort = typeof address === 'object' ? address?.port : undefined;
    const config = configOf({ store: `postgres://user@127.0.0.1:${databasePort}/leads` });
    const startedAt = performance.now();
    const failed = startProxyServer(config, { port, host: '127.0.0.1', deps: { log: new MemoryLog() } });
    await expect(failed).rejects.toMatchObject({ name: 'StoreError' });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('finishes a request in flight before it stops', async () => {
    const service = new FakeService();
    const sessionRequested = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const open = service.respond;
    service.respond = async (body, options) => {
      sessionRequested.resolve();
      await go.promise;
      return open(body, options);
    };
    const server = await start(service);
    const response = send(server, leadHeaders(), { ...lead, chat: true });
    await sessionRequested.promise;
    const stopped = server.stop();
    go.resolve();
    expect((await response).status).toBe(202);
    await stopped;
    await expect(send(server)).rejects.toThrow();
  });

  it('reads a chunked body, and refuses one that is too large either way', async () => {
    const server = await start();
    const chunked = (chunks: string[]) =>
      new Promise<number | undefined>((done, fail) => {
        const outgoing = request(
          `${server.url}/leads`,
          { method: 'POST', headers: { 'content-type': 'application/json', ...leadHeaders() } },
          (incoming) => {
            incoming.resume();
            done(incoming.statusCode);
          },
        );
        outgoing.once('error', fail);
        for (const chunk of chunks) outgoing.write(chunk);
        outgoing.end();
      });
    const json = JSON.stringify(lead);
    expect(await chunked([json.slice(0, 10), json.slice(10)])).toBe(202);
    expect(await chunked(['{"a":"', 'x'.repeat(20_000), '"}'])).toBe(413);
    expect((await send(server, leadHeaders(), { ...lead, website: 'x'.repeat(20_000) })).status).toBe(413);
  });
});
