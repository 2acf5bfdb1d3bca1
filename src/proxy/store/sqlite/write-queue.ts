import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { sqliteError } from './sqlite-error.ts';

export type WriteQueue = {
  /** Runs `work` in a transaction that it may share with others; settles only after the commit returned. */
  write<T>(work: () => T): Promise<T>;
  /** Commits what waits; later writes are refused. */
  close(): void;
};

type Write = { run(): () => void; fail(error: StoreError): void };

/** So that one commit never blocks the process for long. */
const maxBatch = 500;

/**
 * Group commit. A durable commit costs an fsync, whether it holds one row or a hundred, and node:sqlite waits for it on
 * the only thread: requests that came in meanwhile then all sit in the socket buffers. So writes are gathered until the
 * event loop has read every socket once, and share one transaction. Where one of them fails, the batch is undone and
 * done again with each in a savepoint, so that a bad one fails alone.
 */
export function createWriteQueue(db: DatabaseSync): WriteQueue {
  let waiting: Write[] = [];
  let scheduled = false;
  let closed = false;
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const savepoint = db.prepare('SAVEPOINT one');
  const release = db.prepare('RELEASE one');
  const undo = db.prepare('ROLLBACK TO one');

  const flush = () => {
    scheduled = false;
    const batch = waiting.slice(0, maxBatch);
    waiting = waiting.slice(maxBatch);
    if (waiting.length > 0) schedule();
    if (batch.length === 0) return;
    let settle: (() => void)[];
    try {
      begin.run();
      settle = runTogether(batch) ?? runEachAlone(batch);
      commit.run();
    } catch (error) {
      const failure = sqliteError(error);
      abandon();
      for (const one of batch) one.fail(failure);
      return;
    }
    for (const done of settle) done();
  };

  /** Undefined when one of them failed: nothing of the batch is written then. */
  const runTogether = (batch: readonly Write[]): (() => void)[] | undefined => {
    try {
      return batch.map((one) => one.run());
    } catch {
      // Who it was, and what it means, is found out one by one.
      abandon();
      return undefined;
    }
  };

  const runEachAlone = (batch: readonly Write[]): (() => void)[] => {
    begin.run();
    return batch.map(runAlone);
  };

  const runAlone = (one: Write): (() => void) => {
    savepoint.run();
    try {
      const done = one.run();
      release.run();
      return done;
    } catch (error) {
      // A full disk or a broken file ends the whole transaction; then nothing of the batch is kept.
      if (!db.isTransaction) throw error;
      undo.run();
      release.run();
      const failure = sqliteError(error);
      if (failure.code === 'unavailable') throw error;
      return () => one.fail(failure);
    }
  };

  const abandon = () => {
    try {
      if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
    } catch {
      // The database is beyond use; the next write says so again.
    }
  };

  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  };

  return {
    write(work) {
      if (closed) return Promise.reject(closedError());
      return new Promise((resolve, reject) => {
        waiting.push({
          run() {
            const result = work();
            return () => resolve(result);
          },
          fail: reject,
        });
        schedule();
      });
    },
    close() {
      closed = true;
      while (waiting.length > 0) flush();
    },
  };
}

function closedError(): StoreError {
  return new StoreError({ code: 'unavailable', message: '[store] the store is closed.', retryAfterMs: 5_000 });
}
