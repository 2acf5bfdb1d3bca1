import { Worker } from 'node:worker_threads';
import { StoreError, type StoreErrorFacts } from '../store-error.ts';
import type { SqliteStoreOptions } from './open-sqlite-store.ts';

/** Options of the store that can be sent to its thread. */
export type ThreadedStoreOptions = Omit<SqliteStoreOptions, 'now' | 'disk'>;

/** The thread's workerData. */
export type ThreadData = { file: string; options: ThreadedStoreOptions };

/** `method` is the name of a method of the store. */
export type StoreCall = { id: number; method: string; args: readonly unknown[] };

export type StoreResponse = { id: number } & ({ value: unknown } | { failure: StoreErrorFacts });

/** Messages from the thread: first whether it could open the store, then responses in batches. */
export type ThreadMessage = {
  opened?: true;
  unusable?: StoreErrorFacts;
  responses?: StoreResponse[];
  /** A lead or a webhook may be due. */
  isNotification?: boolean;
};

export type StoreThread = {
  isAlive(): boolean;
  call(method: string, args: readonly unknown[]): Promise<unknown>;
  /** Resolves when the thread has ended. */
  ended: Promise<void>;
};

export type StoreThreadOptions = { script: URL; data: ThreadData; notify(): void };

type Pending = { resolve(value: unknown): void; reject(error: StoreError): void };

/** Larger batches would keep the thread waiting. Sizes from 6 to 20 make no difference. */
const maxBatch = 10;

/** Starts the thread and resolves once it has opened the database. */
export async function startStoreThread({ script, data, notify }: StoreThreadOptions): Promise<StoreThread> {
  // The thread does not inherit this process's Node options, such as the hooks of a test runner.
  const worker = new Worker(script, { workerData: data, execArgv: [] });
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let calls: StoreCall[] = [];
  let isAlive = true;
  let isClosing = false;
  let cause: unknown;
  const endedError = () =>
    new StoreError({
      code: 'unavailable',
      message: '[store] the thread of the store ended.',
      retryAfterMs: 5_000,
      cause,
    });

  // An idle thread does not keep the process alive, but a waiting call and closing do.
  const unrefWhenIdle = () => {
    if (pending.size === 0 && !isClosing) worker.unref();
  };
  const send = () => {
    if (calls.length === 0) return;
    const batch = calls;
    calls = [];
    if (isAlive) worker.postMessage(batch);
  };
  const receive = ({ responses = [], isNotification = false }: ThreadMessage) => {
    for (const response of responses) {
      const call = pending.get(response.id);
      pending.delete(response.id);
      if ('failure' in response) call?.reject(new StoreError(response.failure));
      else call?.resolve(response.value);
    }
    unrefWhenIdle();
    if (isNotification) notify();
  };

  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      isAlive = false;
      for (const call of pending.values()) call.reject(endedError());
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
    ended.then(() => reject(endedError()));
  });
  worker.on('message', receive);
  unrefWhenIdle();

  return {
    isAlive: () => isAlive,
    ended,
    call(method, args) {
      if (!isAlive) return Promise.reject(endedError());
      isClosing ||= method === 'close';
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        pending.set(id, { resolve, reject });
        worker.ref();
        // A batch contains the calls until the event loop has read every socket once.
        const batchSize = calls.push({ id, method, args });
        if (batchSize === 1) setImmediate(send);
        if (batchSize === maxBatch) send();
      });
    },
  };
}
