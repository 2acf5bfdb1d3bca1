import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { LeadStore } from '../lead-store.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { sqliteError } from './sqlite-error.ts';
import type { StoreAnswer, StoreCall, ThreadData, ThreadMessage } from './thread-messages.ts';

/** The thread in which the database is read and written, so that no fsync keeps the proxy from its sockets. */
if (parentPort !== null) await serve(parentPort, workerData);

async function serve(port: MessagePort, { file, limits }: ThreadData): Promise<void> {
  const tell = (message: ThreadMessage) => port.postMessage(message);
  try {
    const store = await openSqliteStore(file, limits);
    answerCalls(port, store, tell);
    tell({ opened: true });
  } catch (error) {
    tell({ unusable: factsOf(error) });
  }
}

function answerCalls(port: MessagePort, store: LeadStore, tell: (message: ThreadMessage) => void): void {
  let answers: StoreAnswer[] = [];
  let notified = false;
  let scheduled = false;
  // One commit settles many calls in a row: their answers travel together.
  const soon = () => {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      tell({ answers, notified });
      answers = [];
      notified = false;
    });
  };
  const answer = (one: StoreAnswer) => {
    answers.push(one);
    soon();
  };
  store.subscribe(() => {
    notified = true;
    soon();
  });
  port.on('message', (calls: StoreCall[]) => {
    for (const { id, method, args } of calls) {
      const called: Promise<unknown> = Reflect.apply(store[method], store, args);
      called.then(
        (value) => {
          answer({ id, value });
          // After the answer; then nothing keeps the thread.
          if (method === 'close') queueMicrotask(() => port.close());
        },
        (error) => answer({ id, failure: factsOf(error) }),
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
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}
