import { WebSocket } from 'ws';
import type { Clock } from '../../../src/clock.ts';
import type { CreateConnection } from '../../../src/core/connection/connection.ts';
import type { PageLifecycle } from '../../../src/core/connection/page-lifecycle.ts';
import { createWebSocketConnection } from '../../../src/core/connection/web-socket-connection.ts';
import { parseSocketPath, type SocketPath } from '../../../src/protocol/service/socket-address.ts';
import { type ServedSocket, type SocketService, startSocketService } from './socket-service.ts';

/** The service's end of a socket. */
export type ServiceSocket = {
  readonly path: SocketPath;
  readonly isOpen: boolean;
  send(data: string | ArrayBuffer): void;
  close(code: number): void;
  /** Ends it without a close frame. */
  cut(): void;
};

/** The network between the pages of a site and the service: in memory, or with real sockets. */
export type ChatNetwork = {
  readonly sockets: readonly ServiceSocket[];
  onSocket: (socket: ServiceSocket) => void;
  onMessage: (socket: ServiceSocket, data: string) => void;
  /** The connections of one page. */
  connect(page: { clock: Clock; pageLifecycle: PageLifecycle }): CreateConnection;
};

export type SocketNetwork = ChatNetwork & {
  server: SocketService;
  /** Forgets what closed sockets have received. */
  forgetClosed(): void;
};

/** Real sockets to a server on this machine. */
export async function startSocketNetwork(): Promise<SocketNetwork> {
  const server = await startSocketService();
  const sockets: ServiceSocket[] = [];
  const known = new WeakMap<ServedSocket, ServiceSocket>();
  const network: SocketNetwork = {
    server,
    sockets,
    onSocket: () => {},
    onMessage: () => {},
    forgetClosed() {
      sockets.splice(0, sockets.length, ...sockets.filter(({ isOpen }) => isOpen));
      server.sockets.splice(0, server.sockets.length, ...server.live());
    },
    connect: (page) =>
      createWebSocketConnection({ ...page, wssUrl: server.url, webSocket: WebSocket, random: Math.random }),
  };
  server.onSocket = (served) => {
    const path = parseSocketPath(served.path);
    if (path === undefined) throw new Error(`no path of the service: ${served.path}`);
    const { socket } = served;
    const serviceSocket: ServiceSocket = {
      path,
      get isOpen() {
        return socket.readyState === socket.OPEN;
      },
      send: (data) => socket.send(data),
      close: (code) => socket.close(code),
      cut: () => socket.terminate(),
    };
    known.set(served, serviceSocket);
    sockets.push(serviceSocket);
    network.onSocket(serviceSocket);
  };
  server.onMessage = (served, data) => {
    const socket = known.get(served);
    if (socket !== undefined) network.onMessage(socket, data);
  };
  return network;
}
