import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RoomLimits } from '../capacity-guard.ts';
import type { LeadStore } from '../lead-store.ts';
import { StoreError } from '../store-error.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { type StoreThread, startStoreThread } from './start-store-thread.ts';

/** Beside this file, in the sources as in the package. */
const script = new URL(`store-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * The embedded store in a thread of its own: while a commit waits for the disk, the proxy goes on reading requests, and
 * they share the next one. A thread that dies is replaced with the next call; what it had not answered is rejected, and
 * may or may not be committed, as after a crash. `tellThreadless` hears when there can be no thread.
 */
export async function openThreadedStore(
  file: string,
  limits: RoomLimits = {},
  tellThreadless = (_missing: string): void => {},
): Promise<LeadStore> {
  // A bundler takes this file along and leaves the thread's behind: then everything runs here, slower and as safe.
  if (!existsSync(fileURLToPath(script))) {
    tellThreadless(basename(fileURLToPath(script)));
    return openSqliteStore(file, limits);
  }
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const start = () => startStoreThread({ script, data: { file, limits }, notify });
  let thread = await start();
  let starting: Promise<StoreThread> | undefined;
  let closed = false;

  const restart = async () => {
    thread = await start();
    return thread;
  };
  const call: StoreThread['call'] = (method, args) => {
    if (closed) {
      const message = '[store] the store is closed.';
      return Promise.reject(new StoreError({ code: 'unavailable', message, retryAfterMs: 5_000 }));
    }
    if (thread.isAlive()) return thread.call(method, args);
    starting ??= restart().finally(() => {
      starting = undefined;
    });
    return starting.then((it) => it.call(method, args));
  };

  return {
    accept: (...args) => call('accept', args),
    keepSession: (...args) => call('keepSession', args),
    find: (...args) => call('find', args),
    check: (...args) => call('check', args),
    counts: (...args) => call('counts', args),
    claim: (...args) => call('claim', args),
    checkpoint: (...args) => call('checkpoint', args),
    extend: (...args) => call('extend', args),
    sweep: (...args) => call('sweep', args),
    list: (...args) => call('list', args),
    replay: (...args) => call('replay', args),
    resolve: (...args) => call('resolve', args),
    release: (...args) => call('release', args),
    erase: (...args) => call('erase', args),
    activity: (...args) => call('activity', args),
    requestCall: (...args) => call('requestCall', args),
    findCall: (...args) => call('findCall', args),
    noteCall: (...args) => call('noteCall', args),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      if (closed) return;
      closed = true;
      listeners.clear();
      const last = starting === undefined ? thread : await starting.catch(() => undefined);
      // A thread that died has let go of the database; another one only to close it could fail, and the stop with it.
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
