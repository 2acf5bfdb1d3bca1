import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate, migrations } from '../../../src/proxy/store/schema.ts';
import { openDatabase } from '../../../src/proxy/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { createSqliteDatabase } from '../../../src/proxy/store/sqlite/sqlite-database.ts';
import { newLead, stored } from './contract.ts';
import { failingVersion, nextVersion } from './migrations.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leadchat-migrations-'));
  file = join(folder, 'leads.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const migrateTo = async (version: typeof migrations) => {
  const database = createSqliteDatabase(await openDatabase(file));
  try {
    return await migrate(database, version);
  } finally {
    await database.close();
  }
};

describe('the schema on SQLite', () => {
  it('gets the next version in place, once, with every lead', async () => {
    const store = await openSqliteStore(file, { minFreeBytes: 0 });
    const leads = [await stored(store), await stored(store, { held: 'honeypot' })];
    await store.close();
    expect(await migrateTo(nextVersion)).toBe(true);
    expect(await migrateTo(nextVersion)).toBe(false);
    const db = new DatabaseSync(file);
    expect(db.prepare('SELECT lead, score FROM leads ORDER BY seq').all()).toEqual([
      { lead: leads[0], score: 0 },
      { lead: leads[1], score: 7 },
    ]);
    db.close();
  });

  it('is migrated by one of several processes that start at once', async () => {
    expect((await Promise.all([1, 2, 3, 4].map(() => migrateTo(nextVersion)))).sort()).toEqual([
      ...[false, false, false],
      true,
    ]);
  });

  it('stays as it was when a migration fails', async () => {
    const store = await openSqliteStore(file, { minFreeBytes: 0 });
    await stored(store);
    await store.close();
    await expect(migrateTo(failingVersion)).rejects.toMatchObject({ name: 'StoreError' });
    expect(await migrateTo(migrations)).toBe(false);
    const again = await openSqliteStore(file, { minFreeBytes: 0 });
    expect((await again.accept(newLead())).outcome).toBe('stored');
    await again.close();
  });

  it('is refused if a newer leadchat has changed it', async () => {
    await migrateTo(nextVersion);
    await expect(openSqliteStore(file, { minFreeBytes: 0 })).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringContaining(`schema version ${nextVersion.length}`),
    });
  });
});
