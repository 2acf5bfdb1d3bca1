import type { Liveness } from './liveness.ts';
import type { Socket, SocketEnd } from './socket.ts';

/** A second socket to the same session. Its frames are held back until the first socket has ended. */
export type Successor = { attempt: Socket; frames: unknown[] };

export type OpenSocketDeps = {
  liveness: Liveness;
  onFrame(data: unknown): void;
  /** Called when the socket has ended. `successor`: the socket that takes over, if there is one. */
  onEnd(end: SocketEnd, successor: Successor | undefined): void;
};

export type OpenSocket = ReturnType<typeof createOpenSocket>;

/** The socket that carries the conversation. If it may be dead, a successor connects, and takes over when it is open. */
export function createOpenSocket(first: Socket, { liveness, onFrame, onEnd }: OpenSocketDeps) {
  let successor: Successor | undefined;
  const stopWatching = liveness.start();

  return {
    hasSuccessor: () => successor !== undefined,
    connectSuccessor(attempt: Socket): void {
      successor = { attempt, frames: [] };
    },
    onSuccessorOpen(): void {
      // The close handshake shows whether the messages that were sent over the first socket have arrived.
      first.close();
    },
    send(data: string): boolean {
      // While a successor connects, it is unknown whether the first socket is alive.
      if (successor !== undefined || !first.send(data)) return false;
      liveness.sent();
      return true;
    },
    /** A frame of the first socket or of its successor. */
    onAttemptFrame(attempt: Socket, data: unknown): void {
      if (successor?.attempt === attempt) {
        successor.frames.push(data);
        return;
      }
      liveness.received();
      onFrame(data);
    },
    /** The first socket or its successor has ended. */
    onAttemptEnd(attempt: Socket, end: SocketEnd): void {
      if (successor?.attempt === attempt) {
        // If no second socket can connect, the first one is probably dead too.
        successor = undefined;
        first.abort();
        return;
      }
      stopWatching();
      onEnd(end, successor);
    },
    /** Stops watching, and discards the successor. Returns the first socket, which the caller has to close or discard. */
    release(): Socket {
      stopWatching();
      successor?.attempt.discard();
      return first;
    },
  };
}
