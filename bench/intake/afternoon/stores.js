import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { makeWorkerUtils } from 'graphile-worker';
import { PgBoss } from 'pg-boss';

// Three ways to store a lead durably before the response: each returns `insert(key, lead)`, which returns its id.

/** A table, and a commit for each lead. */
export function createTable(file) {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec('CREATE TABLE leads (id TEXT PRIMARY KEY, key TEXT UNIQUE, lead TEXT, held TEXT, at INTEGER)');
  const insert = db.prepare(
    'INSERT INTO leads VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING id',
  );
  return (key, { held, ...lead }) => insert.get(randomUUID(), key, JSON.stringify(lead), held ?? null, Date.now()).id;
}

/** A job of graphile-worker. */
export async function createGraphileQueue(pool) {
  const utils = await makeWorkerUtils({ pgPool: pool });
  await utils.migrate();
  return async (key, lead) => {
    const { id } = await utils.addJob('deliver', lead, { jobKey: key, jobKeyMode: 'preserve_run_at' });
    return id;
  };
}

/** A job of pg-boss. */
export async function createPgBossQueue(connectionString) {
  const boss = new PgBoss({ connectionString, max: 10 });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue('deliver');
  return async (key, lead) => {
    await boss.send('deliver', lead, { id: key, retryLimit: 10, retryBackoff: true });
    return key;
  };
}
