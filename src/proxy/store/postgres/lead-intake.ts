import { randomBytes } from 'node:crypto';
import { callStates, leadStates, proxySession } from '../../../protocol/index.ts';
import type { CapacityGuard } from '../capacity-guard.ts';
import type { Acceptance, LeadIntake, NewLead } from '../lead-intake.ts';
import { leadColumns, newLeadColumns, newLeadValues, readLeadRow } from '../lead-row.ts';
import { hashBody, hashKey } from '../request-hash.ts';
import { readCounts } from '../state-counts.ts';
import { callStep, decisionOf, firstSteps } from '../steps.ts';
import { isStoreError, StoreError } from '../store-error.ts';
import type { Step } from '../stored-lead.ts';
import { createBatcher } from './batch.ts';
import { addCallWithLead } from './call-writer.ts';
import type { PostgresContext } from './context.ts';
import type { Queryable } from './database.ts';

const maxAttempts = 3;

type Row = { id: string; lead: NewLead; steps: Step[]; columns: (string | number | null)[] };

/** The types of `newLeadColumns`. */
const columnTypes = [...Array.from({ length: 10 }, () => 'text'), 'float8', 'float8', 'text', 'text'];
const unnested = columnTypes.map((type, index) => `$${index + 1}::${type}[]`).join(', ');

export function createLeadIntake(context: PostgresContext, capacity: CapacityGuard): Omit<LeadIntake, 'close'> {
  const { database, notify, now, newId, webhooks } = context;

  /**
   * Two proxies that get the same leads at once, in different orders, wait for each other's keys until Postgres ends one of
   * them. The leads are not sorted by key instead, because those of one phone keep their order.
   */
  const store = async (rows: readonly Row[]) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await storeOnce(rows);
      } catch (error) {
        if (attempt === maxAttempts || !isDeadlock(error)) throw error;
      }
    }
  };

  const storeOnce = (rows: readonly Row[]) =>
    database.transaction(async (tx) => {
      const stored = await insert(tx, rows);
      const known = await readKeys(
        tx,
        rows.filter(({ id }) => !stored.has(id)),
      );
      const storedLeads = rows.filter(({ id }) => stored.has(id));
      await webhooks.leadsAccepted(
        tx,
        storedLeads.map(({ id, lead: { held, acceptedAt } }) => ({ id, held, acceptedAt })),
      );
      const accepted: Acceptance[] = [];
      for (const row of rows) {
        accepted.push(stored.has(row.id) ? await withCall(context, tx, row, newId()) : repetition(row.lead, known));
      }
      if (storedLeads.some(({ lead }) => lead.held === undefined)) await notify(tx);
      return accepted.map((acceptance) => () => acceptance);
    });

  const storeAlone = async (row: Row): Promise<() => Acceptance> => {
    try {
      const [result] = await store([row]);
      if (result !== undefined) return result;
      throw new StoreError({ code: 'unavailable', message: '[store] a lead was not stored.' });
    } catch (error) {
      return () => {
        throw error;
      };
    }
  };

  const accept = createBatcher<Row, Acceptance>(
    async (rows) => {
      try {
        return await store(rows);
      } catch (error) {
        // One bad row aborts the transaction of all. Then each row gets its own transaction, and only the bad one
        // fails.
        if (rows.length === 1 || !isStoreError(error) || error.code !== 'row-refused') throw error;
        const alone: (() => Acceptance)[] = [];
        for (const row of rows) alone.push(await storeAlone(row));
        return alone;
      }
    },
    { maxBatch: 200, parallel: 2 },
  );

  return {
    async accept(lead) {
      capacity.ensure();
      return accept(rowOf(lead, newId()));
    },
    async findRequest({ key, bodyHash }) {
      const { rows } = await database.query('SELECT lead, body_hash FROM leadchat.leads WHERE key = $1', [
        hashKey(key),
      ]);
      const [row] = rows;
      if (row === undefined) return undefined;
      return { lead: String(row.lead), hasSameBody: row.body_hash === hashBody(key, bodyHash) };
    },
    async secret() {
      const { rows } = await database.query(
        // The update changes nothing, but returns the row that was stored first.
        `INSERT INTO leadchat.secrets (name, value) VALUES ('lead-token', $1)
         ON CONFLICT (name) DO UPDATE SET value = leadchat.secrets.value RETURNING value`,
        [randomBytes(32).toString('hex')],
      );
      return String(rows[0]?.value);
    },
    async keepSession(lead, session) {
      const { rows } = await database.query(
        'UPDATE leadchat.leads SET session = coalesce(session, $2) WHERE lead = $1 RETURNING session',
        [lead, JSON.stringify(session)],
      );
      const text = rows[0]?.session;
      return typeof text === 'string' ? proxySession.parse(JSON.parse(text)) : session;
    },
    async find(lead) {
      const { rows } = await database.query(`SELECT ${leadColumns} FROM leadchat.leads WHERE lead = $1`, [lead]);
      return rows[0] === undefined ? undefined : readLeadRow(rows[0]);
    },
    async check() {
      capacity.ensure();
      await database.query(
        `INSERT INTO leadchat.health (id, checked_at) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`,
        [now()],
      );
    },
    space: async () => capacity.space(),
    async counts() {
      const { rows } = await database.query('SELECT state, count(*)::float8 AS n FROM leadchat.leads GROUP BY state');
      return readCounts(leadStates, rows);
    },
    async oldestPendingAt() {
      const { rows } = await database.query(
        "SELECT accepted_at FROM leadchat.leads WHERE state = 'pending' ORDER BY seq LIMIT 1",
      );
      return rows[0] === undefined ? undefined : Number(rows[0].accepted_at);
    },
    async callCounts() {
      const { rows } = await database.query('SELECT state, count(*)::float8 AS n FROM leadchat.calls GROUP BY state');
      return readCounts(callStates, rows);
    },
  };
}

