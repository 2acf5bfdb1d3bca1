import type { SocketPath } from '../../protocol/service/socket-address.ts';

/** `waiting`: backing off before the next attempt. `closed`: by us, or because the service refused the session. */
export type ConnectionStatus = 'idle' | 'connecting' | 'open' | 'waiting' | 'offline' | 'closed';

/** How a socket ended. */
export type Disconnect = {
  wasOpen: boolean;
  /** The service completed our close handshake, so everything that was sent before has arrived. */
  isDelivered: boolean;
  /** The service refuses this session. The connection stays closed. */
  isRefused: boolean;
  /** It was ended here, or timed out, so its end says nothing about the session. */
  isAborted: boolean;
};

export type ConnectionEvents = {
  onStatus(status: ConnectionStatus): void;
  onOpen(): void;
  /** Receives the raw data of a frame. */
  onFrame(data: unknown): void;
  /** After every failed attempt and every lost socket. */
  onDrop(disconnect: Disconnect): void;
};

/** Where a socket connects to. `wssUrl` is the host of the session, if it differs from the configured one. */
export type ConnectionPath = SocketPath & { wssUrl?: string | undefined };

export type ConnectionTarget = {
  /** Where the next attempt connects to. Called for each attempt. */
  path(): ConnectionPath;
  /** Whether somebody is waiting for this connection. If so, it is retried sooner than idle connections. */
  isUrgent(): boolean;
  /** Whether an answer to the visitor may be due. If so, a silent socket may be dead. */
  isAnswerDue(): boolean;
};

/** Carries frames to and from the service. Each socket reports onOpen, onFrame…, onDrop, and sockets never overlap. */
export interface Connection {
  /** Connects, and reconnects after every drop until close(). */
  open(): void;
  /** Sends a frame over the open socket. Returns false if there is none: frames are not queued. */
  send(data: string): boolean;
  /** Retries now instead of after the back-off. Checks an open socket that has been silent. */
  wake(): void;
  /** Ends the socket and all attempts at once, without onDrop. No timer or listener remains. open() starts again. */
  close(): void;
}

export type CreateConnection = (target: ConnectionTarget, events: ConnectionEvents) => Connection;

/**
 * Whether a close code means that the service refuses this session (`assumptions.refusedSession`). After any other code the
 * connection is retried, even after a normal close (1000), because only the visitor ends a conversation.
 */
export function isRefusal(code: number | undefined): boolean {
  return code === 1008 || (code !== undefined && code >= 4400 && code <= 4499);
}
