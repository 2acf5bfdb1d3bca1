import type { SocketPath } from '../../protocol/index.ts';

/** `waiting`: backing off before the next attempt. `closed`: by us, or because the service refused. */
export type ConnectionStatus = 'idle' | 'connecting' | 'open' | 'waiting' | 'offline' | 'closed';

/** Why a socket is gone. */
export type Disconnect = {
  /** Whether it had been open. */
  opened: boolean;
  /** The close frame's code; undefined when no handshake succeeded. */
  code: number | undefined;
  /** Both sides shook hands on our own close: everything that was sent before has arrived. */
  delivered: boolean;
  /** 1008 or 4400-4499: the service does not take this session. The connection then stays closed. */
  refused: boolean;
};

export type ConnectionEvents = {
  onStatus(status: ConnectionStatus): void;
  onOpen(): void;
  /** Whatever the service sent; nothing is known about it yet. */
  onFrame(data: unknown): void;
  /** After every failed attempt and every lost socket. */
  onDrop(drop: Disconnect): void;
};

export type ConnectionTarget = {
  /** Where the next attempt goes; asked at each attempt (4.11). */
  path(): SocketPath;
  /** Whether somebody waits for this connection right now: it is then retried sooner than one of the many idle ones. */
  hurry(): boolean;
};

/**
 * Frames to and from the service. At most one socket is live; no event of a replaced socket is reported. Per socket the
 * order is: onOpen, onFrame…, onDrop.
 */
export interface Connection {
  /** Opens, and from then on heals drops by itself until close(). */
  open(): void;
  /** Hands a frame to the open socket; false when there is none. Nothing is kept for later. */
  send(data: string): boolean;
  /** Something happened that makes a new attempt worthwhile: a running back-off is cut short, an open socket stays. */
  wake(): void;
  /** Closes the socket and opens a new one. */
  replace(): void;
  /** Ends the socket and all attempts at once: no onDrop, no timer, no listener is left. open() starts again. */
  close(): void;
}

export type CreateConnection = (target: ConnectionTarget, events: ConnectionEvents) => Connection;
