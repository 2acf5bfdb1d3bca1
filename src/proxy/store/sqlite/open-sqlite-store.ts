import { resolve } from 'node:path';
import type { Disk } from '../capacity-guard.ts';
import { createStore, type LeadStore, type StoreDriver, type StoreOptions } from '../create-store.ts';
import { migrate } from '../schema.ts';
import { ownStore } from '../store-owner.ts';
import { databaseDisk } from './database-disk.ts';
import { openDatabase, openingError, openReadOnlyDatabase } from './open-database.ts';
import { createSqliteDatabase } from './sqlite-database.ts';

export type SqliteStoreOptions = StoreOptions & {
  /** Opens a second connection to an open store, which only reads. @default false */
  isReadOnly?: boolean;
  /** The disk of the database; for tests. */
  disk?: Disk;
};

/**
 * The embedded store: one file for the processes of one machine.
 *
 * @example
 * const store = await openSqliteStore('./leadchat.db');
 */
export async function openSqliteStore(file: string, options: SqliteStoreOptions = {}): Promise<LeadStore> {
  const { isReadOnly = false, mustExist, owner } = options;
  const db = isReadOnly ? openReadOnlyDatabase(file) : await openDatabase(file, mustExist);
  const { disk = databaseDisk(file) } = options;
  const database = createSqliteDatabase(db, { isReadOnly });
  try {
    // What a migration removes must leave the write-ahead log, too.
    if (!isReadOnly && (await migrate(database))) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    if (owner !== undefined && !isReadOnly) await ownStore(database, `the database ${resolve(file)}`, owner);
  } catch (error) {
    db.close();
    throw openingError(file, error);
  }
  const listeners = new Set<() => void>();
  const driver: StoreDriver = {
    database,
    dashboard: database,
    disk,
    emptyLog: database.emptyLog,
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await database.close();
      listeners.clear();
    },
  };
  return createStore(driver, options);
}
