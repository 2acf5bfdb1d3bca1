import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';
import { testLeadStore } from './contract.ts';
import { receivers } from './contract-webhooks.ts';

for (const [name, open] of [
  ['SQLite store', openSqliteStore],
  ['SQLite store in a thread', openThreadedStore],
] as const) {
  testLeadStore(name, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadchat-store-'));
    return {
      open: () => open(join(folder, 'leads.db'), { minFreeBytes: 0, receivers }),
      async remove() {
        rmSync(folder, { recursive: true });
      },
    };
  });
}

it('finds the webhooks of a lead by their index, however many wait for a receiver', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-plans-'));
  const file = join(folder, 'leads.db');
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const store = await openSqliteStore(file, { receivers });
  const statements = prepared.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => /^(?:INSERT|UPDATE).*webhooks.* lead = (?:\?|\$lead)/s.test(sql));
  vi.restoreAllMocks();
  const db = new DatabaseSync(file, { readOnly: true });
  onTestFinished(async () => {
    db.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  // One writes the webhook of a change, the other postpones those that wait behind it.
  expect(statements).toHaveLength(2);
  for (const statement of statements) {
    const plan = db
      .prepare(`EXPLAIN QUERY PLAN ${statement}`)
      .all()
      .map(({ detail }) => detail);
    // Any other index reads all that wait for the receiver: intake and delivery would slow down with each of them.
    expect(plan).toContainEqual(expect.stringContaining('webhooks_lead (lead=? AND receiver=?)'));
  }
});
