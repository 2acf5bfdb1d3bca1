import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../clock.ts';
import { type FaultList, socketRoute } from '../faults/fault-list.ts';
import { defaultLatencyMs } from '../faults/inflict.ts';
import type { Journal } from '../inspect/journal.ts';
import { failure } from '../rest/answer.ts';
import { endWithAnswer } from '../server/raw-answer.ts';
import type { ChatSockets } from './chat-sockets.ts';

type Parts = { sockets: ChatSockets; faults: FaultList; journal: Journal; clock: Clock };

export type Handshakes = ReturnType<typeof createHandshakes>;

/** Handshakes of sockets, with the faults that were asked for and the journal. */
export function createHandshakes({ sockets, faults, journal, clock }: Parts) {
  /** Connections that were never answered: nothing but these knows them. */
  const held = new Set<Duplex>();

  const hold = (socket: Duplex) => {
    held.add(socket);
    socket.once('close', () => held.delete(socket));
  };

  return {
    take(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      socket.on('error', () => socket.destroy());
      const fault = faults.take(socketRoute);
      const note = (status: number | null) => {
        const [path = ''] = (request.url ?? '').split('?', 1);
        journal.add({ method: 'SOCKET', path, query: {}, key: 'none', body: null, status, fault: fault?.kind ?? null });
      };
      const accept = () => {
        try {
          note(sockets.accept(request, socket, head));
        } catch (error) {
          console.error('[sandbox] a handshake failed:', error);
          socket.destroy();
        }
      };
      if (fault === undefined) accept();
      else if (fault.kind === 'latency') {
        hold(socket);
        const stop = clock.after(fault.ms ?? defaultLatencyMs, () => {
          held.delete(socket);
          accept();
        });
        socket.once('close', stop);
      } else if (fault.kind === 'status') {
        endWithAnswer(socket, failure(fault.status, `The sandbox was asked to answer ${fault.status}.`));
        note(fault.status);
      } else {
        if (fault.kind === 'hang') hold(socket);
        else socket.destroy();
        note(null);
      }
    },

    /** Ends the connections that were never answered. */
    stop(): void {
      for (const socket of held) socket.destroy();
    },
  };
}
