import type { Clock } from '../../clock.ts';
import { Socket, type SocketClosing, type WebSocketClass } from './socket.ts';

/** How long a socket gets to complete the close handshake. */
const closeTimeoutMs = 3_000;

export type AttemptOptions = { address: string; webSocket: WebSocketClass; clock: Clock; handshakeTimeoutMs: number };

export type AttemptEnd = {
  code: number | undefined;
  isDelivered: boolean;
  /** Milliseconds for which the socket was open; undefined when it never was. */
  openMs: number | undefined;
  hasReceived: boolean;
};

export type AttemptEvents = {
  onOpen(): void;
  /** Not after close(). */
  onFrame(data: unknown): void;
  /** Once, and the last event. */
  onEnd(end: AttemptEnd): void;
};

/** One attempt to connect, from the handshake to the end of its socket. No step takes longer than its time-out. */
export class SocketAttempt {
  readonly startedAt: number;
  #state: 'connecting' | 'open' | 'closing' | 'ended' = 'connecting';
  #openedAt: number | undefined;
  #hasReceived = false;
  #cancelTimeout: () => void;
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #events: AttemptEvents;

  constructor({ address, webSocket, clock, handshakeTimeoutMs }: AttemptOptions, events: AttemptEvents) {
    this.#clock = clock;
    this.#events = events;
    this.startedAt = clock.now();
    this.#cancelTimeout = clock.after(handshakeTimeoutMs, () => this.abort());
    this.#socket = new Socket(address, webSocket, {
      onOpen: () => this.#onOpen(),
      onFrame: (data) => this.#onFrame(data),
      onClose: (closing) => this.#end(closing),
    });
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  send(data: string): boolean {
    return this.isOpen && this.#socket.send(data);
  }

  /** Starts the close handshake. When it is completed, everything that was sent has arrived. */
  close(): void {
    if (this.#state === 'connecting') this.abort();
    if (this.#state !== 'open') return;
    this.#state = 'closing';
    this.#socket.close();
    this.#cancelTimeout = this.#clock.after(closeTimeoutMs, () => this.abort());
  }

  /** Ends now, with onEnd. */
  abort(): void {
    this.#socket.detach();
    this.#socket.close();
    this.#end({ code: undefined, isClean: false });
  }

  /** Ends now, without any event. */
  discard(): void {
    this.#state = 'ended';
    this.#cancelTimeout();
    this.#socket.detach();
    this.#socket.close();
  }

  #onOpen(): void {
    this.#cancelTimeout();
    this.#state = 'open';
    this.#openedAt = this.#clock.now();
    this.#events.onOpen();
  }

  #onFrame(data: unknown): void {
    if (this.#state !== 'open') return;
    this.#hasReceived = true;
    this.#events.onFrame(data);
  }

  #end({ code, isClean }: SocketClosing): void {
    if (this.#state === 'ended') return;
    const wasClosing = this.#state === 'closing';
    this.#state = 'ended';
    this.#cancelTimeout();
    this.#socket.detach();
    const openedAt = this.#openedAt;
    this.#events.onEnd({
      // Before a handshake there is no close frame, whatever code the browser reports.
      code: openedAt === undefined ? undefined : code,
      isDelivered: wasClosing && isClean,
      openMs: openedAt === undefined ? undefined : this.#clock.now() - openedAt,
      hasReceived: this.#hasReceived,
    });
  }
}
