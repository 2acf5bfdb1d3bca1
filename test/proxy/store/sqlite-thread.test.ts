import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';
import { at, callPlan, newLead, stored, sweepAll } from './contract.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadchat-thread-'));
  file = join(folder, 'leads.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the store and resolves with its thread. */
async function openWithThread() {
  const started = once(process, 'worker');
  const store = await openThreadedStore(file, { minFreeBytes: 0 });
  const [worker] = await started;
  if (!(worker instanceof Worker)) throw new Error('no thread was started');
  return { store, worker };
}

describe('the thread of the SQLite store', () => {
  it('rejects the calls in flight when it dies, and its replacement has every commit', async () => {
    const { store, worker } = await openWithThread();
    const before = await stored(store);
    // The lock keeps the thread from responding before it dies.
    const lock = new DatabaseSync(file);
    lock.exec('BEGIN IMMEDIATE');
    const waiting = store.accept(newLead());
    void worker.terminate();
    lock.close();
    await expect(waiting).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable', retryAfterMs: 5_000 });
    const after = await Promise.all([stored(store), stored(store)]);
    for (const lead of [before, ...after]) expect(await store.find(lead)).toMatchObject({ id: lead });
    await store.close();
  });

  it('lets a request that its death interrupted be repeated with the same key', async () => {
    const { store, worker } = await openWithThread();
    const lead = newLead();
    const cut = store.accept(lead);
    setImmediate(() => void worker.terminate());
    const first = await cut.catch(() => undefined);
    const second = await store.accept(lead);
    expect(['stored', 'repeated']).toContain(second.outcome);
    if (first !== undefined) expect(second).toMatchObject({ outcome: 'repeated' });
    expect((await store.counts()).pending).toBe(1);
    await store.close();
  });

  it('notifies subscribers of new leads, also after it was replaced', async () => {
    const { store, worker } = await openWithThread();
    let notifications = 0;
    store.subscribe(() => notifications++);
    await stored(store);
    await expect.poll(() => notifications).toBe(1);
    await worker.terminate();
    await stored(store);
    await expect.poll(() => notifications).toBe(2);
    await store.close();
  });

  it('leaves each lead whole or deletes it with its call when it dies during a sweep, and the next sweep continues', async () => {
    const { store, worker } = await openWithThread();
    const leadCount = 2_000;
    const leads = Array.from({ length: leadCount }, () => newLead({ held: 'honeypot', callback: callPlan() }));
    await Promise.all(leads.map((lead) => store.accept(lead)));
    const request = { now: at + 2, scrubAfterMs: 1, deleteAfterMs: 1, deleteUnresolvedAfterMs: 1 };
    await store.sweep({ ...request, limit: 100 });
    const cut = store.sweep({ ...request, limit: 1_000 });
    setImmediate(() => void worker.terminate());
    await cut.catch(() => undefined);
    const { held } = await store.counts();
    expect([1_900, 900]).toContain(held);
    expect((await store.callCounts()).refused).toBe(held);
    expect(await sweepAll(store, request)).toEqual({ scrubbed: 0, deleted: held });
    expect((await store.callCounts()).refused).toBe(0);
    await store.close();
  });

  it('closes after its death without a replacement, even when the database is gone', async () => {
    const { store, worker } = await openWithThread();
    await stored(store);
    await worker.terminate();
    rmSync(folder, { recursive: true });
    await expect(store.close()).resolves.toBeUndefined();
    await expect(store.check()).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
  });

  it('closes when it dies during the close', async () => {
    const { store, worker } = await openWithThread();
    await stored(store);
    const closing = store.close();
    void worker.terminate();
    await expect(closing).resolves.toBeUndefined();
  });

  it('explains why the database cannot be opened, and leaves no thread behind', async () => {
    const started = once(process, 'worker');
    await expect(openThreadedStore(folder)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'unavailable',
      message: expect.stringContaining(folder),
    });
    const [worker] = await started;
    await expect.poll(() => worker.threadId).toBe(-1);
  });

  it('keeps the process alive only while a call waits', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['test/proxy/store/accept-and-leave.ts', file]);
    expect(JSON.parse(stdout)).toEqual({ outcome: 'stored', lead: expect.any(String) });
  });
});
