import type { SocketPath } from '../../protocol/index.ts';

/** `waiting`: backing off before the next attempt. `closed`: by us, or because the service refused the session. */
export type ConnectionStatus = 'idle' | 'connecting' | 'open' | 'waiting' | 'offline' | 'closed';

/** How a socket ended. */
export type Disconnect = {
  wasOpen: boolean;
  /** The close frame's code; undefined when the handshake failed. */
  code: number | undefined;
  /** The service completed our close handshake: everything that was sent before has arrived. */
  isDelivered: boolean;
  /** The service does not take this session. The connection stays closed. */
  isRefused: boolean;
};

export type ConnectionEvents = {
  onStatus(status: ConnectionStatus): void;
  onOpen(): void;
  /** The frame as it came from the socket, not parsed. */
  onFrame(data: unknown): void;
  /** After every failed attempt and every lost socket. */
  onDrop(disconnect: Disconnect): void;
};

/** Where a socket goes. `wssUrl` is the session's own host, if it has one. */
export type ConnectionPath = SocketPath & { wssUrl?: string | undefined };

export type ConnectionTarget = {
  /** Where the next attempt goes; called for each attempt. */
  path(): ConnectionPath;
  /** Whether somebody waits for this connection right now. It is then retried sooner than the many idle ones. */
  isUrgent(): boolean;
  /** Whether the service may still have to answer the visitor. Silence then raises doubt about an open socket. */
  isAnswerDue(): boolean;
};

/**
 * Frames to and from the service. At most one socket reports events. Per socket the order is: onOpen, onFrame…, onDrop.
 */
export interface Connection {
  /** Connects, and reconnects after every drop until close(). */
  open(): void;
  /** Hands a frame to the open socket; false when there is none. Nothing is queued. */
  send(data: string): boolean;
  /** Now is a good moment: cuts a running back-off short, and checks an open socket that has been silent. */
  wake(): void;
  /** Closes the socket and opens a new one. */
  replace(): void;
  /** Ends the socket and all attempts at once, without onDrop, timers or listeners left. open() starts again. */
  close(): void;
}

export type CreateConnection = (target: ConnectionTarget, events: ConnectionEvents) => Connection;

/**
 * Whether a close code means that the service does not take this session (`assumptions.refusedSession`). Everything
 * else is retried, a normal close (1000) included: only the visitor ends a conversation.
 */
export function isRefusal(code: number | undefined): boolean {
  return code === 1008 || (code !== undefined && code >= 4400 && code <= 4499);
}
