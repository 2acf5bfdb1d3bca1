import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';
import { stored, testLeadStore } from './contract.ts';
import { receivers } from './contract-webhooks.ts';

for (const [name, open] of [
  ['SQLite store', openSqliteStore],
  ['SQLite store in a thread', openThreadedStore],
] as const) {
  testLeadStore(name, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadchat-store-'));
    const file = join(folder, 'leads.db');
    return {
      open: (owner, more) => open(file, { minFreeBytes: 0, receivers, ...(owner && { owner }), ...more }),
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
}

/** A store whose SQL statements can be explained. */
async function openWithStatements() {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-plans-'));
  const file = join(folder, 'leads.db');
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const store = await openSqliteStore(file, { minFreeBytes: 0, receivers });
  const statements = prepared.mock.calls.map(([sql]) => sql);
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
  return { store, db, statements, explain };
}

it('finds the webhooks of a lead by their index, however many wait for a receiver', async () => {
  const opened = await openWithStatements();
  const statements = opened.statements.filter((sql) =>
    /^(?:INSERT|UPDATE).*webhooks.* lead = (?:\?|\$lead)/s.test(sql),
  );
  // One statement writes the webhook of a change, the other postpones the later ones.
  expect(statements).toHaveLength(2);
  for (const statement of statements) {
    // With any other index SQLite reads all webhooks that wait for the receiver, so intake and delivery become slower
    // with each.
    expect(opened.explain(statement)).toContainEqual(expect.stringContaining('webhooks_lead (lead=? AND receiver=?)'));
  }
});

it('finds the leads that are due for a sweep, and what belongs to them, by indexes', async () => {
  const opened = await openWithStatements();
  const due = opened.statements.filter((sql) => /^SELECT seq, lead, phone FROM leads/.test(sql));
  const ranges = [
    'leads_unscrubbed (ended_at<?)',
    'leads_ended (state=? AND ended_at<?)',
    'leads_ended (state=? AND ended_at<?)',
    'leads_ended (state=? AND ended_at<?)',
    'leads_ended (state=? AND ended_at<?)',
    'leads_held (accepted_at<?)',
  ];
  expect(due.map((sql) => opened.explain(sql)[0])).toEqual(ranges.map((range) => `SEARCH leads USING INDEX ${range}`));
  const changes = opened.statements.filter((sql) => /^(?:DELETE FROM|UPDATE) \w+ (?:SET phone = ''.*)?WHERE/.test(sql));
  expect(changes.length).toBeGreaterThanOrEqual(6);
  for (const statement of changes) {
    expect(opened.explain(statement)).toEqual([expect.stringMatching(/^SEARCH \w+ USING .*(?:lead|phone|rowid)=\?/)]);
  }
});

it('counts many leads in several turns, so that other requests are served in between', async () => {
  const { store, db } = await openWithStatements();
  const leadCount = 120_000;
  db.prepare(
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO leads (lead, key, body_hash, form, phone, record, plan, state, steps, accepted_at, next_at)
     SELECT n, n, '', '', '', '{}', '{}', iif(n % 6 = 0, 'dead', 'delivered'), '[]', 0, 0 FROM numbers`,
  ).run(leadCount);
  let isCounted = false;
  const counting = store.counts().finally(() => {
    isCounted = true;
  });
  await stored(store);
  expect(isCounted).toBe(false);
  expect(await counting).toMatchObject({ delivered: (leadCount * 5) / 6, dead: leadCount / 6 });
});
