import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';
import { until } from '../../support/until.ts';
import { at, callPlan, stored } from './contract.ts';
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

// Each table that is added may hold something of a person; the whole file says whether one was forgotten.
it.each([
  ['erased by its id', (lead: string) => ({ leads: [lead] })],
  ['erased with its phone', () => ({ phone })],
  ['swept after its time', () => undefined],
])('leaves nothing of a person in any table when the lead is %s', async (_, target) => {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-person-'));
  const file = join(folder, 'leads.db');
  const events = ['lead.accepted', 'lead.delivered', 'call.planned', 'call.ended', 'chat.rated'] as const;
  const store = await openThreadedStore(file, {
    minFreeBytes: 0,
    phoneSecret: 'secret',
    receivers: [{ name: 'crm', url: 'https://crm.example.com/hook', events }],
  });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const personal = [
    phone,
    'Canary-Name',
    'canary@example.com',
    '203.0.113.77',
    'canary-comment',
    'canary-note',
    'canary-data',
  ];
  const [, name = '', email = '', ip = '', comment = '', text = '', data = ''] = personal;
  const plan = (more = {}) => callPlan({ ip, requestData: { data }, ...more });
  const record = { phone, first_name: name, email };
  const journey = { id: 'a1000000-0000-4000-8000-000000000001', onExisting: 'keep' as const };
  const lead = await stored(store, { phone, record, plan: { tags: ['vip'], journey }, callback: plan() });
  const owner = 'owner';
  const claimed = (await store.claim({ owner, now: at, leaseMs: 15_000, limit: 1 })).leads;
  for (const one of claimed) {
    const enrol = { phone, journey: journey.id, since: 0 };
    await store.checkpoint({ lead, owner, now: at, steps: one.steps, enrol });
    await store.checkpoint({ lead, owner, now: at, steps: done(one) });
  }
  await store.keepSession(lead, { flow_id: 'f', session: `canary-data-${lead}`, url: 'wss://chat.example.com' });
  const rating = { form: 'default', page: '/', rating: 4, comment, lead };
  expect(await store.addRating({ key: 'key', bodyHash: 'hash', at, ...rating })).toBe('stored');
  expect(await store.addNote(lead, { at, by: 'Grace', text })).toBe(true);
  const plannedAt = at + 3_600_000;
  const requested = await store.requestCall(lead, plan({ plannedAt, expiresAt: plannedAt + 90_000 }));
  await store.recordAudit([{ at, by: 'Grace', role: 'owner', action: 'lead-opened', lead }]);
  expect((await store.blockPhone({ phone, at, by: 'Grace' })).cancelled).toHaveLength(1);
  expect(requested.outcome).toBe('accepted');
  const onDisk = () => {
    const bytes = ['', '-wal'].map((end) => readFileSync(`${file}${end}`));
    return personal.filter((value) => bytes.some((part) => part.includes(value)));
  };
  expect(onDisk()).toEqual(personal);
  const exported = JSON.stringify(await store.phoneRecords(phone));
  expect(personal.filter((value) => !exported.includes(value))).toEqual([]);

  const erase = target(lead);
  const retention = { scrubAfterMs: 7 * day, deleteAfterMs: 30 * day, limit: 100 };
  if (erase !== undefined) expect(await store.erase(erase)).toBe(1);
  else expect(await store.sweep({ now: at + 8 * day, ...retention })).toMatchObject({ scrubbed: 1 });
  expect(onDisk()).toEqual([]);
  // What is left is the block, a hash of the number.
  expect((await store.findBlock(phone))?.by).toBe('Grace');
});
