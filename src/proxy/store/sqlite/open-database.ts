import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { migrate } from './migrations.ts';
import { sqliteError } from './sqlite-error.ts';
import type { WebhookWriter } from './webhook-writer.ts';

/** What the modules of the store share. */
export type SqliteContext = {
  db: DatabaseSync;
  /** Group commit: resolves after the commit. */
  write<T>(work: () => T): Promise<T>;
  /** Notifies the subscribers that a lead or a webhook may be due. */
  notify(): void;
  now(): number;
  newId(): string;
  /** Reports changes of leads and calls, inside their transaction. */
  webhooks: WebhookWriter;
};

/**
 * Opens the file with WAL and synchronous FULL: a commit that returned survives a power failure. The settings are read
 * back and compared, since SQLite ignores some of them silently.
 */
export async function openDatabase(file: string): Promise<DatabaseSync> {
  let db: DatabaseSync | undefined;
  try {
    // SQLite would create the file readable for everybody, and gives -wal and -shm the mode of the file.
    closeSync(openSync(file, 'a', 0o600));
    for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, 0o600);
    db = new DatabaseSync(file, { timeout: 5_000 });
    await turnOnWal(db);
    db.exec('PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON;');
    // Keeps the indexes of 100,000 waiting leads in memory: a new lead touches each at a random place.
    db.exec('PRAGMA cache_size = -32000');
    // Copies the log into the file after 16 MB instead of 4: a page that many commits change is then copied once.
    db.exec('PRAGMA wal_autocheckpoint = 4000');
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

/** When several processes switch to WAL at once, some get "busy" without waiting for the time-out. */
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
