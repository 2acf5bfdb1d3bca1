import { PgBoss } from 'pg-boss';
import type { Queryable } from './database.ts';

const queue = 'leads';

export type LeadJob = { lead: string; at: number };

export type JobQueue = {
  /** Writes a job for each lead in the transaction that writes the lead. */
  add(tx: Queryable, jobs: readonly LeadJob[]): Promise<void>;
  /** Calls back whenever a job is due, in one of the proxies that listen. */
  listen(listener: () => void): () => void;
  close(): Promise<void>;
};

/**
 * pg-boss as the queue: a lead and its job are one transaction, jobs are spread over the proxies, wake them by NOTIFY
 * and carry the times of retries. A job says "this lead is due" and no more; what was done and may be done is told by
 * the lead's row. The row has to decide for two reasons: a job that outlives its worker is run again, which for an
 * enrolment would be once too often, and a job that waits for its retry would hold up or let pass the next lead of the
 * same phone, whichever policy the queue has.
 */
export async function openJobQueue(url: string): Promise<JobQueue> {
  const boss = new PgBoss({ connectionString: url, schema: 'leadchat_jobs', max: 3, useListenNotify: true });
  // It says so when the database is away, and goes on by itself when it is back.
  boss.on('error', () => {});
  boss.on('warning', () => {});
  await boss.start();
  await boss.createQueue(queue, {
    notify: true,
    retryLimit: 2,
    expireInSeconds: 30,
    deleteAfterSeconds: 600,
    retentionSeconds: 31 * 86_400,
  });
  const listeners = new Set<() => void>();
  let worker: Promise<unknown> | undefined;

  const start = () =>
    boss.work(queue, { batchSize: 100, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 }, async () => {
      for (const listener of listeners) listener();
    });

  return {
    async add(tx, jobs) {
      const db = { executeSql: (sql: string, values?: unknown[]) => tx.query(sql, values) };
      const rows = jobs.map(({ lead, at }) => ({ data: { lead }, startAfter: new Date(at) }));
      await boss.insert(queue, rows, { db });
    },
    listen(listener) {
      listeners.add(listener);
      // A proxy that only takes leads in leaves the jobs to those that deliver.
      worker ??= start();
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      await worker;
      await boss.stop({ graceful: false });
    },
  };
}
