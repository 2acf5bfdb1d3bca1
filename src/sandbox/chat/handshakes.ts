import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../clock.ts';
import { defaultLatencyMs, type FaultQueue, faultMessage, socketRoute } from '../faults/fault-queue.ts';
import type { RequestLog } from '../inspect/request-log.ts';
import { endWithResponse, failure } from '../rest/response.ts';
import type { ChatSockets } from './chat-sockets.ts';

type HandshakesDeps = { sockets: ChatSockets; faults: FaultQueue; requestLog: RequestLog; clock: Clock };

export type Handshakes = ReturnType<typeof createHandshakes>;

/** Applies faults to WebSocket handshakes and logs them. */
export function createHandshakes({ sockets, faults, requestLog, clock }: HandshakesDeps) {
  /** Connections that wait for a response. The HTTP server has handed them over and does not close them. */
  const pending = new Set<Duplex>();

  const hold = (socket: Duplex) => {
    pending.add(socket);
    socket.once('close', () => pending.delete(socket));
  };

  return {
    handle(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      socket.on('error', () => socket.destroy());
      const fault = faults.take(socketRoute);
      const log = (status: number | null) => {
        const [path = ''] = (request.url ?? '').split('?', 1);
        const outcome = { status, fault: fault?.kind ?? null };
        requestLog.add({ method: 'SOCKET', path, query: {}, key: 'none', body: null, ...outcome });
      };
      const accept = () => {
        try {
          log(sockets.accept(request, socket, head));
        } catch (error) {
          console.error('[sandbox] a handshake failed:', error);
          socket.destroy();
        }
      };
      if (fault === undefined) {
        accept();
        return;
      }
      switch (fault.kind) {
        case 'latency': {
          hold(socket);
          const cancel = clock.after(fault.ms ?? defaultLatencyMs, () => {
            pending.delete(socket);
            accept();
          });
          socket.once('close', cancel);
          return;
        }
        case 'status':
          endWithResponse(socket, failure(fault.status, faultMessage(fault)));
          log(fault.status);
          return;
        case 'hang':
          hold(socket);
          log(null);
          return;
        case 'drop':
        case 'cut':
          socket.destroy();
          log(null);
          return;
        default:
          fault.kind satisfies never;
      }
    },

    /** Ends the connections that wait for a response. */
    stop(): void {
      for (const socket of pending) socket.destroy();
    },
  };
}
