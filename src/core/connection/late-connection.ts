import type { Clock } from '../../clock.ts';
import type {
  Connection,
  ConnectionEvents,
  ConnectionStatus,
  ConnectionTarget,
  CreateConnection,
} from './connection.ts';
import { type Attempts, keepTrying } from './keep-trying.ts';
import type { PageLifecycle } from './page-lifecycle.ts';

export type LateConnectionDeps = {
  /** Loads the code of the connection. A failed load is tried again. */
  load: () => Promise<CreateConnection>;
  clock: Clock;
  pageLifecycle: PageLifecycle;
};

/**
 * A connection whose code is loaded at once, but behind what the visitor sees first. What they send meanwhile waits in the outbox, as
 * it does for any connection that is not open. If the code fails to load, that is like a service out of reach: while the chat needs a
 * connection it is tried again, and also when the visitor writes.
 */
export function createLateConnection(deps: LateConnectionDeps): CreateConnection {
  return (target, events) => createConnection(deps, target, events);
}

function createConnection(
  { load, clock, pageLifecycle }: LateConnectionDeps,
  target: ConnectionTarget,
  events: ConnectionEvents,
): Connection {
  /** Undefined until its code is loaded. */
  let connection: Connection | undefined;
  /** Undefined while the chat needs no connection, and once there is one. */
  let attempts: Attempts | undefined;
  let status: ConnectionStatus = 'idle';
  let stopListening = () => {};

  function setStatus(next: ConnectionStatus): void {
    if (next === status) return;
    status = next;
    events.onStatus(next);
  }

  function use(createLoaded: CreateConnection): void {
    if (connection !== undefined) return;
    stopListening();
    connection = createLoaded(target, { ...events, onStatus: setStatus });
    if (attempts !== undefined) connection.open();
  }

  function startAttempts(): Attempts {
    stopListening = pageLifecycle.listen((event) => {
      if (event === 'offline') setStatus('offline');
      // Also while a load is under way, which no other one follows.
      if (event === 'online') setStatus('connecting');
    });
    const attempt = {
      load() {
        setStatus(pageLifecycle.isOnline() ? 'connecting' : 'offline');
        return early ?? load();
      },
      onLoaded: use,
      onFailed: () => setStatus(pageLifecycle.isOnline() ? 'waiting' : 'offline'),
    };
    return keepTrying(attempt, clock, pageLifecycle);
  }

  /** The request before the chat needs a connection, unless it has failed. */
  let early: Promise<CreateConnection> | undefined = load();
  early.then(use, () => {
    early = undefined;
  });
  return {
    open() {
      if (connection !== undefined) connection.open();
      else attempts ??= startAttempts();
    },
    send: (data) => connection?.send(data) === true,
    wake() {
      if (connection !== undefined) connection.wake();
      else attempts?.hurry();
    },
    close() {
      const wasNeeded = attempts !== undefined;
      attempts?.stop();
      attempts = undefined;
      stopListening();
      if (connection !== undefined) connection.close();
      else if (wasNeeded) setStatus('closed');
    },
  };
}
