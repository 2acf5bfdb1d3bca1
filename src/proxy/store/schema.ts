import type { Database, SchemaDialect } from './sql.ts';
import { StoreError } from './store-error.ts';

/** Creates or changes tables. During a rolling upgrade, proxies of the previous version use them, too. */
export type Migration = (schema: SchemaDialect) => string;

/**
 * What a column means says the schema of its rows: `domain/lead.ts`, `domain/call.ts`, `webhook-rows.ts`, or its table's file in
 * `queries`. Without a property there: `owner` with `next_at`, see `queries/leases.ts`; `leads.key` and `body_hash`, `NewLead`;
 * `phone_hash`, `PhoneHasher`; `reported`: the state of which webhooks were written last; `calls.ip` and `country`, `CallPlan`.
 * `calls.attempts` and what follows: what delivery says about placing the call. `enrolments`: barriers (`domain/barriers.ts`), and
 * when they were set. `health`: written to see whether the store can be. `secrets`: keys that all proxies share.
 */
const tables: Migration = ({ sequence, integer, tableEnd, functions }) => `
  ${functions}
  CREATE TABLE leads (
    seq ${sequence},
    lead text NOT NULL UNIQUE,
    key text NOT NULL UNIQUE,
    body_hash text NOT NULL,
    form text NOT NULL,
    phone text NOT NULL,
    phone_hash text,
    record text NOT NULL,
    plan text NOT NULL,
    state text NOT NULL,
    held text,
    closed text,
    corrections text,
    steps text NOT NULL,
    service_lead text,
    session text,
    accepted_at ${integer} NOT NULL,
    next_at ${integer} NOT NULL,
    ended_at ${integer},
    owner text,
    reported text,
    request_id text,
    token_hash text
  )${tableEnd};
  CREATE INDEX leads_due ON leads (next_at, seq) WHERE state = 'pending';
  CREATE INDEX leads_phone ON leads (phone, seq);
  CREATE INDEX leads_phone_hash ON leads (phone_hash) WHERE phone_hash IS NOT NULL;
  CREATE INDEX leads_state ON leads (state, seq);
  CREATE INDEX leads_accepted ON leads (accepted_at);
  CREATE INDEX leads_owner ON leads (owner) WHERE owner IS NOT NULL;
  -- For the sweep: the leads that are due, without those that were scrubbed already and those that stay.
  CREATE INDEX leads_ended ON leads (state, ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX leads_unscrubbed ON leads (ended_at, seq) WHERE state IN ('delivered', 'closed') AND phone <> '';
  CREATE INDEX leads_held ON leads (accepted_at) WHERE state = 'held';

  CREATE TABLE calls (
    call text PRIMARY KEY,
    lead text NOT NULL,
    phone text NOT NULL,
    ip text NOT NULL,
    country text NOT NULL,
    agent text NOT NULL,
    caller text,
    request_data text,
    state text NOT NULL,
    reason text,
    requested_at ${integer} NOT NULL,
    planned_at ${integer},
    expires_at ${integer} NOT NULL,
    service_call text,
    transfers ${integer} NOT NULL DEFAULT 0,
    checked_at ${integer},
    attempts ${integer} NOT NULL DEFAULT 0,
    started_at ${integer},
    ended_at ${integer},
    retry_at ${integer},
    answer text,
    refusal text,
    outcome text
  )${tableEnd};
  CREATE INDEX calls_phone ON calls (phone, requested_at);
  CREATE INDEX calls_ip ON calls (ip, requested_at);
  CREATE INDEX calls_country ON calls (country, requested_at);
  CREATE INDEX calls_requested ON calls (requested_at);
  CREATE INDEX calls_lead ON calls (lead);
  CREATE INDEX calls_state ON calls (state, requested_at);
  CREATE INDEX calls_planned ON calls (planned_at) WHERE state = 'planned';

  CREATE TABLE enrolments (
    phone text NOT NULL,
    journey text NOT NULL,
    lead text NOT NULL,
    at ${integer} NOT NULL,
    PRIMARY KEY (phone, journey)
  )${tableEnd};

  -- \`pulled\`: the number of attempts when the webhook was last pulled forward.
  CREATE TABLE webhooks (
    seq ${sequence},
    webhook text NOT NULL UNIQUE,
    receiver text NOT NULL,
    lead text NOT NULL,
    type text NOT NULL,
    facts text NOT NULL,
    state text NOT NULL,
    attempts ${integer} NOT NULL DEFAULT 0,
    pulled ${integer},
    created_at ${integer} NOT NULL,
    next_at ${integer} NOT NULL,
    ended_at ${integer},
    answer text,
    owner text
  )${tableEnd};
  CREATE INDEX webhooks_due ON webhooks (receiver, next_at, seq) WHERE state = 'pending';
  CREATE INDEX webhooks_lead ON webhooks (lead, receiver, seq);
  CREATE INDEX webhooks_state ON webhooks (state, seq);

  -- Counters per hour, of all visitors together. \`value\`: a page's path, an experiment and its variant, or a field.
  CREATE TABLE funnel (
    hour ${integer} NOT NULL,
    form text NOT NULL,
    dimension text NOT NULL,
    value text NOT NULL,
    stage text NOT NULL,
    n ${integer} NOT NULL,
    PRIMARY KEY (hour, form, dimension, value, stage)
  )${tableEnd};

  CREATE TABLE health (id ${integer} PRIMARY KEY, checked_at ${integer} NOT NULL)${tableEnd};
  CREATE TABLE secrets (name text PRIMARY KEY, value text NOT NULL)${tableEnd};
  -- One row: the service that the leads are delivered to.
  CREATE TABLE owner (id ${integer} PRIMARY KEY CHECK (id = 1), service text NOT NULL)${tableEnd};
  -- What operators save in the dashboard: the newest version applies, and the others are its history.
  CREATE TABLE settings (
    version ${integer} PRIMARY KEY,
    at ${integer} NOT NULL,
    author text NOT NULL,
    restored ${integer},
    content text NOT NULL
  )${tableEnd};
  -- Erasures by command that no proxy has logged yet.
  CREATE TABLE erasures (at ${integer} NOT NULL, leads ${integer} NOT NULL)${tableEnd};
`;

