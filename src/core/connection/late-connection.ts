import type { Clock } from '../../clock.ts';
import type {
  Connection,
  ConnectionEvents,
  ConnectionStatus,
  ConnectionTarget,
  CreateConnection,
} from './connection.ts';
import type { PageLifecycle, PageLifecycleEvent } from './page-lifecycle.ts';

export type LateConnectionDeps = {
  /** Loads the code of the connection. A failed load is tried again. */
  load: () => Promise<CreateConnection>;
  clock: Clock;
  pageLifecycle: PageLifecycle;
};

const firstPauseMs = 2_000;
const maxPauseMs = 60_000;

/**
 * A connection whose code is loaded at once, but behind what the visitor sees first. What they send meanwhile waits in the outbox, as
 * it does for any connection that is not open. If the code fails to load, that is like a service out of reach: while the chat needs a
 * connection it is tried again, after pauses that grow, when the visitor writes, and when the page is online again.
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
  let isNeeded = false;
  let isLoading = false;
  let pauseMs = firstPauseMs;
  let cancelPause = () => {};
  let stopListening = () => {};
  let status: ConnectionStatus = 'idle';

  function setStatus(next: ConnectionStatus): void {
    if (next === status) return;
    status = next;
    events.onStatus(next);
  }

  function request(): void {
    if (connection !== undefined) return;
    if (isNeeded) setStatus(pageLifecycle.isOnline() ? 'connecting' : 'offline');
    if (isLoading) return;
    isLoading = true;
    cancelPause();
    load().then(onLoad, onFail);
  }

  function onLoad(createLoaded: CreateConnection): void {
    stopListening();
    connection = createLoaded(target, { ...events, onStatus: setStatus });
    if (isNeeded) connection.open();
  }

  function onFail(): void {
    isLoading = false;
    if (!isNeeded) return;
    cancelPause = clock.after(pauseMs, request);
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    setStatus(pageLifecycle.isOnline() ? 'waiting' : 'offline');
  }

  function onPageEvent(event: PageLifecycleEvent): void {
    if (event === 'offline') setStatus('offline');
    if (event === 'online' || event === 'visible' || event === 'return') request();
  }

  request();
  return {
    open() {
      if (connection !== undefined) connection.open();
      else if (!isNeeded) {
        isNeeded = true;
        stopListening = pageLifecycle.listen(onPageEvent);
        request();
      }
    },
    send: (data) => connection?.send(data) === true,
    wake() {
      if (connection !== undefined) connection.wake();
      else if (isNeeded) request();
    },
    close() {
      const wasNeeded = isNeeded;
      isNeeded = false;
      cancelPause();
      stopListening();
      if (connection !== undefined) connection.close();
      else if (wasNeeded) setStatus('closed');
    },
  };
}
