import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';
import { until } from '../../support/until.ts';
import { at, stored } from './contract.ts';
import { done } from './contract-queue.ts';

const phone = '14155557345';
const day = 86_400_000;

async function openWithLead() {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-erased-'));
  const file = join(folder, 'leads.db');
  const store = await openThreadedStore(file, { minFreeBytes: 0, phoneSecret: 'secret' });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const lead = await stored(store, { phone });
  const owner = 'owner';
  const { leads } = await store.claim({ owner, now: at, leaseMs: 15_000, limit: 1 });
  for (const claimed of leads) await store.checkpoint({ lead, owner, now: at, steps: done(claimed) });
  const isOnDisk = () => ['', '-wal'].some((end) => readFileSync(`${file}${end}`).includes(phone));
  expect(isOnDisk()).toBe(true);
  return { store, file, isOnDisk };
}

/** Another process that is in the middle of reading. */
function startReading(file: string) {
  const reader = new DatabaseSync(file, { timeout: 0 });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM leads').get();
  return reader;
}

// The pages that the sweep had overwritten stayed in the write-ahead log for as long as it did not fill up: weeks.
it('leaves nothing of a swept lead in the database and its write-ahead log', async () => {
  const { store, isOnDisk } = await openWithLead();
  const request = { now: at + 8 * day, scrubAfterMs: 7 * day, deleteAfterMs: 30 * day, limit: 100 };
  expect(await store.sweep(request)).toMatchObject({ scrubbed: 1, isComplete: true });
  expect(isOnDisk()).toBe(false);
});

// A checkpoint that finds the database busy is no error, so an erasure beside a backup stayed in the log.
it('empties the log after an erasure as soon as nobody reads any more', async () => {
  const { store, file, isOnDisk } = await openWithLead();
  const reader = startReading(file);
  expect(await store.erase({ phone })).toBe(1);
  expect(await store.emptyLog()).toBe(false);
  expect(isOnDisk()).toBe(true);
  await stored(store); // nobody waits for the reader meanwhile
  reader.close();
  await until('the log is emptied', () => !isOnDisk());
});
