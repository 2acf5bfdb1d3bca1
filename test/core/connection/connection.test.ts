import { WebSocket } from 'ws';
import { systemClock } from '../../../src/clock.ts';
import { createWebSocketConnection } from '../../../src/core/connection/web-socket-connection.ts';
import { poll, testConnection } from './connection-contract.ts';
import { inMemory } from './in-memory.ts';
import { manualPageLifecycle } from './manual-page-lifecycle.ts';
import { startSocketService } from './socket-service.ts';

testConnection('over WebSocket', async () => {
  const service = await startSocketService();
  return {
    createConnection: createWebSocketConnection({
      wssUrl: service.url,
      webSocket: WebSocket,
      clock: systemClock,
      // Short back-offs.
      random: () => 0.05,
      pageLifecycle: manualPageLifecycle(),
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

testConnection('in memory', async () => inMemory((create) => create));
