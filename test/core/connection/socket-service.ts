import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { freePort } from '../../support/free-port.ts';

/** A socket of the real server, with the messages that it received. */
export type ServedSocket = { path: string; received: string[]; socket: WebSocket };

export type SocketService = {
  url: string;
  port: number;
  sockets: ServedSocket[];
  live(): ServedSocket[];
  /** Called for each new socket. */
  onSocket: (served: ServedSocket) => void;
  onMessage: (served: ServedSocket, data: string) => void;
  /** Ends every TCP connection without a close frame and refuses new ones until up(). */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
};

/** A WebSocket server on a real port that tests can stop and start again. */
export async function startSocketService(): Promise<SocketService> {
  let server = createServer();
  const port = await freePort();
  const connections = new Set<Socket>();
  const sockets: ServedSocket[] = [];
  const service: SocketService = {
    url: `ws://127.0.0.1:${port}`,
    port,
    sockets,
    live: () => sockets.filter(({ socket }) => socket.readyState === socket.OPEN),
    onSocket: () => {},
    onMessage: () => {},
    async down() {
      for (const connection of connections) connection.resetAndDestroy();
      connections.clear();
      server.close();
      if (server.listening) await once(server, 'close');
    },
    async up() {
      server = createServer();
      await listen(server, port);
      serve(server);
    },
    async stop() {
      for (const { socket } of sockets) socket.terminate();
      await service.down();
    },
  };

  function serve(on: Server): void {
    const upgrades = new WebSocketServer({ server: on });
    on.on('connection', (connection: Socket) => {
      connections.add(connection);
      connection.on('close', () => connections.delete(connection));
    });
    upgrades.on('connection', (socket, request) => {
      const served: ServedSocket = { path: request.url ?? '', received: [], socket };
      socket.on('error', () => {});
      socket.on('message', (data) => {
        served.received.push(String(data));
        service.onMessage(served, String(data));
      });
      sockets.push(served);
      service.onSocket(served);
    });
  }

  await listen(server, port);
  serve(server);
  return service;
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}
