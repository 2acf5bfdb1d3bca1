import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { sqliteError } from './sqlite-error.ts';

export type WriteQueue = {
  /** Runs `work` in a transaction that it may share with others. Resolves only after the commit. */
  write<T>(work: () => T): Promise<T>;
  /** Commits the waiting writes. Later ones are refused. */
  close(): void;
};

type Write = { run(): () => void; fail(error: StoreError): void };

/** Keeps the time of one commit short. */
const maxBatch = 500;

/**
 * Group commit. A durable commit costs an fsync, whether it holds one row or a hundred, and node:sqlite blocks the thread
 * meanwhile. So the writes that arrive until the event loop has read every socket once share one transaction. When one of
 * them fails, the batch is rolled back and repeated with a savepoint for each, so a bad write fails alone.
 */
export function createWriteQueue(db: DatabaseSync): WriteQueue {
  let waiting: Write[] = [];
  let scheduled = false;
  let closed = false;
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const savepoint = db.prepare('SAVEPOINT write');
  const release = db.prepare('RELEASE write');
  const undo = db.prepare('ROLLBACK TO write');

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
      for (const write of batch) write.fail(failure);
      return;
    }
    for (const done of settle) done();
  };

  /** Undefined if a write failed, which rolls back the whole batch. */
  const runTogether = (batch: readonly Write[]): (() => void)[] | undefined => {
    try {
      return batch.map((write) => write.run());
    } catch {
      // Running each write alone shows which one fails, and why.
      abandon();
      return undefined;
    }
  };

  const runEachAlone = (batch: readonly Write[]): (() => void)[] => {
    begin.run();
    return batch.map(runAlone);
  };

  const runAlone = (write: Write): (() => void) => {
    savepoint.run();
    try {
      const done = write.run();
      release.run();
      return done;
    } catch (error) {
      // A full disk or a corrupt file rolls back the whole transaction, so nothing of the batch is written.
      if (!db.isTransaction) throw error;
      undo.run();
      release.run();
      const failure = sqliteError(error);
      if (failure.code === 'unavailable') throw error;
      return () => write.fail(failure);
    }
  };

  const abandon = () => {
    try {
      if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
    } catch {
      // The database is unusable, so the next write fails too.
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
