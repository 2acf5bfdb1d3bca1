import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ConnectionLimitOptions, limitConnections } from '../../../src/proxy/server/connection-limit.ts';
import { startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

/** A server that responds with what the limit says. */
async function startServer(options: Partial<ConnectionLimitOptions>) {
  const server = createServer((incoming, outgoing) => outgoing.end(limit.check(incoming) ?? 'keep'));
  const limit = limitConnections(server, { maxKeptAlive: 1, max: 2, isTrusted: () => false, ...options });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, open: (localAddress: string) => openConnection(port, localAddress) };
}

async function openConnection(port: number, localAddress: string) {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.setEncoding('latin1');
  socket.on('error', () => {}); // `close` follows
  await once(socket, 'connect');
  return {
    socket,
    async request(path = '/'): Promise<string> {
      const responded = once(socket, 'data');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: proxy\r\n\r\n`);
      const [text] = await responded;
      return String(text);
    },
  };
}

describe('the limit of connections per address', () => {
  // The connection with which the server measures its queue was the 51st of a visitor behind the same address.
  it('does not count connections of the process itself', async () => {
    const { open } = await startServer({ isOwn: ({ remoteAddress }) => remoteAddress === '127.0.1.1' });
    const first = await open('127.0.1.1');
    const second = await open('127.0.1.1');
    expect(await first.request()).toContain('keep');
    expect(await second.request()).toContain('keep');
  });

  it('ends keep-alive, then refuses, until connections of the address are closed', async () => {
    const { server, open } = await startServer({});
    const first = await open('127.0.1.1');
    expect(await first.request()).toContain('keep');
    const second = await open('127.0.1.1');
    expect(await second.request()).toContain('close');
    const third = await open('127.0.1.1');
    expect(await third.request()).toContain('refuse');
    expect(await (await open('127.0.1.2')).request()).toContain('keep');
    const closed = Promise.all([second, third].map(({ socket }) => once(socket, 'close')));
    second.socket.destroy();
    third.socket.destroy();
    await closed;
    await expect.poll(() => new Promise((done) => server.getConnections((_, count) => done(count)))).toBe(2);
    expect(await first.request()).toContain('keep');
  });

  it('does not apply to a trusted load balancer, which stands for all visitors', async () => {
    const { open } = await startServer({ isTrusted: (from) => from === '127.0.1.1' });
    for (let index = 0; index < 5; index++) expect(await (await open('127.0.1.1')).request()).toContain('keep');
  });
});

describe('the server', () => {
  it('closes connections that it refuses with 429', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-connections-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const server = await startProxyServer(configOf({ store: `sqlite:${join(folder, 'leads.db')}` }), {
      port: 0,
      host: '127.0.0.1',
      deps: { client: new FakeService().client, log: new MemoryLog() },
    });
    onTestFinished(() => server.stop());
    const connections = await Promise.all(Array.from({ length: 1001 }, () => openConnection(server.port, '127.0.1.1')));
    onTestFinished(() => {
      for (const { socket } of connections) socket.destroy();
    });
    const socket = connections[1000];
    if (socket === undefined) throw new Error('no connection');
    const ended = once(socket.socket, 'close');
    const response = await socket.request('/healthz');
    expect(response).toContain('HTTP/1.1 429 ');
    expect(response).toMatch(/\r\nconnection: close\r\n/i);
    expect(response).toMatch(/\r\nretry-after: 5\r\n/i);
    expect(response).toContain('"code":"rate-limited"');
    await ended;
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('leadchat_rate_limited_total{limit="connections"} 1');
  });
});
