import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../../src/proxy/store/sqlite/migrations.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';

/** The schema whose CHECK allowed no closed lead. */
const earlierVersion = 7;

// SQLite removes the CHECK only together with its column, so the migration replaces the column.
it('keeps the leads of a database whose schema knew no closed lead, in order, and can close them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'leads.db');
  const db = new DatabaseSync(file);
  for (const sql of migrations.slice(0, earlierVersion)) db.exec(sql);
  db.exec(`PRAGMA user_version = ${earlierVersion}`);
  const insert = db.prepare(
    `INSERT INTO leads (lead, key, body_hash, form, phone, record, plan, state, steps, accepted_at, next_at)
     VALUES (?, ?, 'hash', 'default', '14155552671', '{"first_name":"Ada"}', '{"tags":[]}', ?, '[]', 0, 0)`,
  );
  const states = ['pending', 'delivered', 'unknown', 'held', 'dead'] as const;
  for (const state of states) insert.run(state, state, state);
  db.close();

  const store = await openSqliteStore(file, { minFreeBytes: 0 });
  onTestFinished(() => store.close());
  const found = await store.list({});
  expect(found.map(({ id, state }) => [id, state])).toEqual(states.toReversed().map((state) => [state, state]));
  expect(found[0]?.record).toEqual({ first_name: 'Ada' });
  expect(await store.closeLead('dead', { now: 1, by: 'Grace' })).toBe(true);
  expect(await store.counts()).toEqual({ pending: 1, delivered: 1, unknown: 1, held: 1, dead: 0, closed: 1 });
});
