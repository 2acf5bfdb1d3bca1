import { randomBytes } from 'node:crypto';
import type { ProxySession } from '../../../protocol/proxy/responses.ts';
import type { CallPlan } from '../../domain/call.ts';
import { newCall, reasonOfHeldCall } from '../../domain/call-transitions.ts';
import { acceptedEvents, callEvents } from '../../domain/events.ts';
import { blockedReason } from '../../domain/lead.ts';
import type { CapacityGuard, DiskSpace } from '../capacity-guard.ts';
import { hashBody, hashKey, type NewLead, newLeadColumns, newLeadValues, readSession } from '../lead-row.ts';
import type { Sql, SqlScalar, Transaction } from '../sql.ts';
import type { StoreContext } from '../store-context.ts';
import { StoreError } from '../store-error.ts';
import { timeOrderedId } from '../time-ordered-id.ts';
import { createBatcher } from './batch.ts';
import type { BlockLookup } from './block-list.ts';
import type { CallDecisions } from './call-decisions.ts';
import type { LeadWriter } from './lead-writer.ts';

/** A request that was stored earlier under the same key. */
export type StoredRequest = { lead: string; hasSameBody: boolean };

/** The call-back of an accepted lead. A refused one is stored too, with its reason. */
export type LeadCall =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'over-limit' | 'refused'; id: string; reason: string };

export type Acceptance =
  /** `call` only if a call-back was requested. `isBlocked`: the number is on the block list, so the lead is held. */
  | { outcome: 'stored'; lead: string; call?: LeadCall; isBlocked?: boolean }
  | { outcome: 'repeated'; lead: string }
  | { outcome: 'key-reused' };

type IntakeDeps = {
  capacity: CapacityGuard;
  leads: LeadWriter;
  decisions: CallDecisions;
  blocks: BlockLookup;
};

type NewRow = { id: string; lead: NewLead; values: SqlScalar[] };

type KnownKeys = ReadonlyMap<unknown, { lead: unknown; bodyHash: unknown }>;

type Inserted = { isStored(row: NewRow): boolean; known: KnownKeys };

