import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Changed, Database, Row, SqlValue, Transaction } from '../sql.ts';
import { sqliteDialect } from './dialect.ts';
import { sqliteError } from './sqlite-error.ts';
import { createWriteQueue } from './write-queue.ts';

/** Until the log is tried to be emptied again. */
const emptyAgainMs = 1_000;

/**
 * `node:sqlite` behind the store's SQL port. It answers at once, so a transaction runs in one turn of the event loop.
 * `isReadOnly`: the connection cannot write, and takes no lock that makes a writer wait.
 */
export function createSqliteDatabase(db: DatabaseSync, { isReadOnly = false } = {}): SqliteDatabase {
  const statements = new Map<string, Statement>();
  const prepare = (text: string): Statement => {
    const known = statements.get(text);
    if (known !== undefined) return known;
    // `$1` would be the name of a parameter; `?1` is its position.
    const prepared = db.prepare(text.replaceAll(/\$(\d+)/g, '?$1'));
    const statement = { prepared, isReturning: /\bRETURNING\b/.test(text) };
    statements.set(text, statement);
    return statement;
  };
  const connection: Transaction = {
    async all(text, values = []) {
      return prepare(text).prepared.all(...values.map(bound));
    },
    async get(text, values = []) {
      return prepare(text).prepared.get(...values.map(bound));
    },
    async run(text, values = []) {
      return change(prepare(text), values);
    },
    async each(text, rows) {
      const statement = prepare(text);
      const changes = rows.map((values) => change(statement, values));
      return {
        rows: changes.flatMap((changed) => changed.rows),
        count: changes.reduce((sum, { count }) => sum + count, 0),
      };
    },
    async script(text) {
      db.exec(text);
    },
    async lock() {},
  };

  const log = createLogEmptier(db);
  const queue = createWriteQueue(db, isReadOnly ? 'BEGIN' : 'BEGIN IMMEDIATE');
  const write = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => queue.write(() => work(connection));
  const read = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      while (queue.idle() !== undefined) await queue.idle();
      return await work();
    } catch (error) {
      throw sqliteError(error);
    }
  };
  return {
    dialect: sqliteDialect,
    all: (text, values) => read(() => connection.all(text, values)),
    get: (text, values) => read(() => connection.get(text, values)),
    run: (text, values) => write((tx) => tx.run(text, values)),
    each: (text, rows) => write((tx) => tx.each(text, rows)),
    transaction: write,
    snapshot: write,
    emptyLog: log.empty,
    async close() {
      await queue.close();
      log.stop();
      if (db.isOpen) db.close();
    },
  };
}

export type SqliteDatabase = Database & {
  /** See `StoreContext.emptyLog`. */
  emptyLog(): Promise<boolean>;
  /** Commits the waiting writes, and closes the file. */
  close(): Promise<void>;
};

type Statement = { prepared: StatementSync; isReturning: boolean };

function change({ prepared, isReturning }: Statement, values: readonly SqlValue[]): Changed {
  const parameters = values.map(bound);
  if (!isReturning) return { rows: [], count: Number(prepared.run(...parameters).changes) };
  const rows: Row[] = prepared.all(...parameters);
  return { rows, count: rows.length };
}

function bound(value: SqlValue): SQLInputValue {
  if (value === undefined) return null;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/**
 * Empties the write-ahead log after personal data was deleted: secure_delete overwrites the pages in the file, but the log
 * still holds them. Nobody else can read or write meanwhile, so it does not wait for a connection that does; it tries
 * again later.
 */
function createLogEmptier(db: DatabaseSync) {
  let timer: NodeJS.Timeout | undefined;
  const isEmptied = () => {
    db.exec('PRAGMA busy_timeout = 0');
    try {
      // A busy database is a result, not an error.
      return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
    } finally {
      db.exec('PRAGMA busy_timeout = 5000');
    }
  };
  const tryNow = (): boolean => {
    clearTimeout(timer);
    timer = undefined;
    if (!db.isOpen) return false;
    const isDone = isEmptied();
    if (!isDone) timer = setTimeout(retry, emptyAgainMs).unref();
    return isDone;
  };
  const retry = () => {
    try {
      tryNow();
    } catch {
      // The disk may be full. The next sweep or erasure tries again.
    }
  };
  return {
    /** Whether the log is empty now. */
    async empty(): Promise<boolean> {
      try {
        return tryNow();
      } catch (error) {
        throw sqliteError(error);
      }
    },
    stop: () => clearTimeout(timer),
  };
}