/** The last change of the clock that was followed, in one row. */
const clockChanges: Migration = ({ integer, tableEnd }) => `
  CREATE TABLE clock_changes (
    id ${integer} PRIMARY KEY CHECK (id = 1),
    at ${integer} NOT NULL,
    back_ms ${integer} NOT NULL,
    proxies text NOT NULL,
    last_seq ${integer} NOT NULL
  )${tableEnd};
`;

/** What operators have done. `lead`: its id; nothing else of a visitor is in it. */
const auditTable: Migration = ({ sequence, integer, tableEnd }) => `
  CREATE TABLE audit (
    seq ${sequence},
    at ${integer} NOT NULL,
    author text NOT NULL,
    role text NOT NULL,
    action text NOT NULL,
    lead text
  )${tableEnd};
  CREATE INDEX audit_at ON audit (at);
  CREATE INDEX audit_lead ON audit (lead) WHERE lead IS NOT NULL;
`;

/** Numbers that must not be called. */
const blocks: Migration = ({ integer, tableEnd }) => `
  CREATE TABLE blocks (
    block text PRIMARY KEY,
    phone_hash text NOT NULL UNIQUE,
    at ${integer} NOT NULL,
    author text NOT NULL,
    reason text
  )${tableEnd};
`;

/** What has happened for the first time, and when. `detail`: such as the page that loaded the widget. */
const milestones: Migration = ({ integer, tableEnd }) => `
  CREATE TABLE milestones (
    name text PRIMARY KEY,
    at ${integer} NOT NULL,
    detail text
  )${tableEnd};
`;

/** What operators write about leads. */
const notes: Migration = ({ sequence, integer, tableEnd }) => `
  CREATE TABLE notes (
    seq ${sequence},
    lead text NOT NULL,
    at ${integer} NOT NULL,
    author text NOT NULL,
    content text NOT NULL
  )${tableEnd};
  CREATE INDEX notes_lead ON notes (lead);
`;

