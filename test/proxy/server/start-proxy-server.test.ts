import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProxyServer, startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
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
  it('takes leads over HTTP and keeps them over a restart', async () => {
    const first = await start();
    const headers = leadHeaders();
    const answer = await (await send(first, headers)).text();
    await first.stop();
    const second = await start();
    expect(await (await send(second, headers)).text()).toBe(answer);
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  });

  it('keeps what it stores to itself', async () => {
    await start();
    expect((await stat(join(folder, 'leads.db'))).mode & 0o077).toBe(0);
  });

  it('says that a port is taken', async () => {
    const first = await start();
    await expect(start(new FakeService(), first.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('rejects when its store cannot be opened, and gives the port back', async () => {
    const config = configOf({ store: `sqlite:${join(folder, 'absent', 'leads.db')}` });
    await expect(startProxyServer(config, { port: 0, deps: { log: new MemoryLog() } })).rejects.toMatchObject({
      name: 'StoreError',
    });
  });

  it('finishes a request that is under way before it stops', async () => {
    const service = new FakeService();
    const asked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const open = service.answer;
    service.answer = async (body, options) => {
      asked.resolve();
      await go.promise;
      return open(body, options);
    };
    const server = await start(service);
    const response = send(server, leadHeaders(), { ...lead, chat: true });
    await asked.promise;
    const stopped = server.stop();
    go.resolve();
    expect((await response).status).toBe(202);
    await stopped;
    await expect(send(server)).rejects.toThrow();
  });

  it('reads a body that comes in chunks, and refuses one that is too large either way', async () => {
    const server = await start();
    const chunked = (parts: string[]) =>
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
        for (const part of parts) outgoing.write(part);
        outgoing.end();
      });
    const text = JSON.stringify(lead);
    expect(await chunked([text.slice(0, 10), text.slice(10)])).toBe(202);
    expect(await chunked(['{"a":"', 'x'.repeat(20_000), '"}'])).toBe(413);
    expect((await send(server, leadHeaders(), { ...lead, website: 'x'.repeat(20_000) })).status).toBe(413);
  });
});
