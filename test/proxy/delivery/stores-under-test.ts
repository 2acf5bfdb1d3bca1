import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { startPostgres } from '../../support/postgres.ts';

/** Where a suite opens its stores, each with a database of its own. */
export type StoresUnderTest = { open(): Promise<LeadStore>; stop(): Promise<void> };

export async function sqliteStores(): Promise<StoresUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-delivery-'));
  let count = 0;
  return {
    open: () => openSqliteStore(join(folder, `${++count}.db`), { minFreeBytes: 0 }),
    stop: () => rm(folder, { recursive: true }),
  };
}

export async function postgresStores(): Promise<StoresUnderTest> {
  const postgres = await startPostgres();
  return { open: async () => openPostgresStore(await postgres.createDatabase()), stop: () => postgres.stop() };
}
