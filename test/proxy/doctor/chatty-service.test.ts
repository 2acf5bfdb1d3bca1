import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createNodeDoctorDeps } from '../../../src/proxy/doctor/node-doctor-deps.ts';
import { configWith } from './healthy-service.ts';

/** A service that does with each socket what `greet` does. */
async function startService(greet: (socket: WebSocket) => void): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => void server.close());
  server.on('connection', greet);
  await once(server, 'listening');
  const address = server.address();
  return `ws://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
}

// It waited for a pause between the frames that it did not read.
it('reads the first frame of a service that never stops sending', async () => {
  const url = await startService((socket) => {
    let count = 0;
    const timer = setInterval(() => socket.send(`frame ${++count}`), 50);
    socket.on('close', () => clearInterval(timer));
  });
  const { openSocket } = createNodeDoctorDeps(configWith());
  expect(await openSocket(url)).toEqual({ kind: 'frames', first: 'frame 1' });
});

it('reads the first frame of a service that closes the socket after it', async () => {
  const url = await startService((socket) => {
    socket.send('frame 1');
    socket.close(4404);
  });
  const { openSocket } = createNodeDoctorDeps(configWith());
  expect(await openSocket(url)).toEqual({ kind: 'frames', first: 'frame 1' });
});
