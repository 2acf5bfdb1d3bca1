import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';

/** Each is applied once, in order; `PRAGMA user_version` counts them. Released migrations never change. */
export const migrations = [
  `
  CREATE TABLE leads (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    lead TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL UNIQUE,
    body_hash TEXT NOT NULL,
    form TEXT NOT NULL,
    phone TEXT NOT NULL,
    record TEXT NOT NULL,
    plan TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'unknown', 'held', 'dead')),
    held TEXT,
    steps TEXT NOT NULL,
    service_lead TEXT,
    session TEXT,
    accepted_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    ended_at INTEGER,
    owner TEXT
  ) STRICT;
  CREATE INDEX leads_due ON leads (next_at) WHERE state = 'pending';
  CREATE INDEX leads_phone ON leads (phone, seq);
  CREATE INDEX leads_state ON leads (state, seq);
  CREATE INDEX leads_accepted ON leads (accepted_at);
  CREATE INDEX leads_owner ON leads (owner) WHERE owner IS NOT NULL;
  CREATE INDEX leads_ended ON leads (ended_at) WHERE ended_at IS NOT NULL;

  CREATE TABLE calls (
    call TEXT PRIMARY KEY,
    lead TEXT NOT NULL,
    phone TEXT NOT NULL,
    ip TEXT NOT NULL,
    country TEXT NOT NULL,
    agent TEXT NOT NULL,
    caller TEXT,
    request_data TEXT,
    state TEXT NOT NULL,
    requested_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    service_call TEXT,
    transfers INTEGER NOT NULL DEFAULT 0,
    checked_at INTEGER
  ) STRICT;
  CREATE INDEX calls_phone ON calls (phone, requested_at);
  CREATE INDEX calls_ip ON calls (ip, requested_at);
  CREATE INDEX calls_country ON calls (country, requested_at);
  CREATE INDEX calls_requested ON calls (requested_at);
  CREATE INDEX calls_lead ON calls (lead);

  CREATE TABLE enrolments (
    phone TEXT NOT NULL,
    journey TEXT NOT NULL,
    lead TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (phone, journey)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE health (id INTEGER PRIMARY KEY, checked_at INTEGER NOT NULL) STRICT;
  `,
  `
  ALTER TABLE leads ADD COLUMN request_id TEXT;
  ALTER TABLE calls ADD COLUMN reason TEXT;
  `,
  `
  ALTER TABLE leads ADD COLUMN token_hash TEXT;
  CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  `,
  `
  ALTER TABLE calls ADD COLUMN planned_at INTEGER;
  CREATE INDEX calls_planned ON calls (planned_at) WHERE state = 'planned';
  `,
  `
  CREATE TABLE webhooks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook TEXT NOT NULL UNIQUE,
    receiver TEXT NOT NULL,
    lead TEXT NOT NULL,
    type TEXT NOT NULL,
    facts TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    ended_at INTEGER,
    answer TEXT,
    owner TEXT
  ) STRICT;
  CREATE INDEX webhooks_due ON webhooks (receiver, next_at, seq) WHERE state = 'pending';
  CREATE INDEX webhooks_lead ON webhooks (lead, receiver, seq);
  CREATE INDEX webhooks_state ON webhooks (state, seq);
  ALTER TABLE leads ADD COLUMN reported TEXT;
  ALTER TABLE calls ADD COLUMN reported TEXT;
  `,
  // For the sweep: the leads that are due, without those that were scrubbed already and those that stay.
  `
  DROP INDEX leads_ended;
  CREATE INDEX leads_ended ON leads (state, ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX leads_unscrubbed ON leads (ended_at) WHERE state = 'delivered' AND phone <> '';
  CREATE INDEX leads_held ON leads (accepted_at) WHERE state = 'held';
  `,
  'CREATE INDEX calls_state ON calls (state)',
  // One row: the service that the leads are delivered to.
  'CREATE TABLE owner (id INTEGER PRIMARY KEY CHECK (id = 1), service TEXT NOT NULL) STRICT',
  // Leads can be closed. SQLite removes a CHECK only together with its column.
  `
  ALTER TABLE leads ADD COLUMN closed TEXT;
  ALTER TABLE leads ADD COLUMN current_state TEXT NOT NULL DEFAULT 'pending';
  UPDATE leads SET current_state = state;
  DROP INDEX leads_due;
  DROP INDEX leads_state;
  DROP INDEX leads_ended;
  DROP INDEX leads_unscrubbed;
  DROP INDEX leads_held;
  ALTER TABLE leads DROP COLUMN state;
  ALTER TABLE leads RENAME COLUMN current_state TO state;
  CREATE INDEX leads_due ON leads (next_at) WHERE state = 'pending';
  CREATE INDEX leads_state ON leads (state, seq);
  CREATE INDEX leads_ended ON leads (state, ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX leads_unscrubbed ON leads (ended_at) WHERE state IN ('delivered', 'closed') AND phone <> '';
  CREATE INDEX leads_held ON leads (accepted_at) WHERE state = 'held';
  `,
  // Hashes as of request-hash.ts. `phone_hash` is that of a scrubbed lead's phone.
  `
  UPDATE leads SET body_hash = sha256(key || ' ' || body_hash), key = sha256(key);
  ALTER TABLE leads ADD COLUMN phone_hash TEXT;
  CREATE INDEX leads_phone_hash ON leads (phone_hash) WHERE phone_hash IS NOT NULL;
  `,
  // Erasures by command that no proxy has logged yet.
  'CREATE TABLE erasures (at INTEGER NOT NULL, leads INTEGER NOT NULL) STRICT',
  // The number of attempts when the webhook was last pulled forward.
  'ALTER TABLE webhooks ADD COLUMN pulled INTEGER',
  // Which fields operators have corrected.
  'ALTER TABLE leads ADD COLUMN corrections TEXT',
];

/**
 * Brings the database up to date. Several processes may start at once: each takes the write lock before it reads the
 * version, so one of them migrates.
 */
export function migrate(db: DatabaseSync): void {
  db.function('sha256', { deterministic: true }, (text) => hash('sha256', String(text)));
  let isMigrated = false;
  db.exec('BEGIN IMMEDIATE');
  try {
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
    if (version > migrations.length) {
      throw new StoreError({
        code: 'unavailable',
        message: `[store] the database has schema version ${version}, but this leadchat knows only ${migrations.length}: use a newer leadchat.`,
      });
    }
    for (const sql of migrations.slice(version)) db.exec(sql);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
    isMigrated = version < migrations.length;
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
  // What a migration removes must leave the write-ahead log, too.
  if (isMigrated) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
