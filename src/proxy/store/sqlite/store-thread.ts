import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { LeadStore } from '../create-store.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { sqliteError } from './sqlite-error.ts';
import type { StoreCall, StoreResponse, ThreadData, ThreadMessage } from './start-store-thread.ts';

/** The thread that reads and writes the database: an fsync here does not block the proxy's sockets. */
if (parentPort !== null) await serve(parentPort, workerData);

async function serve(port: MessagePort, { file, options }: ThreadData): Promise<void> {
  const send = (message: ThreadMessage) => port.postMessage(message);
  try {
    const store = await openSqliteStore(file, options);
    respondToCalls(port, store, send);
    send({ opened: true });
  } catch (error) {
    send({ unusable: factsOf(error) });
  }
}

function respondToCalls(port: MessagePort, store: LeadStore, send: (message: ThreadMessage) => void): void {
  let responses: StoreResponse[] = [];
  let isNotification = false;
  let isScheduled = false;
  // One commit settles many calls at once, so their responses share a message.
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      send({ responses, isNotification });
      responses = [];
      isNotification = false;
    });
  };
  const respond = (response: StoreResponse) => {
    responses.push(response);
    schedule();
  };
  store.subscribe(() => {
    isNotification = true;
    schedule();
  });
  port.on('message', (calls: StoreCall[]) => {
    for (const { id, method, args } of calls) {
      const called: Promise<unknown> = Reflect.apply(Reflect.get(store, method), store, args);
      called.then(
        (value) => {
          respond({ id, value });
          // After the response, so that nothing keeps the thread alive.
          if (method === 'close') queueMicrotask(() => port.close());
        },
        (error) => respond({ id, failure: factsOf(error) }),
      );
    }
  });
}

function factsOf(error: unknown) {
  const { code, message, retryAfterMs, cause } = sqliteError(error);
  return {
    code,
    message,
    cause: cause instanceof Error ? cause : undefined,
    retryAfterMs,
  };
}
