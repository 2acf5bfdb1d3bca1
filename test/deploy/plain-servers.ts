import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

/** A server on the port that responds to every request with 200; resolves with what stops it. */
export async function startServer(port: number): Promise<() => Promise<void>> {
  const server = createServer((_, response) => response.end('ok'));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** A server that takes each lead whole and breaks the connection instead of responding. Other requests get 200. */
export async function startBreaking(onLead: () => void): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.end('ok');
    request.resume().once('end', () => {
      onLead();
      request.socket.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A port where connections are neither accepted nor refused, like those of a machine that is gone (on Linux). */
export async function startUnreachable(): Promise<{ port: number; stop: () => Promise<void> }> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`,
    { eval: true },
  );
  const [port] = await once(worker, 'message');
  // They fill the queue of those that wait to be accepted.
  const waiting = [1, 2, 3, 4].map(() => connect({ port: Number(port), host: '127.0.0.1' }).on('error', () => {}));
  await once(waiting[0] ?? worker, 'connect');
  return {
    port: Number(port),
    stop: async () => {
      for (const socket of waiting) socket.destroy();
      await worker.terminate();
    },
  };
}
