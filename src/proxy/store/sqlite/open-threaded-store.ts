import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createStore, type LeadStore, type StoreDriver } from '../create-store.ts';
import type { Database } from '../sql.ts';
import { StoreError } from '../store-error.ts';
import { sqliteDialect } from './dialect.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { type StoreThread, startStoreThread, type ThreadedStoreOptions } from './start-store-thread.ts';

/** Beside this file, both in the sources and in the package. */
const script = new URL(`store-thread${extname(import.meta.url)}`, import.meta.url);
const scriptPath = fileURLToPath(script);

/**
 * What may read through many rows. A thread of its own answers it, so that no lead waits meanwhile. `orphanedWebhookCount` is none
 * of it: only the writing thread hears of other receivers.
 */
const dashboardReads: ReadonlySet<string> = new Set<keyof LeadStore>([
  ...(['list', 'countLeads', 'countCauses', 'listCalls', 'listWebhooks', 'heldCalls', 'activity'] as const),
  ...(['counts', 'callCounts', 'webhookCounts', 'oldestPendingAt', 'oldestPendingWebhookAt'] as const),
  ...(['countUnidentified', 'phoneRecords', 'readFunnel', 'listAudit', 'listBlocks', 'listRatings'] as const),
]);

/**
 * The embedded store in worker threads: while a commit waits for the disk, the proxy reads further requests, which share
 * the next commit. `onMissingThread` is called if the threads' file is missing.
 */
export async function openThreadedStore(
  file: string,
  options: ThreadedStoreOptions = {},
  onMissingThread = (_missing: string): void => {},
): Promise<LeadStore> {
  const code = await readCode();
  // A bundler may leave out the threads' file. Then everything runs in this thread, which is slower but as safe.
  if (code === undefined) {
    onMissingThread(basename(scriptPath));
    return openSqliteStore(file, options);
  }
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const start = async (isReadOnly: boolean) => {
    const own = { ...options, isReadOnly };
    const isUnchanged = async () => (await readCode())?.equals(code) === true;
    // A build that has replaced this one since may read and write the database differently, and its files need not fit.
    if (await isUnchanged()) {
      try {
        return await startStoreThread({ script, data: { file, options: own }, notify });
      } catch (error) {
        if (await isUnchanged()) throw error;
      }
    }
    onMissingThread(`${basename(scriptPath)} of this build`);
    const store = await openSqliteStore(file, own);
    store.subscribe(notify);
    return storeInThisThread(store);
  };
  const writer = keepThread(() => start(false), await start(false));
  const reader = keepThread(() => start(true));
  return {
    ...callsByName((method, args) => (dashboardReads.has(method) ? reader : writer).call(method, args)),
    now: Date.now,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      // The last connection removes the write-ahead log, which a reader cannot.
      await reader.close();
      await writer.close();
    },
  };
}

/** The code of the threads; its imports are named by their content. Undefined without the file. */
function readCode(): Promise<Buffer | undefined> {
  return readFile(scriptPath).catch(() => undefined);
}

/** A store that is called as if it had a thread. */
function storeInThisThread(store: LeadStore): StoreThread {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let isOpen = true;
  return {
    isAlive: () => isOpen,
    ended,
    async call(method, args) {
      const value: unknown = await Reflect.apply(Reflect.get(store, method), store, args);
      if (method === 'close') {
        isOpen = false;
        end();
      }
      return value;
    },
  };
}

/** A store whose methods are all called with their name. */
function callsByName(call: (method: string, args: readonly unknown[]) => Promise<unknown>): LeadStore {
  return new Proxy(createStore(absentDriver(), {}), {
    get:
      (_, method) =>
      (...args: unknown[]) =>
        call(String(method), args),
  });
}

/** For a store of which only the names of the methods are used. */
function absentDriver(): StoreDriver {
  const refuse = () => Promise.reject(new Error('this thread has no database'));
  const database: Database = {
    dialect: sqliteDialect,
    all: refuse,
    get: refuse,
    run: refuse,
    each: refuse,
    transaction: refuse,
    snapshot: refuse,
  };
  return { database, dashboard: database, emptyLog: refuse, notify() {}, subscribe: () => () => {}, close: refuse };
}

type KeptThread = Pick<StoreThread, 'call'> & { close(): Promise<void> };

/**
 * A thread that is started at its first call, and is replaced if it dies. Calls without a response are rejected; as after a
 * crash, they may or may not be committed.
 */
function keepThread(start: () => Promise<StoreThread>, first?: StoreThread): KeptThread {
  let thread = first;
  let starting: Promise<StoreThread> | undefined;
  let isClosed = false;
  const restart = async () => {
    thread = await start();
    return thread;
  };
  return {
    call(method, args) {
      if (isClosed) {
        const message = '[store] the store is closed.';
        return Promise.reject(new StoreError({ code: 'unavailable', message, retryAfterMs: 5_000 }));
      }
      if (thread?.isAlive()) return thread.call(method, args);
      starting ??= restart().finally(() => {
        starting = undefined;
      });
      return starting.then((started) => started.call(method, args));
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      const last = starting === undefined ? thread : await starting.catch(() => undefined);
      // A dead thread has released the database. Starting another one only to close it could fail.
      if (!last?.isAlive()) return;
      try {
        await last.call('close', []);
      } catch (error) {
        if (last.isAlive()) throw error;
      }
      await last.ended;
    },
  };
}