/** Who has ended a call by hand, when and why. */
const callEnds: Migration = () => 'ALTER TABLE calls ADD COLUMN ended text;';

/** How visitors found their chats. Those of a lead wait until it is delivered: the service gets them after it. */
const ratings: Migration = ({ integer, tableEnd }) => `
  CREATE TABLE ratings (
    rating_key text PRIMARY KEY,
    body_hash text NOT NULL,
    at ${integer} NOT NULL,
    form text NOT NULL,
    page text NOT NULL,
    rating ${integer} NOT NULL,
    comment text,
    lead text,
    state text NOT NULL
  )${tableEnd};
  CREATE INDEX ratings_at ON ratings (at);
  CREATE INDEX ratings_lead ON ratings (lead) WHERE lead IS NOT NULL;
  CREATE INDEX ratings_due ON ratings (at) WHERE state = 'pending';
`;

/** A call that an operator has planned outside the hours. */
const callsAtAnyHour: Migration = ({ integer }) => `ALTER TABLE calls ADD COLUMN any_hour ${integer};`;

/** Receivers of webhooks that operators have added. `sealed`: encrypted with a key that is not in the database. */
const savedReceivers: Migration = ({ integer, tableEnd }) => `
  CREATE TABLE saved_receivers (
    name text PRIMARY KEY,
    version ${integer} NOT NULL,
    at ${integer} NOT NULL,
    author text NOT NULL,
    format text NOT NULL,
    events text NOT NULL,
    states text,
    sealed text NOT NULL
  )${tableEnd};
`;

/** To what something was done that is no lead. */
const auditDetails: Migration = () => 'ALTER TABLE audit ADD COLUMN detail text;';

/** For searches without regard to accents. */
const foldedText: Migration = ({ foldFunction }) => foldFunction;

/** Since when a lead waits that was not pending all the time: its acceptance says nothing about that. */
const pendingAgain: Migration = ({ integer }) => `
  ALTER TABLE leads ADD COLUMN pending_since ${integer};
  CREATE INDEX leads_pending_again ON leads (pending_since) WHERE state = 'pending' AND pending_since IS NOT NULL;
`;

/** What a receiver is called since it was renamed. Its webhooks are stored under `name`, which stays. */
const receiverNames: Migration = () => 'ALTER TABLE saved_receivers ADD COLUMN shown_name text;';

/** The time by which data expires, which outlasts the start of a proxy. */
const retentionClock: Migration = ({ integer, tableEnd }) => `
  CREATE TABLE retention_time (
    id ${integer} PRIMARY KEY,
    at ${integer} NOT NULL,
    seen_at ${integer} NOT NULL,
    waited_ms ${integer} NOT NULL
  )${tableEnd};
`;

/** Each is applied once, in order. A released migration never changes. */
export const migrations: readonly Migration[] = [
  tables,
  clockChanges,
  blocks,
  auditTable,
  milestones,
  notes,
  callEnds,
  ratings,
  foldedText,
  callsAtAnyHour,
  savedReceivers,
  auditDetails,
  pendingAgain,
  receiverNames,
  retentionClock,
];

/**
 * Brings the database up to date. Several processes may start at once: the first one migrates, and the others wait.
 * Resolves with whether there was something to do.
 */
export async function migrate(database: Database, known: readonly Migration[] = migrations): Promise<boolean> {
  const { schema } = database.dialect;
  return database.transaction(async (tx) => {
    await tx.lock('migrate');
    await tx.script(schema.prepareVersion);
    const version = Number((await tx.get(schema.readVersion))?.version ?? 0);
    if (version > known.length) {
      throw new StoreError({
        code: 'unavailable',
        message: `[store] the database has schema version ${version}, but this leadchat knows only ${known.length}: use a newer leadchat, or restore the backup from before the upgrade.`,
      });
    }
    for (const migration of known.slice(version)) await tx.script(migration(schema));
    await tx.script(schema.writeVersion(known.length));
    return version < known.length;
  });
}
