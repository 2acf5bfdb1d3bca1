import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyServer, startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { sendRaw } from '../defences/raw-socket.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

let folder = '';
let server: ProxyServer;
const log = new MemoryLog();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadchat-probes-'));
  server = await startProxyServer(configOf({ store: `sqlite:${join(folder, 'leads.db')}` }), {
    port: 0,
    host: '127.0.0.1',
    deps: { client: new FakeService().client, log },
  });
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The first lines of the health checks of HAProxy, Consul, load balancers of clouds, and a person with netcat. */
const requests = ['HTTP/1.0\r\n', 'HTTP/1.0\r\nHost:\r\n', 'HTTP/1.1\r\nConnection: close\r\n'];

describe('a request without Host', () => {
  // HAProxy's `option httpchk GET /readyz` is HTTP/1.0 without Host. It got 400, and HAProxy took the site down.
  it.each(['/healthz', '/readyz', '/metrics', '/readyz?from=haproxy'])('gets the answer of %s', async (path) => {
    for (const request of requests) {
      for (const method of ['GET', 'HEAD']) {
        const { status, text } = await sendRaw(server.port, [`${method} ${path} ${request}\r\n`]);
        expect([request, method, status]).toEqual([request, method, 200]);
        if (method === 'GET') expect(text).toMatch(path === '/metrics' ? /leadchat_/ : /"status":"ok"/);
      }
    }
  });

  it('is refused everywhere else, and the log says so once', async () => {
    for (const request of [...requests, ...requests]) {
      const { status, text } = await sendRaw(server.port, [`GET /config ${request}\r\n`]);
      expect([request, status]).toEqual([request, 400]);
      expect(text).toContain('"code":"bad-request"');
    }
    expect(log.events().filter((event) => event === 'host-missing')).toHaveLength(1);
  });
});
