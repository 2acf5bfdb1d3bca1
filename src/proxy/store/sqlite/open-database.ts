import { accessSync, chmodSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { databaseDisk } from './database-disk.ts';
import { foldText, urlPath } from './dialect.ts';
import { sqliteError } from './sqlite-error.ts';

/**
 * Opens the file with WAL and synchronous FULL: a commit that returned survives a power failure. The settings are read
 * back and compared, since SQLite ignores some of them silently.
 */
export async function openDatabase(file: string, mustExist = false): Promise<DatabaseSync> {
  let db: DatabaseSync | undefined;
  try {
    if (mustExist) assertStore(file);
    // SQLite would create a file that everybody can read. It gives -wal and -shm the mode of this file.
    closeSync(openSync(file, 'a', 0o600));
    for (const path of filesOf(file)) chmodSync(path, 0o600);
    db = new DatabaseSync(file, { timeout: 5_000 });
    await turnOnWal(db);
    db.exec('PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON;');
    // Keeps most pages of the indexes of 100,000 waiting leads in memory: a new lead touches each at a random place.
    db.exec('PRAGMA cache_size = -16000');
    // Copies the log into the file after 16 MB instead of 4: a page that many commits change is then copied once.
    db.exec('PRAGMA wal_autocheckpoint = 4000');
    assertPragmas(db);
    addFunctions(db);
    return db;
  } catch (error) {
    db?.close();
    throw openingError(file, error);
  }
}

/** Opens an existing store to read it beside the connection that writes. */
export function openReadOnlyDatabase(file: string): DatabaseSync {
  try {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    addFunctions(db);
    return db;
  } catch (error) {
    throw openingError(file, error);
  }
}

function addFunctions(db: DatabaseSync): void {
  db.function('fold_text', { deterministic: true }, foldText);
  db.function('url_path', { deterministic: true }, urlPath);
}

/** A missing file or another application's database must not become an empty store. */
function assertStore(file: string): void {
  if (existsSync(file)) {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    try {
      if (db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'leads'`).get() !== undefined) return;
    } finally {
      db.close();
    }
  }
  const state = existsSync(file) ? 'is no store of leadchat' : 'does not exist';
  throw new StoreError({ code: 'no-store', message: `[store] the database ${resolve(file)} ${state}.` });
}

const notWritable = "this process's user may not write the file and its folder; chown gives it both";

/** What needs a change of the path or its permissions, by the code of the file system. */
const fileReasons: Record<string, string> = {
  ENOENT: 'its folder does not exist; create it',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder; name a file in it',
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: 'its disk is mounted read-only',
  ENAMETOOLONG: 'its name is too long',
};

/** The same by the result code of SQLite: SQLITE_READONLY, SQLITE_NOTADB. */
const resultReasons: Record<number, string> = {
  8: notWritable,
  26: 'it is another file than a database of SQLite',
};

/** SQLITE_CANTOPEN, whatever the cause: also when the process has no file descriptor left. */
const cannotOpen = 14;
/** SQLITE_IOERR, as where the log does not fit on a full disk, and SQLITE_FULL. */
const fullCodes = [10, 13];
/** Less than SQLite needs to open a database. */
const minOpenBytes = 1_000_000;

export function openingError(file: string, error: unknown): StoreError {
  const name = JSON.stringify(resolve(file));
  if (error instanceof Error && 'syscall' in error) {
    const lasting = 'code' in error ? fileReasons[String(error.code)] : undefined;
    return new StoreError({
      code: 'unavailable',
      message: `[store] the database file ${name} cannot be opened: ${lasting ?? error.message}.`,
      ...(lasting === undefined && { retryAfterMs: 5_000 }),
      cause: error,
    });
  }
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  if (code === cannotOpen) {
    const refusal = refusalOf(file);
    return refusal === undefined ? sqliteError(error) : openingError(file, refusal);
  }
  if (code !== undefined && fullCodes.includes(code) && databaseDisk(file).freeBytes() < minOpenBytes) {
    const message = `[store] the database file ${name} cannot be opened: its disk is full; make room.`;
    return new StoreError({ code: 'unavailable', message, retryAfterMs: 5_000, cause: error });
  }
  const reason = code === undefined ? undefined : resultReasons[code];
  if (reason === undefined) return sqliteError(error);
  const message = `[store] the database file ${name} cannot be opened: ${reason}.`;
  return new StoreError({ code: 'unavailable', message, cause: error });
}

/** What the file system says to a user who may not write there. */
function refusalOf(file: string): Error | undefined {
  try {
    accessSync(dirname(file), constants.W_OK | constants.X_OK);
    for (const path of filesOf(file)) accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : undefined;
  }
}

/** Those that exist. */
function filesOf(file: string): string[] {
  return [file, `${file}-wal`, `${file}-shm`].filter((path) => existsSync(path));
}

/** If several processes switch to WAL at once, some get "busy" without waiting for the time-out. */
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
