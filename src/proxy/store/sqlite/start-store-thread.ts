import { Worker } from 'node:worker_threads';
import type { LeadStore } from '../lead-store.ts';
import { StoreError } from '../store-error.ts';
import type { StoreCall, StoreMethod, ThreadData, ThreadMessage } from './thread-messages.ts';

export type StoreThread = {
  isAlive(): boolean;
  call<Name extends StoreMethod>(
    method: Name,
    args: Parameters<LeadStore[Name]>,
  ): Promise<Awaited<ReturnType<LeadStore[Name]>>>;
  /** Settles when the thread is gone. */
  ended: Promise<void>;
};

export type StoreThreadOptions = { script: URL; data: ThreadData; notify(): void };

type Pending = { resolve(value: unknown): void; reject(error: StoreError): void };

/** More would keep the thread waiting while this one works; between 6 and 20 it makes no difference. */
const mostGathered = 10;

/** Starts the thread and settles once it has opened the database. */
export async function startStoreThread({ script, data, notify }: StoreThreadOptions): Promise<StoreThread> {
  // Node's own options for this process, such as a test runner's hooks, are not the thread's.
  const worker = new Worker(script, { workerData: data, execArgv: [] });
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let calls: StoreCall[] = [];
  let alive = true;
  let closing = false;
  let cause: unknown;
  const gone = () =>
    new StoreError({
      code: 'unavailable',
      message: '[store] the thread of the store ended.',
      retryAfterMs: 5_000,
      cause,
    });

  // Like a database that is open, the thread alone keeps no process from ending; a call that waits does, and its own end.
  const rest = () => {
    if (pending.size === 0 && !closing) worker.unref();
  };
  const send = () => {
    if (calls.length === 0) return;
    const batch = calls;
    calls = [];
    if (alive) worker.postMessage(batch);
  };
  const receive = ({ answers = [], notified = false }: ThreadMessage) => {
    for (const answer of answers) {
      const waiting = pending.get(answer.id);
      pending.delete(answer.id);
      if ('failure' in answer) waiting?.reject(new StoreError(answer.failure));
      else waiting?.resolve(answer.value);
    }
    rest();
    if (notified) notify();
  };

  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      alive = false;
      for (const one of pending.values()) one.reject(gone());
      pending.clear();
      resolve();
    });
  });
  worker.on('error', (error) => {
    cause = error;
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('message', ({ unusable }: ThreadMessage) => {
      if (unusable === undefined) resolve();
      else reject(new StoreError(unusable));
    });
    ended.then(() => reject(gone()));
  });
  worker.on('message', receive);
  rest();

  return {
    isAlive: () => alive,
    ended,
    call(method, args) {
      if (!alive) return Promise.reject(gone());
      closing ||= method === 'close';
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        pending.set(id, { resolve, reject });
        worker.ref();
        // Gathered until the event loop has read every socket once; when many come, the thread starts with the first.
        const gathered = calls.push({ id, method, args });
        if (gathered === 1) setImmediate(send);
        if (gathered === mostGathered) send();
      });
    },
  };
}
