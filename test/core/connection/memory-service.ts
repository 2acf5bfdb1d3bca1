import { type ConnectionStatus, type CreateConnection, isRefusal } from '../../../src/core/connection/connection.ts';
import type { SocketPath } from '../../../src/protocol/service/socket-address.ts';
import type { ChatNetwork, ServiceSocket } from './chat-network.ts';

/** A socket, with the messages that it received. */
export type MemorySocket = ServiceSocket & { readonly received: string[] };

/** The service's end of connections in memory. */
export type MemoryService = Omit<ChatNetwork, 'sockets'> & {
  readonly createConnection: CreateConnection;
  /** All sockets, including closed ones, the newest last. */
  readonly sockets: readonly MemorySocket[];
  /** Whether the handshake for that path fails. */
  refusesHandshake: (path: SocketPath) => boolean;
  /** While it is down, no handshake succeeds. Going down cuts all sockets. When it comes up, waiting connections try again. */
  setUp(up: boolean): void;
};

/**
 * A service in memory and the connections to it: the same promises as over WebSocket, without clock and network. Each
 * step is a microtask, so the order of events is the order of calls.
 */
export function createMemoryService(): MemoryService {
  const sockets: MemorySocket[] = [];
  const waiting = new Set<() => void>();
  let up = true;
  const service: MemoryService = {
    sockets,
    connect: () => service.createConnection,
    onSocket: () => {},
    onMessage: () => {},
    refusesHandshake: () => false,
    setUp(next) {
      up = next;
      if (up) for (const attempt of [...waiting]) attempt();
      else for (const socket of [...sockets]) socket.cut();
    },
    createConnection(target, events) {
      let status: ConnectionStatus = 'idle';
      let isWanted = false;
      let current: MemorySocket | undefined;
      let end: (code: number | undefined) => void = () => {};

      const setStatus = (next: ConnectionStatus) => {
        if (next === status) return;
        status = next;
        events.onStatus(next);
      };

      const attempt = () => {
        waiting.delete(attempt);
        if (!isWanted || current !== undefined) return;
        setStatus('connecting');
        const socket: MemorySocket = {
          path: target.path(),
          received: [],
          get isOpen() {
            return current === socket;
          },
          send: (data) => queueMicrotask(() => current === socket && events.onFrame(data)),
          close: (code) => queueMicrotask(() => current === socket && end(code)),
          cut: () => queueMicrotask(() => current === socket && end(undefined)),
        };
        current = socket;
        end = (code) => {
          const wasOpen = sockets.includes(socket);
          current = undefined;
          const isRefused = wasOpen && isRefusal(code);
          if (isRefused) isWanted = false;
          events.onDrop({ wasOpen, isDelivered: false, isRefused, isAborted: false });
          if (current !== undefined) return;
          if (!isWanted) setStatus('closed');
          else {
            setStatus('waiting');
            waiting.add(attempt);
            // A service that is up accepts the next attempt at once, otherwise as soon as it is up again.
            if (up && wasOpen) queueMicrotask(() => waiting.has(attempt) && attempt());
          }
        };
        queueMicrotask(() => {
          if (current !== socket) return;
          if (!up || service.refusesHandshake(socket.path)) {
            end(undefined);
            return;
          }
          sockets.push(socket);
          setStatus('open');
          service.onSocket(socket);
          if (current === socket) events.onOpen();
        });
      };

      return {
        open() {
          if (isWanted) return;
          isWanted = true;
          attempt();
        },
        send(data) {
          const socket = current;
          if (socket === undefined || status !== 'open') return false;
          queueMicrotask(() => {
            if (!socket.isOpen) return;
            socket.received.push(data);
            service.onMessage(socket, data);
          });
          return true;
        },
        wake: () => waiting.has(attempt) && attempt(),
        close() {
          isWanted = false;
          current = undefined;
          waiting.delete(attempt);
          if (status !== 'idle') setStatus('closed');
        },
      };
    },
  };
  return service;
}
