import { WebSocket } from 'ws';
import { createMemoryService, systemClock, webSocketConnection } from '../../src/connection/index.ts';
import { socketPath } from '../../src/protocol/index.ts';
import { poll, testConnection } from './connection-contract.ts';
import { manualSurroundings } from './manual-surroundings.ts';
import { startSocketService } from './socket-service.ts';

testConnection('over WebSocket', async () => {
  const service = await startSocketService();
  return {
    createConnection: webSocketConnection({
      wssUrl: service.url,
      webSocket: WebSocket,
      // The back-off of a connection that somebody waits for, twenty times as fast.
      clock: { now: systemClock.now, after: (ms, run) => systemClock.after(ms / 20, run) },
      random: Math.random,
      surroundings: manualSurroundings(),
    }),
    sockets: () =>
      service.sockets.map(({ path, received, socket }) => ({
        path,
        received,
        send: (data) => socket.send(data),
        close: (code) => socket.close(code),
      })),
    live: () => service.live().length,
    down: service.down,
    up: service.up,
    until: poll,
    stop: service.stop,
  };
});

testConnection('in memory', async () => {
  const service = createMemoryService();
  return {
    createConnection: service.createConnection,
    sockets: () => service.sockets.map((socket) => ({ ...socket, path: socketPath(socket.path) })),
    live: () => service.sockets.filter(({ isOpen }) => isOpen).length,
    down: async () => service.setUp(false),
    up: async () => service.setUp(true),
    until: poll,
    stop: async () => {},
  };
});
