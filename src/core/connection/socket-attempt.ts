import type { Clock } from '../../clock.ts';
import { createSocket, type SocketClosing, type WebSocketClass } from './socket.ts';

/** The time-out of the close handshake. */
const closeTimeoutMs = 3_000;

export type AttemptOptions = { address: string; webSocket: WebSocketClass; clock: Clock; handshakeTimeoutMs: number };

export type AttemptEnd = {
  code: number | undefined;
  isDelivered: boolean;
  /** How long the socket was open, in milliseconds; undefined if it never was. */
  openMs: number | undefined;
  hasReceived: boolean;
};

export type AttemptEvents = {
  onOpen(): void;
  /** Not called after close(). */
  onFrame(data: unknown): void;
  /** Called once, as the last event. */
  onEnd(end: AttemptEnd): void;
};

/** One attempt to connect, from the handshake to the end of its socket. Each handshake has a time-out. */
export interface SocketAttempt {
  readonly startedAt: number;
  readonly isOpen: boolean;
  send(data: string): boolean;
  /** Starts the close handshake. If it completes, everything that was sent has arrived. */
  close(): void;
  /** Ends now, with onEnd. */
  abort(): void;
  /** Ends now, without any event. */
  discard(): void;
}

export function createSocketAttempt(
  { address, webSocket, clock, handshakeTimeoutMs }: AttemptOptions,
  events: AttemptEvents,
): SocketAttempt {
  let state: 'connecting' | 'open' | 'closing' | 'ended' = 'connecting';
  let openedAt: number | undefined;
  let hasReceived = false;
  let cancelTimeout = clock.after(handshakeTimeoutMs, abort);
  const socket = createSocket(address, webSocket, { onOpen, onFrame, onClose: end });

  function onOpen(): void {
    cancelTimeout();
    state = 'open';
    openedAt = clock.now();
    events.onOpen();
  }

  function onFrame(data: unknown): void {
    if (state !== 'open') return;
    hasReceived = true;
    events.onFrame(data);
  }

  function end({ code, isClean }: SocketClosing): void {
    if (state === 'ended') return;
    const wasClosing = state === 'closing';
    state = 'ended';
    cancelTimeout();
    socket.detach();
    events.onEnd({
      // Without a handshake there was no close frame, although the browser reports a code.
      code: openedAt === undefined ? undefined : code,
      isDelivered: wasClosing && isClean,
      openMs: openedAt === undefined ? undefined : clock.now() - openedAt,
      hasReceived,
    });
  }

  function abort(): void {
    socket.detach();
    socket.close();
    end({ code: undefined, isClean: false });
  }

  return {
    startedAt: clock.now(),
    get isOpen() {
      return state === 'open';
    },
    send: (data) => state === 'open' && socket.send(data),
    close() {
      if (state === 'connecting') abort();
      if (state !== 'open') return;
      state = 'closing';
      socket.close();
      cancelTimeout = clock.after(closeTimeoutMs, abort);
    },
    abort,
    discard() {
      state = 'ended';
      cancelTimeout();
      socket.detach();
      socket.close();
    },
  };
}
