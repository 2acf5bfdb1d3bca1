import type { DatabaseSync } from 'node:sqlite';
import { sqliteError } from './sqlite-error.ts';

const retryMs = 1_000;

/**
 * Empties the write-ahead log after personal data was deleted: secure_delete overwrites the pages in the file, but the log
 * still holds them. Nobody else can read or write meanwhile, so it does not wait for a connection that does; it tries
 * again later.
 */
export function createLogEmptier(db: DatabaseSync) {
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
    if (!isDone) timer = setTimeout(retry, retryMs).unref();
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
