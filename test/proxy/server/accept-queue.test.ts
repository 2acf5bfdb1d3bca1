import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchAcceptQueue } from '../../../src/proxy/server/accept-queue.ts';
import { until } from '../../support/until.ts';

/** A server whose every request takes the process this long, like one that has little of a processor. */
async function startBusyServer(workMs: number) {
  const server: Server = createServer((_incoming, outgoing) => {
    waits.push(queue.waitMs());
    const end = performance.now() + workMs;
    while (performance.now() < end);
    outgoing.end();
  });
  const waits: number[] = [];
  const queue = watchAcceptQueue(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  onTestFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return { port, waits, queue };
}

/** Sends a request over a connection of its own. */
function ask(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject);
    socket.on('connect', () => socket.write('GET / HTTP/1.1\r\nHost: server\r\nConnection: close\r\n\r\n'));
    socket.resume().on('close', () => resolve());
  });
}

describe('how long new connections wait to be accepted', () => {
  it('grows with those that wait, and is nothing once none waits', async () => {
    const { port, waits, queue } = await startBusyServer(5);
    await Promise.all(Array.from({ length: 120 }, () => ask(port)));
    expect(waits).toHaveLength(120);
    expect(waits[0]).toBe(0);
    // The last of 120 waited for those before it.
    expect(Math.max(...waits)).toBeGreaterThan(250);
    await until('none waits', () => queue.connectionCount() === 0);
    expect(queue.waitMs()).toBe(0);
    await ask(port);
    expect(waits.at(-1)).toBe(0);
  });

  it('is short when they come one after another without a pause', async () => {
    const { port, waits } = await startBusyServer(1);
    for (let count = 0; count < 300; count++) await ask(port);
    // Most of them: a machine with other work may pause this process at any moment.
    expect(waits.toSorted((a, b) => a - b)[150]).toBeLessThan(100);
  });
});
