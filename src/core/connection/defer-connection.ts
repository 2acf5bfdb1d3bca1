import type { Clock } from './clock.ts';
import type { Connection, ConnectionStatus, CreateConnection } from './connection.ts';

/** So long after a failure its code is asked for again. */
const retryMs = 5_000;

/**
 * A connection whose code is loaded when it is first opened: who only looks at a form needs none. Until it is there, it
 * is connecting; when it cannot be loaded, it is waiting for the next try.
 */
export function deferConnection(load: () => Promise<CreateConnection>, clock: Clock): CreateConnection {
  return (target, events) => {
    let connection: Connection | undefined;
    let status: ConnectionStatus = 'idle';
    let wanted = false;
    let isLoading = false;
    let stopRetry = () => {};

    function onStatus(next: ConnectionStatus): void {
      if (next !== status) events.onStatus(next);
      status = next;
    }

    async function need(): Promise<void> {
      stopRetry();
      if (isLoading || !wanted) return;
      isLoading = true;
      onStatus('connecting');
      try {
        connection = (await load())(target, { ...events, onStatus });
        if (wanted) connection.open();
      } catch {
        if (wanted) {
          onStatus('waiting');
          stopRetry = clock.after(retryMs, need);
        }
      }
      isLoading = false;
    }

    return {
      open() {
        wanted = true;
        if (connection) connection.open();
        else void need();
      },
      send: (data) => connection?.send(data) ?? false,
      wake() {
        if (connection) connection.wake();
        else void need();
      },
      replace: () => connection?.replace(),
      close() {
        wanted = false;
        stopRetry();
        if (connection) connection.close();
        else if (status !== 'idle') onStatus('closed');
      },
    };
  };
}
