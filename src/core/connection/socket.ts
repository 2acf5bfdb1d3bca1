import ReconnectingWebSocket from 'reconnecting-websocket';
import type { Clock } from '../../clock.ts';
import { succeeds } from '../../options/index.ts';
import { connectEarly, type WebSocketClass } from './early-socket.ts';

export type SocketOptions = { address: string; webSocket: WebSocketClass; clock: Clock; handshakeTimeoutMs: number };

export type SocketEnd = {
  /** The close frame's code; undefined if there was none. */
  code: number | undefined;
  /** The service has completed our close handshake, so everything that was sent before has arrived. */
  isDelivered: boolean;
  /** It was ended by abort(), or timed out. */
  isAborted: boolean;
  /** How long the socket was open, in milliseconds; undefined if it never was. */
  openMs: number | undefined;
  hasReceived: boolean;
};

export type SocketEvents = {
  onOpen(): void;
  /** Not called after close(). */
  onFrame(data: unknown): void;
  /** Called once, as the last event. */
  onEnd(end: SocketEnd): void;
};

/** One attempt to connect: a socket from its handshake to its end. */
export interface Socket {
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

/** The time-out of the close handshake. Without a network, the browser itself would wait much longer. */
const closeTimeoutMs = 3_000;
const maxTimerMs = 2 ** 31 - 1;

/**
 * One socket, used once. This is the only code that uses reconnecting-websocket 4.4.0. Each attempt creates a new wrapper of
 * that library, because a wrapper that retries by itself can get stuck for good. docs/decisions.md says which of its parts are
 * switched off, and why.
 *
 *                open                close()
 *   connecting ────────▶ open ─────────────────────▶ closing
 *       │                 │                             │
 *       │ failure,        │ close frame, failure,       │ close frame (delivered), failure,
 *       │ time-out,       │ abort(),                    │ time-out, abort(),
 *       │ close(),        │ discard()                   │ discard()
 *       │ abort(),        │                             │
 *       │ discard()       ▼                             │
 *       └──────────────▶ ended ◀────────────────────────┘
 *
 * Each way to `ended` calls onEnd, except discard().
 */
export function createSocket(
  { address, webSocket, clock, handshakeTimeoutMs }: SocketOptions,
  socketEvents: SocketEvents,
): Socket {
  let state: 'connecting' | 'open' | 'closing' | 'ended' = 'connecting';
  /**
   * Undefined once it has ended. A socket references its listeners until the browser has closed it, which can take long.
   * Dropping this reference frees a destroyed chat meanwhile.
   */
  let events: SocketEvents | undefined = socketEvents;
  let openedAt: number | undefined;
  let hasReceived = false;
  let cancelTimeout = clock.after(handshakeTimeoutMs, abort);
  const startedAt = clock.now();
  const early = connectEarly(webSocket, address, () => end(undefined));
  const wrapper = new ReconnectingWebSocket(() => address, undefined, {
    WebSocket: early.WebSocket,
    maxRetries: 0,
    maxEnqueuedMessages: 0,
    connectionTimeout: maxTimerMs,
    minUptime: 0,
  });
  wrapper.addEventListener('open', onOpen);
  wrapper.addEventListener('message', ({ data }) => onFrame(data));
  // After an error the wrapper dispatches an artificial close event (1000, clean), whose target is the wrapper.
  wrapper.addEventListener(
    'close',
    ({ target, code, wasClean }: { target: unknown; code: number; wasClean: boolean }) =>
      target === wrapper ? end(undefined) : end(code, { isClean: wasClean }),
  );

  function onOpen(): void {
    if (state !== 'connecting') return;
    cancelTimeout();
    state = 'open';
    openedAt = clock.now();
    events?.onOpen();
  }

  function onFrame(data: unknown): void {
    if (state !== 'open') return;
    hasReceived = true;
    events?.onFrame(data);
  }

  function end(code: number | undefined, { isClean = false, isAborted = false } = {}): void {
    const listeners = events;
    const isDelivered = state === 'closing' && isClean;
    finish();
    listeners?.onEnd({
      // Without a handshake there was no close frame, although the browser reports a code.
      code: openedAt === undefined ? undefined : code,
      isDelivered,
      isAborted,
      openMs: openedAt === undefined ? undefined : clock.now() - openedAt,
      hasReceived,
    });
  }

  function finish(): void {
    state = 'ended';
    events = undefined;
    cancelTimeout();
  }

  function closeNow(): void {
    wrapper.close(1000);
    early.close();
  }

  function abort(): void {
    if (state === 'ended') return;
    closeNow();
    end(undefined, { isAborted: true });
  }

  return {
    startedAt,
    get isOpen() {
      return state === 'open';
    },
    send(data) {
      if (state !== 'open' || wrapper.readyState !== wrapper.OPEN) return false;
      return succeeds(() => wrapper.send(data));
    },
    close() {
      if (state === 'connecting') abort();
      if (state !== 'open') return;
      state = 'closing';
      wrapper.close(1000);
      cancelTimeout = clock.after(closeTimeoutMs, abort);
    },
    abort,
    discard() {
      finish();
      closeNow();
    },
  };
}
