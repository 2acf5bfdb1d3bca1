import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LeadStore } from '../lead-store.ts';
import { StoreError } from '../store-error.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { type StoreThread, startStoreThread, type ThreadedStoreOptions } from './start-store-thread.ts';

/** Beside this file, both in the sources and in the package. */
const script = new URL(`store-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * The embedded store in a worker thread: while a commit waits for the disk, the proxy reads further requests, which
 * share the next commit. A thread that dies is replaced at the next call. Calls without a response are rejected; as
 * after a crash, they may or may not be committed. `onMissingThread` is called if the thread's file is missing.
 */
export async function openThreadedStore(
  file: string,
  options: ThreadedStoreOptions = {},
  onMissingThread = (_missing: string): void => {},
): Promise<LeadStore> {
  // A bundler may leave out the thread's file. Then everything runs in this thread, which is slower but as safe.
  if (!existsSync(fileURLToPath(script))) {
    onMissingThread(basename(fileURLToPath(script)));
    return openSqliteStore(file, options);
  }
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const start = () => startStoreThread({ script, data: { file, options }, notify });
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
    return starting.then((started) => started.call(method, args));
  };

  return {
    accept: (...args) => call('accept', args),
    findRequest: (...args) => call('findRequest', args),
    secret: (...args) => call('secret', args),
    keepSession: (...args) => call('keepSession', args),
    find: (...args) => call('find', args),
    check: (...args) => call('check', args),
    space: (...args) => call('space', args),
    counts: (...args) => call('counts', args),
    callCounts: (...args) => call('callCounts', args),
    oldestPendingAt: (...args) => call('oldestPendingAt', args),
    claim: (...args) => call('claim', args),
    checkpoint: (...args) => call('checkpoint', args),
    extend: (...args) => call('extend', args),
    followClock: (...args) => call('followClock', args),
    giveBack: (...args) => call('giveBack', args),
    sweep: (...args) => call('sweep', args),
    list: (...args) => call('list', args),
    countLeads: (...args) => call('countLeads', args),
    countCauses: (...args) => call('countCauses', args),
    listCalls: (...args) => call('listCalls', args),
    replay: (...args) => call('replay', args),
    resolve: (...args) => call('resolve', args),
    closeLead: (...args) => call('closeLead', args),
    correct: (...args) => call('correct', args),
    heldCalls: (...args) => call('heldCalls', args),
    release: (...args) => call('release', args),
    holdPending: (...args) => call('holdPending', args),
    erase: (...args) => call('erase', args),
    emptyLog: (...args) => call('emptyLog', args),
    countUnidentified: (...args) => call('countUnidentified', args),
    recordErasure: (...args) => call('recordErasure', args),
    takeErasures: (...args) => call('takeErasures', args),
    phoneRecords: (...args) => call('phoneRecords', args),
    activity: (...args) => call('activity', args),
    requestCall: (...args) => call('requestCall', args),
    dueCalls: (...args) => call('dueCalls', args),
    startCall: (...args) => call('startCall', args),
    cancelCall: (...args) => call('cancelCall', args),
    findCall: (...args) => call('findCall', args),
    noteCall: (...args) => call('noteCall', args),
    claimWebhooks: (...args) => call('claimWebhooks', args),
    settleWebhook: (...args) => call('settleWebhook', args),
    retireWebhooks: (...args) => call('retireWebhooks', args),
    pullWebhooks: (...args) => call('pullWebhooks', args),
    listWebhooks: (...args) => call('listWebhooks', args),
    replayWebhook: (...args) => call('replayWebhook', args),
    replayDeadWebhooks: (...args) => call('replayDeadWebhooks', args),
    webhookCounts: (...args) => call('webhookCounts', args),
    oldestPendingWebhookAt: (...args) => call('oldestPendingWebhookAt', args),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      if (closed) return;
      closed = true;
      listeners.clear();
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
