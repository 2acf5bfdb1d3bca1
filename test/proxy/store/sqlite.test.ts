import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';
import { at, stored, testLeadStore } from './contract.ts';
import { receivers } from './contract-webhooks.ts';

// In threads, as a proxy opens it: calls and responses are messages, and a second thread reads for the dashboard. What opens a
// database again does without, because each thread needs a fifth of a second to start.
testLeadStore('SQLite store in a thread', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-store-'));
  const file = join(folder, 'leads.db');
  let isOpened = false;
  return {
    open(owner, more) {
      const open = isOpened ? openSqliteStore : openThreadedStore;
      isOpened = true;
      return open(file, { minFreeBytes: 0, receivers, ...(owner && { owner }), ...more });
    },
    async execute(sql) {
      const db = new DatabaseSync(file, { timeout: 5_000 });
      db.exec(sql);
      db.close();
    },
    async remove() {
      rmSync(folder, { recursive: true });
    },
  };
});

/** Resolves with the statements that `work` runs, and a function that explains one. */
async function explained(work: (store: LeadStore) => Promise<unknown>) {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-plans-'));
  const file = join(folder, 'leads.db');
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const store = await openSqliteStore(file, { minFreeBytes: 0, receivers });
  await work(store);
  const statements = prepared.mock.calls.map(([sql]) => sql.trim());
  vi.restoreAllMocks();
  const db = new DatabaseSync(file);
  onTestFinished(async () => {
    db.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const explain = (statement: string) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${statement}`)
      .all()
      .map(({ detail }) => String(detail));
  return { statements, explain };
}

it('finds the webhooks to claim, and whether each is the oldest of its lead, by indexes', async () => {
  const { statements, explain } = await explained(async (store) => {
    await stored(store);
    const claim = { owner: 'owner', receiver: receivers[0]?.url ?? '', now: at, leaseMs: 15_000, limit: 1 };
    expect((await store.claimWebhooks(claim)).webhooks).toHaveLength(1);
  });
  const [due = '', ...others] = statements.filter((sql) => /^SELECT w\.seq, w\.lead FROM webhooks/.test(sql));
  expect(others).toEqual([]);
  const reads = explain(due).filter((detail) => /^(?:SEARCH|SCAN) [wo] /.test(detail));
  expect(reads).toEqual([
    expect.stringMatching(/^SEARCH w USING INDEX webhooks_due \(receiver=\? AND next_at<\?\)/),
    'SEARCH o USING INDEX webhooks_lead (lead=? AND receiver=?)',
  ]);
});

it('finds the webhooks of a lead by their index, however many wait for a receiver', async () => {
  const { statements, explain } = await explained(async (store) => {
    await stored(store);
    const claim = { owner: 'owner', receiver: receivers[0]?.url ?? '', now: at, leaseMs: 15_000, limit: 1 };
    const { webhooks } = await store.claimWebhooks(claim);
    await store.settleWebhook(webhooks[0]?.id ?? '', 'owner', { state: 'delivered', at, answer: '200' });
  });
  const ofLead = statements.filter((sql) => /^(?:INSERT INTO|UPDATE) webhooks.* (?:w\.)?lead /s.test(sql));
  // One statement writes the webhook of a change, the other postpones the later ones.
  expect(ofLead).toHaveLength(2);
  for (const statement of ofLead) {
    // With any other index SQLite reads all webhooks that wait for the receiver, so intake and delivery become slower
    // with each.
    expect(explain(statement)).toContainEqual(expect.stringContaining('webhooks_lead (lead=? AND receiver=?)'));
  }
});

it('never reads all webhooks in one statement when a renamed receiver is removed, because leads wait for it', async () => {
  const { statements, explain } = await explained(async (store) => {
    const receiver = { name: 'Sales', version: 1, at, by: 'Ada', format: 'slack', events: [], sealed: '' };
    await store.saveReceiver(receiver);
    await store.saveReceiver({ ...receiver, version: 2, shownName: 'CRM' });
    await stored(store);
    expect(await store.removeReceiver(receiver.name, 2)).toBe(true);
  });
  const disowning = statements.filter((sql) => sql.startsWith('UPDATE webhooks SET receiver'));
  expect(disowning.map(explain)).toEqual([
    [expect.stringContaining('webhooks_state (state=?)')],
    [expect.stringContaining('INTEGER PRIMARY KEY (rowid>? AND rowid<?)')],
  ]);
});

it('finds the leads that are due for a sweep, and what belongs to them, by indexes', async () => {
  const { statements, explain } = await explained(async (store) => {
    const ids = [await stored(store, { acceptedAt: at }), await stored(store, { acceptedAt: at, held: 'honeypot' })];
    await store.closeLead(ids[0] ?? '', { now: at, by: 'Grace' });
    const request = { now: at + 2, scrubAfterMs: 1, deleteAfterMs: 1, deleteUnresolvedAfterMs: 1, limit: 10 };
    expect(await store.sweep(request)).toEqual({ scrubbed: 1, deleted: 2, isComplete: true });
  });
  const due = statements.filter((sql) => /^SELECT lead, phone FROM leads INDEXED BY/.test(sql));
  const ranges = [
    'leads_unscrubbed (ended_at<?)',
    'leads_ended (state=? AND ended_at<?)',
    'leads_ended (state=? AND ended_at<?)',
    'leads_ended (state=? AND ended_at<?)',
    'leads_ended (state=? AND ended_at<?)',
    'leads_held (accepted_at<?)',
  ];
  expect(due.map((sql) => explain(sql)[0])).toEqual(ranges.map((range) => `SEARCH leads USING INDEX ${range}`));
  for (const sql of due) expect(explain(sql)).not.toContainEqual(expect.stringContaining('TEMP B-TREE'));
  const changes = statements.filter((sql) => /^(?:DELETE FROM \w+|UPDATE \w+ SET phone = '')/.test(sql));
  expect(changes.length).toBeGreaterThanOrEqual(6);
  for (const statement of changes) {
    const reads = explain(statement).filter((detail) => / (?:leads|calls|webhooks|enrolments)\b/.test(detail));
    for (const read of reads) expect(read).toMatch(/^SEARCH \w+ USING .*(?:lead|phone|rowid)=\?/);
  }
});

it('finds a text in any case, also beyond ASCII', async () => {
  await explained(async (store) => {
    const id = await stored(store, { record: { last_name: 'Édith Ångström' } });
    for (const search of ['édith', 'ÅNGSTRÖM'])
      expect((await store.list({ search })).map((lead) => lead.id)).toEqual([id]);
  });
});

it('stores leads while the dashboard reads many', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-reads-'));
  const file = join(folder, 'leads.db');
  const store = await openThreadedStore(file, { minFreeBytes: 0 });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const db = new DatabaseSync(file);
  const leadCount = 120_000;
  db.prepare(
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO leads (lead, key, body_hash, form, phone, record, plan, state, steps, accepted_at, next_at)
     SELECT n, n, '', '', '', '{"first_name":"Ada"}', '{}', iif(n % 6 = 0, 'dead', 'delivered'), '[]', 0, 0 FROM numbers`,
  ).run(leadCount);
  db.close();
  let isRead = false;
  const reading = Promise.all([store.list({ search: 'nobody' }), store.counts()]).finally(() => {
    isRead = true;
  });
  await stored(store);
  expect(isRead).toBe(false);
  const [found, counts] = await reading;
  expect(found).toEqual([]);
  expect(counts).toMatchObject({ delivered: (leadCount * 5) / 6, dead: leadCount / 6 });
});
