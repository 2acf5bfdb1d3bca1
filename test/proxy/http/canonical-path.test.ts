import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProxy } from '../../../src/proxy/create-proxy.ts';
import { startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const config = configOf({ adminToken: 'canary-admin-token-0001' });

/** The first line of the response to a request target, byte by byte as it is written here. */
async function statusOf(port: number, target: string): Promise<number> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 'latin1');
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
}

describe('a path that is not written plainly', () => {
  const start = async () => {
    const store = await openSqliteStore(join(await newFolder(), 'leads.db'));
    const deps = { client: new FakeService().client, log: new MemoryLog(), store };
    const server = await startProxyServer(config, { port: 0, host: '127.0.0.1', deps });
    onTestFinished(() => server.stop());
    return server.port;
  };

  it('is answered in no spelling that a parser reads as another path', async () => {
    const port = await start();
    for (const path of ['/metrics', '/readyz', '/admin', '/config', '/healthz']) {
      const name = path.slice(1);
      const targets = [
        ...[`/${path}`, `/.${path}`, `/x/..${path}`, `/x/%2e%2E${path}`, `/x/.%2e${path}`, `/x/..%2f${name}`],
        ...[`/%${path.charCodeAt(1).toString(16)}${name.slice(1)}`, `/%2f${name}`, `${path}%2f`, `${path}%00`],
        ...[
          `${path}#x`,
          `${path}/..${path}`,
          `/x\\..\\${name}`,
          `\\${name}`,
          `/\t${name}`,
          `/${name}\t`,
          `/${name}\x0c`,
        ],
        ...[`/${name}\xa0`, name, `http:${path}`, `http://a\\b/..${path}`, `http://localhost/x/..${path}`],
        ...[`//localhost${path}`, `/./${name}`, `/${name}/.`, `/${name}/%2e`, `/${name}//`],
      ];
      for (const target of targets)
        expect([target, await statusOf(port, target)]).toEqual([target, expect.toSatisfy(isRefused)]);
    }
  });

  it('does not stand in the way of plain ones, whatever follows the question mark', async () => {
    const port = await start();
    for (const target of [
      '/healthz',
      '/healthz?a=%2e%2e/..//#',
      'http://localhost/healthz',
      '/config?form=default',
      '/admin',
    ]) {
      expect([target, await statusOf(port, target)]).toEqual([target, 200]);
    }
  });

  it('is refused where another server mounts the proxy, too', async () => {
    const store = await openSqliteStore(join(await newFolder(), 'leads.db'));
    const proxy = createProxy(config, { client: new FakeService().client, log: new MemoryLog(), store });
    // As docs/deploy.md shows it. Hono itself decodes the path that it passes on.
    const app = new Hono<{ Bindings: HttpBindings }>().mount('/chat', (request, env) => proxy.fetch(request, env));
    const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(async () => {
      server.close();
      await proxy.stop();
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const paths = [
      '/chat/metrics',
      '/chat/%6detrics',
      '/chat//metrics',
      '/chat/x/../metrics',
      '/x/%2e%2e/chat/metrics',
    ];
    const found: number[] = [];
    for (const path of paths) found.push(await statusOf(port, path));
    expect(found).toEqual([200, 404, 404, 404, 404]);
  });
});

function isRefused(status: number): boolean {
  return status === 404 || status === 400;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-path-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