function isDeadlock(error: unknown): boolean {
  const cause = isStoreError(error) ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === '40P01';
}

function rowOf(lead: NewLead, id: string): Row {
  const steps = firstSteps(lead);
  try {
    return { id, lead, steps, columns: newLeadValues(id, lead, steps) };
  } catch (cause) {
    throw new StoreError({
      code: 'row-refused',
      message: '[store] a row contains a value that the database cannot store.',
      cause,
    });
  }
}

/** The IDs of the inserted rows. The keys of the others already exist. */
async function insert(tx: Queryable, rows: readonly Row[]): Promise<Set<unknown>> {
  const columns = columnTypes.map((_, index) => rows.map((row) => row.columns[index] ?? null));
  const { rows: inserted } = await tx.query(
    `INSERT INTO leadchat.leads (${newLeadColumns}) SELECT * FROM unnest(${unnested})
     ON CONFLICT (key) DO NOTHING RETURNING lead`,
    columns,
  );
  return new Set(inserted.map(({ lead }) => lead));
}

type KnownKeys = Map<unknown, { lead: string; bodyHash: unknown }>;

async function readKeys(tx: Queryable, rows: readonly Row[]): Promise<KnownKeys> {
  if (rows.length === 0) return new Map();
  const keys = rows.map(({ lead }) => hashKey(lead.key));
  const { rows: found } = await tx.query('SELECT key, lead, body_hash FROM leadchat.leads WHERE key = ANY($1)', [keys]);
  return new Map(found.map(({ key, lead, body_hash }) => [key, { lead: String(lead), bodyHash: body_hash }]));
}

function repetition(lead: NewLead, keys: KnownKeys): Acceptance {
  const known = keys.get(hashKey(lead.key));
  return known?.bodyHash === hashBody(lead.key, lead.bodyHash)
    ? { outcome: 'repeated', lead: known.lead }
    : { outcome: 'key-reused' };
}

async function withCall(
  context: PostgresContext,
  tx: Queryable,
  { id, lead, steps }: Row,
  callId: string,
): Promise<Acceptance> {
  const call = await addCallWithLead(context, tx, callId, id, lead);
  if (call === undefined) return { outcome: 'stored', lead: id };
  const withStep = JSON.stringify([...steps, callStep(call.id, decisionOf(call))]);
  await tx.query('UPDATE leadchat.leads SET steps = $1 WHERE lead = $2', [withStep, id]);
  return { outcome: 'stored', lead: id, call };
}
