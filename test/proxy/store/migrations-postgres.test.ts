import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { leadRows } from '../../../src/proxy/store/lead-row.ts';
import { createPostgresDatabase } from '../../../src/proxy/store/postgres/database.ts';
import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { migrate, migrations } from '../../../src/proxy/store/schema.ts';
import { query, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { at, stored } from './contract.ts';
import { failingVersion, nextVersion } from './migrations.ts';

let postgres: TestPostgres;
let url: string;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const migrateTo = async (version: typeof migrations) => {
  const database = createPostgresDatabase(url);
  try {
    return await migrate(database, version);
  } finally {
    await database.close();
  }
};

const open = async () => {
  const store = await openPostgresStore(url);
  onTestFinished(() => store.close());
  return store;
};

describe('the schema on Postgres', () => {
  it('gets the next version while proxies of this one store and deliver leads', async () => {
    url = await postgres.createDatabase();
    const stores = [await open(), await open()];
    const ids: string[] = [];
    let isMigrated = false;
    const work = async (store: Awaited<ReturnType<typeof open>>, owner: string) => {
      // At least one round after the migration.
      for (let isLast = false; !isLast; ) {
        isLast = isMigrated;
        ids.push(await stored(store), await stored(store, { held: 'honeypot' }));
        const { leads } = await store.claim({ owner, now: at, leaseMs: 15_000, limit: 10 });
        for (const { id, steps } of leads) {
          const done = steps.map((step) => ({ ...step, state: 'done' as const }));
          await store.checkpoint({ lead: id, owner, now: at, steps: done });
        }
        await store.list({ search: 'Ada' });
      }
    };
    const working = stores.map((store, index) => work(store, `owner ${index}`));
    const migrating = Promise.all([migrateTo(nextVersion), migrateTo(nextVersion)]).finally(() => {
      isMigrated = true;
    });
    expect((await migrating).sort()).toEqual([false, true]);
    await Promise.all(working);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query('SELECT lead FROM leadchat.leads WHERE score IN (0, 7)');
    expect(rows.map(({ lead }) => lead).sort()).toEqual(ids.sort());
    await expect(openPostgresStore(url)).rejects.toMatchObject({
      message: expect.stringContaining(`schema version ${nextVersion.length}`),
    });
  });

  it('has the types that the description of leads says', async () => {
    url = await postgres.createDatabase();
    await open();
    const columns = await query(
      url,
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_schema = 'leadchat' AND table_name = 'leads' AND column_name <> 'seq'`,
    );
    const names = z
      .array(z.object({ name: z.string() }))
      .parse(columns)
      .map(({ name }) => name);
    const types = Object.entries(leadRows.typesOf(names));
    expect(columns).toEqual(types.map(([name, type]) => ({ name, type: type === 'integer' ? 'bigint' : type })));
    expect(names).toEqual(expect.arrayContaining(leadRows.columns));
  });

  it('stays as it was when a migration fails', async () => {
    url = await postgres.createDatabase();
    const store = await open();
    await stored(store);
    await expect(migrateTo(failingVersion)).rejects.toMatchObject({ name: 'StoreError' });
    expect(await migrateTo(migrations)).toBe(false);
    expect((await store.counts()).pending).toBe(1);
  });
});
