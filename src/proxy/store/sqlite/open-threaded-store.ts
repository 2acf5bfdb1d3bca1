import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createStore, type StoreDriver } from '../create-store.ts';
import type { LeadStore } from '../lead-store.ts';
import type { Database } from '../sql.ts';
import { StoreError } from '../store-error.ts';
import { sqliteDialect } from './dialect.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { type StoreThread, startStoreThread, type ThreadedStoreOptions } from './start-store-thread.ts';

/** Beside this file, both in the sources and in the package. */
const script = new URL(`store-thread${extname(import.meta.url)}`, import.meta.url);

/** What may read through many rows. A thread of its own answers it, so that no lead waits meanwhile. */
const dashboardReads: ReadonlySet<string> = new Set<keyof LeadStore>([
  ...(['list', 'countLeads', 'countCauses', 'listCalls', 'listWebhooks', 'heldCalls', 'activity'] as const),
  ...(['counts', 'callCounts', 'webhookCounts', 'oldestPendingAt', 'oldestPendingWebhookAt'] as const),
  ...(['countUnidentified', 'phoneRecords', 'readFunnel'] as const),
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
  // A bundler may leave out the threads' file. Then everything runs in this thread, which is slower but as safe.
  if (!existsSync(fileURLToPath(script))) {
    onMissingThread(basename(fileURLToPath(script)));
    return openSqliteStore(file, options);
  }
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const start = (isReadOnly: boolean) =>
    startStoreThread({ script, data: { file, options: { ...options, isReadOnly } }, notify });
  const writer = keepThread(() => start(false), await start(false));
  const reader = keepThread(() => start(true));
  return {
    ...callsByName((method, args) => (dashboardReads.has(method) ? reader : writer).call(method, args)),
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
