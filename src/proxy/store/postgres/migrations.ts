import { StoreError } from '../store-error.ts';
import type { Database } from './database.ts';

/**
 * Each migration is applied once, in order. Times are milliseconds as double precision, which is exact for every date
 * and becomes a number in JavaScript; bigint would become text. JSON is text, as in SQLite, because it is only read as
 * a whole.
 */
const migrations = [
  `
  CREATE TABLE leadchat.leads (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    lead text NOT NULL UNIQUE,
    key text NOT NULL UNIQUE,
    body_hash text NOT NULL,
    form text NOT NULL,
    phone text NOT NULL,
    record text NOT NULL,
    plan text NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'delivered', 'unknown', 'held', 'dead')),
    held text,
    steps text NOT NULL,
    service_lead text,
    session text,
    accepted_at double precision NOT NULL CHECK (accepted_at < 1e15),
    next_at double precision NOT NULL CHECK (next_at < 1e15),
    ended_at double precision,
    owner text
  );
  CREATE INDEX leads_due ON leadchat.leads (next_at, seq) WHERE state = 'pending';
  CREATE INDEX leads_phone ON leadchat.leads (phone, seq);
  CREATE INDEX leads_state ON leadchat.leads (state, seq);
  CREATE INDEX leads_accepted ON leadchat.leads (accepted_at);
  CREATE INDEX leads_owner ON leadchat.leads (owner) WHERE owner IS NOT NULL;
  CREATE INDEX leads_ended ON leadchat.leads (ended_at) WHERE ended_at IS NOT NULL;

  CREATE TABLE leadchat.calls (
    call text PRIMARY KEY,
    lead text NOT NULL,
    phone text NOT NULL,
    ip text NOT NULL,
    country text NOT NULL,
    agent text NOT NULL,
    caller text,
    request_data text,
    state text NOT NULL,
    requested_at double precision NOT NULL,
    expires_at double precision NOT NULL,
    service_call text,
    transfers integer NOT NULL DEFAULT 0,
    checked_at double precision
  );
  CREATE INDEX calls_phone ON leadchat.calls (phone, requested_at);
  CREATE INDEX calls_ip ON leadchat.calls (ip, requested_at);
  CREATE INDEX calls_country ON leadchat.calls (country, requested_at);
  CREATE INDEX calls_requested ON leadchat.calls (requested_at);
  CREATE INDEX calls_lead ON leadchat.calls (lead);

  CREATE TABLE leadchat.enrolments (
    phone text NOT NULL,
    journey text NOT NULL,
    lead text NOT NULL,
    at double precision NOT NULL,
    PRIMARY KEY (phone, journey)
  );

  CREATE TABLE leadchat.health (id integer PRIMARY KEY, checked_at double precision NOT NULL);
  `,
  `
  ALTER TABLE leadchat.leads ADD COLUMN request_id text;
  ALTER TABLE leadchat.calls ADD COLUMN reason text;
  `,
  `
  ALTER TABLE leadchat.leads ADD COLUMN token_hash text;
  CREATE TABLE leadchat.secrets (name text PRIMARY KEY, value text NOT NULL);
  `,
  `
  ALTER TABLE leadchat.calls ADD COLUMN planned_at double precision;
  CREATE INDEX calls_planned ON leadchat.calls (planned_at) WHERE state = 'planned';
  `,
  `
  CREATE TABLE leadchat.webhooks (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    webhook text NOT NULL UNIQUE,
    receiver text NOT NULL,
    lead text NOT NULL,
    type text NOT NULL,
    facts text NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    created_at double precision NOT NULL,
    next_at double precision NOT NULL,
    ended_at double precision,
    answer text,
    owner text
  );
  CREATE INDEX webhooks_due ON leadchat.webhooks (receiver, next_at, seq) WHERE state = 'pending';
  CREATE INDEX webhooks_lead ON leadchat.webhooks (lead, receiver, seq);
  CREATE INDEX webhooks_state ON leadchat.webhooks (state, seq);
  ALTER TABLE leadchat.leads ADD COLUMN reported text;
  ALTER TABLE leadchat.calls ADD COLUMN reported text;
  `,
  // For the sweep: the leads that are due, without those that were scrubbed already and those that stay. An erasure of the
  // previous build could leave rows without a lead, which its sweep deleted.
  `
  DROP INDEX leadchat.leads_ended;
  CREATE INDEX leads_ended ON leadchat.leads (state, ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX leads_unscrubbed ON leadchat.leads (ended_at, seq) WHERE state = 'delivered' AND phone <> '';
  CREATE INDEX leads_held ON leadchat.leads (accepted_at) WHERE state = 'held';
  DELETE FROM leadchat.calls AS c WHERE NOT EXISTS (SELECT 1 FROM leadchat.leads AS l WHERE l.lead = c.lead);
  DELETE FROM leadchat.enrolments AS e WHERE NOT EXISTS (SELECT 1 FROM leadchat.leads AS l WHERE l.lead = e.lead);
  DELETE FROM leadchat.webhooks AS w WHERE NOT EXISTS (SELECT 1 FROM leadchat.leads AS l WHERE l.lead = w.lead);
  `,
  // A text that is no JSON must not fail a query over all rows. `json` is a keyword since Postgres 16.
  `
  CREATE FUNCTION leadchat.read_json(source text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN RETURN source::jsonb; EXCEPTION WHEN data_exception THEN RETURN NULL; END $$;
  `,
  // One row: the service that the leads are delivered to.
  'CREATE TABLE leadchat.owner (id integer PRIMARY KEY CHECK (id = 1), service text NOT NULL)',
  // Leads can be closed.
  `
  ALTER TABLE leadchat.leads ADD COLUMN closed text;
  ALTER TABLE leadchat.leads DROP CONSTRAINT leads_state_check;
  DROP INDEX leadchat.leads_unscrubbed;
  CREATE INDEX leads_unscrubbed ON leadchat.leads (ended_at, seq)
    WHERE state IN ('delivered', 'closed') AND phone <> '';
  `,
  // Hashes as of request-hash.ts. During a rolling upgrade, proxies of the previous build still write a key as it is, which
  // the trigger hashes. `phone_hash` is that of a scrubbed lead's phone.
  `
  CREATE FUNCTION leadchat.hash_text(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(sha256(convert_to($1, 'UTF8')), 'hex') $$;
  UPDATE leadchat.leads SET body_hash = leadchat.hash_text(key || ' ' || body_hash), key = leadchat.hash_text(key);
  CREATE FUNCTION leadchat.hash_key() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.body_hash = leadchat.hash_text(NEW.key || ' ' || NEW.body_hash);
      NEW.key = leadchat.hash_text(NEW.key);
      RETURN NEW;
    END $$;
  CREATE TRIGGER hash_key BEFORE INSERT ON leadchat.leads FOR EACH ROW WHEN (length(NEW.key) = 36)
    EXECUTE FUNCTION leadchat.hash_key();
  ALTER TABLE leadchat.leads ADD COLUMN phone_hash text;
  CREATE INDEX leads_phone_hash ON leadchat.leads (phone_hash) WHERE phone_hash IS NOT NULL;
  CREATE INDEX calls_state ON leadchat.calls (state, requested_at);
  `,
  // Erasures by command that no proxy has logged yet.
  'CREATE TABLE leadchat.erasures (at bigint NOT NULL, leads integer NOT NULL)',
  // The number of attempts when the webhook was last pulled forward.
  'ALTER TABLE leadchat.webhooks ADD COLUMN pulled integer',
  // Which fields operators have corrected.
  'ALTER TABLE leadchat.leads ADD COLUMN corrections text',
];

/** Keys of the advisory locks: arbitrary numbers. */
export const locks = { migrate: 7_215_001, claim: 7_215_002, calls: 7_215_003 };

/** Brings the database up to date. When several proxies start at once, one migrates and the others wait. */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [locks.migrate]);
    await tx.query('CREATE SCHEMA IF NOT EXISTS leadchat');
    await tx.query('CREATE TABLE IF NOT EXISTS leadchat.version (version integer NOT NULL)');
    const { rows } = await tx.query('SELECT version FROM leadchat.version');
    const version = Number(rows[0]?.version ?? 0);
    if (version > migrations.length) {
      throw new StoreError({
        code: 'unavailable',
        message: `[store] the database has schema version ${version}, but this leadchat knows only ${migrations.length}: use a newer leadchat.`,
      });
    }
    for (const sql of migrations.slice(version)) await tx.query(sql);
    await tx.query('DELETE FROM leadchat.version');
    await tx.query('INSERT INTO leadchat.version (version) VALUES ($1)', [migrations.length]);
  });
}
