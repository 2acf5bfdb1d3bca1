import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { sqliteError } from './sqlite-error.ts';

type Write = { run(): Promise<() => void>; fail(error: StoreError): void };

/** Keeps the time of one commit short. */
const maxBatch = 500;

/**
 * Group commit. A durable commit costs an fsync, whether it holds one row or a hundred, and node:sqlite blocks the thread
 * meanwhile. So the writes that arrive until the event loop has read every socket once share one transaction, one after
 * the other. When one of them fails, the batch is rolled back and repeated with a savepoint for each, so a bad write fails
 * alone.
 */
export function createWriteQueue(db: DatabaseSync, beginSql: string) {
  let waiting: Write[] = [];
  let isScheduled = false;
  let isClosed = false;
  let flushing: Promise<void> | undefined;
  const begin = db.prepare(beginSql);
  const commit = db.prepare('COMMIT');
  const savepoint = db.prepare('SAVEPOINT write');
  const release = db.prepare('RELEASE write');
  const undo = db.prepare('ROLLBACK TO write');

  const commitBatch = async (batch: readonly Write[]) => {
    let settle: (() => void)[];
    try {
      begin.run();
      settle = (await runTogether(batch)) ?? (await runEachAlone(batch));
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
  const runTogether = async (batch: readonly Write[]): Promise<(() => void)[] | undefined> => {
    try {
      const settle: (() => void)[] = [];
      for (const write of batch) settle.push(await write.run());
      return settle;
    } catch {
      // Running each write alone shows which one fails, and why.
      abandon();
      return undefined;
    }
  };

  const runEachAlone = async (batch: readonly Write[]): Promise<(() => void)[]> => {
    begin.run();
    const settle: (() => void)[] = [];
    for (const write of batch) settle.push(await runAlone(write));
    return settle;
  };

  const runAlone = async (write: Write): Promise<() => void> => {
    savepoint.run();
    try {
      const done = await write.run();
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

  const flush = async () => {
    isScheduled = false;
    const batch = waiting.slice(0, maxBatch);
    waiting = waiting.slice(maxBatch);
    flushing = commitBatch(batch);
    await flushing;
    flushing = undefined;
    if (waiting.length > 0) schedule();
  };

  const schedule = () => {
    if (isScheduled || flushing !== undefined) return;
    isScheduled = true;
    setImmediate(flush);
  };

  return {
    /** Resolves when no transaction is open: another statement would see what is not committed. */
    idle: () => flushing,
    /** Runs `work` in a transaction that it may share with others. Resolves only after the commit. */
    write<T>(work: () => Promise<T>): Promise<T> {
      if (isClosed) return Promise.reject(closedError());
      return new Promise((resolve, reject) => {
        waiting.push({
          async run() {
            const result = await work();
            return () => resolve(result);
          },
          fail: reject,
        });
        schedule();
      });
    },
    /** Commits the waiting writes. Later ones are refused. */
    async close(): Promise<void> {
      isClosed = true;
      await flushing;
      while (waiting.length > 0) await flush();
    },
  };
}

function closedError(): StoreError {
  return new StoreError({ code: 'unavailable', message: '[store] the store is closed.', retryAfterMs: 5_000 });
}
