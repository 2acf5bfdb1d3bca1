import type { LeadState } from '../../../protocol/index.ts';
import { proxySession } from '../../../protocol/index.ts';
import type { Acceptance, LeadIntake, NewLead } from '../lead-intake.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import { callStep, firstSteps } from '../steps.ts';
import { isStoreError, StoreError } from '../store-error.ts';
import type { Step } from '../stored-lead.ts';
import { createBatcher } from './batch.ts';
import { addCall } from './call-log.ts';
import type { PostgresContext, Queryable } from './database.ts';

type Row = { id: string; lead: NewLead; steps: Step[]; columns: (string | number | null)[] };

const columnNames =
  'lead, key, body_hash, form, phone, record, plan, state, held, steps, accepted_at, next_at, request_id';
const columnTypes = [...Array.from({ length: 10 }, () => 'text'), 'float8', 'float8', 'text'];
const unnested = columnTypes.map((type, index) => `$${index + 1}::${type}[]`).join(', ');

export function createLeadIntake(context: PostgresContext, ensureCapacity: () => void): Omit<LeadIntake, 'close'> {
  const { database, notify, now, newId } = context;

  const store = (rows: readonly Row[]) =>
    database.transaction(async (tx) => {
      const stored = await insert(tx, rows);
      const known = await readKeys(
        tx,
        rows.filter(({ id }) => !stored.has(id)),
      );
      const accepted: Acceptance[] = [];
      for (const row of rows) {
        accepted.push(stored.has(row.id) ? await withCall(tx, row, newId()) : repetition(row.lead, known));
      }
      if (rows.some(({ id, lead }) => stored.has(id) && lead.held === undefined)) await notify(tx);
      return accepted.map((one) => () => one);
    });

  const storeAlone = async (row: Row): Promise<() => Acceptance> => {
    try {
      const [read] = await store([row]);
      if (read !== undefined) return read;
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
        // One bad row ends the transaction of all; then each gets its own, and the bad one fails alone.
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
      ensureCapacity();
      return accept(rowOf(lead, newId()));
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
      await database.query(
        `INSERT INTO leadchat.health (id, checked_at) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`,
        [now()],
      );
    },
    async counts() {
      const { rows } = await database.query('SELECT state, count(*)::float8 AS n FROM leadchat.leads GROUP BY state');
      const counts: Record<LeadState, number> = { pending: 0, delivered: 0, unknown: 0, held: 0, dead: 0 };
      return Object.assign(counts, Object.fromEntries(rows.map(({ state, n }) => [state, n])));
    },
  };
}

function rowOf(lead: NewLead, id: string): Row {
  const steps = firstSteps(lead);
  const state = lead.held === undefined ? 'pending' : 'held';
  try {
    const json = [JSON.stringify(lead.record), JSON.stringify(lead.plan)];
    const rest = [
      state,
      lead.held ?? null,
      JSON.stringify(steps),
      lead.acceptedAt,
      lead.acceptedAt,
      lead.requestId ?? null,
    ];
    return { id, lead, steps, columns: [id, lead.key, lead.bodyHash, lead.form, lead.phone, ...json, ...rest] };
  } catch (cause) {
    throw new StoreError({ code: 'row-refused', message: '[store] a row cannot be written as it is.', cause });
  }
}

/** The ids of those that were inserted; the others' keys are there already. */
async function insert(tx: Queryable, rows: readonly Row[]): Promise<Set<unknown>> {
  const columns = columnTypes.map((_, index) => rows.map((row) => row.columns[index] ?? null));
  const { rows: inserted } = await tx.query(
    `INSERT INTO leadchat.leads (${columnNames}) SELECT * FROM unnest(${unnested})
     ON CONFLICT (key) DO NOTHING RETURNING lead`,
    columns,
  );
  return new Set(inserted.map(({ lead }) => lead));
}

type KnownKeys = Map<unknown, { lead: string; bodyHash: unknown }>;

async function readKeys(tx: Queryable, rows: readonly Row[]): Promise<KnownKeys> {
  if (rows.length === 0) return new Map();
  const keys = rows.map(({ lead }) => lead.key);
  const { rows: found } = await tx.query('SELECT key, lead, body_hash FROM leadchat.leads WHERE key = ANY($1)', [keys]);
  return new Map(found.map((one) => [one.key, { lead: String(one.lead), bodyHash: one.body_hash }]));
}

function repetition(lead: NewLead, keys: KnownKeys): Acceptance {
  const known = keys.get(lead.key);
  return known?.bodyHash === lead.bodyHash ? { outcome: 'repeated', lead: known.lead } : { outcome: 'key-reused' };
}

async function withCall(tx: Queryable, { id, lead, steps }: Row, callId: string): Promise<Acceptance> {
  if (lead.callback === undefined) return { outcome: 'stored', lead: id };
  // Nobody is rung for a lead that is held back.
  if (lead.held !== undefined) return { outcome: 'stored', lead: id, call: { outcome: 'no-lead' } };
  const call = await addCall(tx, callId, id, lead.phone, lead.callback);
  if (call.outcome === 'accepted') {
    const all = JSON.stringify([...steps, callStep(call.call)]);
    await tx.query('UPDATE leadchat.leads SET steps = $1 WHERE lead = $2', [all, id]);
  }
  return { outcome: 'stored', lead: id, call };
}
