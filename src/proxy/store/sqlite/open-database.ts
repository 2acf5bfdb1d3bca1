import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { migrate } from './migrations.ts';
import { sqliteError } from './sqlite-error.ts';

/**
 * Opens the file for leads that must not get lost: WAL with synchronous FULL, so that a commit that returned survives
 * the loss of power. Nothing is taken on trust: what the database answers is compared.
 */
export async function openDatabase(file: string): Promise<DatabaseSync> {
  let db: DatabaseSync | undefined;
  try {
    // Created by us first: SQLite would create it readable for everybody, and gives -wal and -shm the mode of the file.
    closeSync(openSync(file, 'a', 0o600));
    for (const one of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(one)) chmodSync(one, 0o600);
    db = new DatabaseSync(file, { timeout: 5_000 });
    await turnOnWal(db);
    db.exec('PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON;');
    // The indexes of 100,000 waiting leads stay in memory: a new lead touches each at a random place.
    db.exec('PRAGMA cache_size = -32000');
    assertPragmas(db);
    migrate(db);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof Error && 'syscall' in error) {
      const message = `[store] the database file ${JSON.stringify(file)} cannot be opened: ${error.message}.`;
      throw new StoreError({ code: 'unavailable', message, cause: error });
    }
    throw sqliteError(error);
  }
}

/** Of several processes that switch to WAL at once, some are told "busy" without the time-out being waited for. */
async function turnOnWal(db: DatabaseSync): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (attempt === 100 || sqliteError(error).code !== 'unavailable' || !isBusy(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

const wanted = { journal_mode: 'wal', synchronous: 2, busy_timeout: 5000, secure_delete: 1 };

function assertPragmas(db: DatabaseSync): void {
  for (const [name, value] of Object.entries(wanted)) {
    const found = Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    if (found === value) continue;
    throw new StoreError({
      code: 'not-durable',
      message: `[store] SQLite runs with ${name} = ${found} instead of ${value}, so accepted leads could get lost: put the database on a local disk.`,
    });
  }
}