/** The part of the store that `POST /leads` and `/readyz` use. Every method rejects only with a StoreError. */
export function createLeadIntake(
  { database, notify, now }: StoreContext,
  { capacity, leads, decisions, blocks }: IntakeDeps,
) {
  const { dialect } = database;
  // In the order in which they came, because that is the order of the leads of a phone.
  const insert = dialect.insertRows('leads', newLeadColumns, 'ON CONFLICT (key) DO NOTHING');

  /** Which of these leads are new, and which leads the keys of the others belong to. */
  const findRepeated = async (sql: Sql, rows: readonly NewRow[]): Promise<Inserted> => {
    const keys = rows.map(({ lead }) => hashKey(lead.key));
    const found = await sql.all(`SELECT key, lead, body_hash FROM leads WHERE ${dialect.isIn('key', '$1')}`, [keys]);
    const known = new Map(found.map(({ key, lead, body_hash }) => [key, { lead, bodyHash: body_hash }]));
    const stored = new Set(found.map(({ lead }) => lead));
    return { isStored: ({ id }) => stored.has(id), known };
  };

  const insertAll = async (sql: Sql, rows: readonly NewRow[]): Promise<Inserted> => {
    const { count } = await sql.each(
      insert,
      rows.map(({ values }) => values),
    );
    return count === rows.length ? { isStored: () => true, known: new Map() } : findRepeated(sql, rows);
  };

  const addCall = async (tx: Transaction, row: NewRow): Promise<Acceptance> => {
    const { id, lead } = row;
    const { callback, phone, held } = lead;
    if (callback === undefined) return stored(row);
    const isRefused = 'refused' in callback;
    const plan = isRefused ? refusedPlan(callback.requestedAt) : callback;
    const refusal = isRefused || held !== undefined ? undefined : await decisions.refuse(tx, phone, plan);
    const known = isRefused ? callback.refused : held && reasonOfHeldCall(held);
    // No hour is full for a call that is not planned.
    const reason = refusal !== undefined && 'cap' in refusal ? refusal.cap : known;
    const call = newCall({ id: timeOrderedId(), lead: id, phone }, plan, reason);
    await leads.addCall(tx, call, plan);
    await leads.report(
      tx,
      callEvents(call).map((facts) => ({ lead: id, facts, now: plan.requestedAt })),
    );
    const outcome = refusal === undefined ? 'refused' : 'over-limit';
    const added: LeadCall =
      reason === undefined ? { outcome: 'accepted', id: call.id } : { outcome, id: call.id, reason };
    return { ...stored(row), call: added };
  };

  /** Leads of blocked numbers are held, whatever else they are. */
  const holdBlocked = async (rows: readonly NewRow[]): Promise<readonly NewRow[]> => {
    const blocked = await blocks.among(
      database,
      rows.map(({ lead }) => lead.phone),
    );
    return blocked.size === 0
      ? rows
      : rows.map((row) => (blocked.has(row.lead.phone) ? rowOf({ ...row.lead, held: blockedReason }, row.id) : row));
  };

  const stored = ({ id, lead }: NewRow): Extract<Acceptance, { outcome: 'stored' }> => ({
    outcome: 'stored',
    lead: id,
    ...(lead.held === blockedReason && { isBlocked: true }),
  });

  const store = async (arrived: readonly NewRow[]): Promise<Acceptance[]> => {
    const rows = await holdBlocked(arrived);
    const hasCalls = rows.some(({ lead }) => lead.callback !== undefined);
    if (!hasCalls && !(await leads.hasReceivers(database))) {
      // A statement that stands alone needs no transaction.
      const { isStored, known } = await insertAll(database, rows);
      return rows.map((row) => (isStored(row) ? stored(row) : repetition(row.lead, known)));
    }
    return database.transaction(async (tx) => {
      const { isStored, known } = await insertAll(tx, rows);
      const accepted = rows
        .filter(isStored)
        .flatMap(({ id, lead: { held, acceptedAt } }) =>
          acceptedEvents(held).map((facts) => ({ lead: id, facts, now: acceptedAt })),
        );
      await leads.report(tx, accepted);
      const acceptances: Acceptance[] = [];
      for (const row of rows) acceptances.push(isStored(row) ? await addCall(tx, row) : repetition(row.lead, known));
      return acceptances;
    });
  };

  const accept = createBatcher(store, dialect.batch);

  return {
    /**
     * Resolves only after the commit is durable. Leads that arrive together share one commit, but a bad one fails alone.
     */
    async accept(lead: NewLead): Promise<Acceptance> {
      await capacity.ensure();
      const acceptance = await accept(rowOf(lead, timeOrderedId()));
      if (acceptance.outcome === 'stored') notify();
      return acceptance;
    },
    /** The lead that was stored under an Idempotency-Key, and whether it was stored with this body. */
    async findRequest({ key, bodyHash }: Pick<NewLead, 'key' | 'bodyHash'>): Promise<StoredRequest | undefined> {
      const row = await database.get('SELECT lead, body_hash FROM leads WHERE key = $1', [hashKey(key)]);
      if (row === undefined) return undefined;
      return { lead: String(row.lead), hasSameBody: row.body_hash === hashBody(key, bodyHash) };
    },
    /** A random secret that all proxies of this store share. The first call creates it. */
    async secret(): Promise<string> {
      const { rows } = await database.run(
        // The update changes nothing, but returns the row that was stored first.
        `INSERT INTO secrets (name, value) VALUES ('lead-token', $1)
         ON CONFLICT (name) DO UPDATE SET value = secrets.value RETURNING value`,
        [randomBytes(32).toString('hex')],
      );
      return String(rows[0]?.value);
    },
    /** Stores the session of a 202 response, unless the lead already has one. Resolves with the stored one. */
    async keepSession(lead: string, session: ProxySession): Promise<ProxySession> {
      const { rows } = await database.run(
        'UPDATE leads SET session = coalesce(session, $2) WHERE lead = $1 RETURNING session',
        [lead, JSON.stringify(session)],
      );
      const stored = rows[0] && readSession(rows[0]);
      return stored === undefined ? session : stored;
    },
    /** Rejects with the reason if no lead can be accepted now: no room, or the store cannot be written. */
    async check(): Promise<void> {
      await capacity.ensure();
      await database.run(
        `INSERT INTO health (id, checked_at) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`,
        [now()],
      );
    },
    /** Free space on the disk of the database. Undefined if the database is on another machine. */
    space: async (): Promise<DiskSpace | undefined> => capacity.space(),
  };
}

function rowOf(lead: NewLead, id: string): NewRow {
  try {
    return { id, lead, values: newLeadValues(id, lead) };
  } catch (cause) {
    throw new StoreError({
      code: 'row-refused',
      message: '[store] a row contains a value that the database cannot store.',
      cause,
    });
  }
}

function repetition(lead: NewLead, keys: KnownKeys): Acceptance {
  const known = keys.get(hashKey(lead.key));
  return known?.bodyHash === hashBody(lead.key, lead.bodyHash)
    ? { outcome: 'repeated', lead: String(known.lead) }
    : { outcome: 'key-reused' };
}

/** The plan of a call-back that was refused before anything was planned. */
function refusedPlan(requestedAt: number): CallPlan {
  return { agent: '', ip: '', country: '', requestedAt, expiresAt: requestedAt, caps: [] };
}
