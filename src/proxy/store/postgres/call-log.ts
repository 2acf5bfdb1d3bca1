import type {
  CallCap,
  CallChange,
  CallDecision,
  CallKeys,
  CallLog,
  CallPlan,
  CallRequested,
  LeadCall,
  PlannedCallDecision,
} from '../call-log.ts';
import type { NewLead } from '../lead-intake.ts';
import { callColumns, leadColumns, readCallRow, readLeadRow } from '../lead-row.ts';
import { callStep, decideHeldCall, heldReason, plannedCallObstacle, stateOf } from '../steps.ts';
import type { StoredLead } from '../stored-lead.ts';
import { findFullCap, findReachedCap, lockCallCaps } from './call-caps.ts';
import type { PostgresContext } from './context.ts';
import type { Queryable } from './database.ts';

// Every new row of `calls` is written by `insertCall`, and every new state of a row by `changeCall`.

/** Inside a transaction: adds the call-back of a new lead, a refused one with its reason. */
export async function addCallWithLead(
  context: PostgresContext,
  tx: Queryable,
  id: string,
  lead: string,
  { phone, callback, held }: NewLead,
): Promise<LeadCall | undefined> {
  if (callback === undefined) return undefined;
  if ('refused' in callback) {
    const { refused, requestedAt } = callback;
    const plan = { agent: '', ip: '', country: '', requestedAt, expiresAt: requestedAt, caps: [] };
    await insertCall(context, tx, id, lead, phone, plan, refused);
    return { outcome: 'refused', id, reason: refused };
  }
  const requested = held === undefined ? await addCall(context, tx, id, lead, phone, callback) : undefined;
  if (requested?.outcome === 'accepted') return { outcome: 'accepted', id };
  const reason = requested?.outcome === 'over-limit' ? requested.cap : heldReason;
  await insertCall(context, tx, id, lead, phone, callback, reason);
  return { outcome: requested === undefined ? 'refused' : 'over-limit', id, reason };
}

/** Inside a transaction: changes the row of a call. */
export async function changeCall(
  { now, webhooks }: PostgresContext,
  tx: Queryable,
  id: string,
  change: CallChange,
): Promise<void> {
  const { state, reason, serviceCall, transfers, checkedAt, expiresAt } = change;
  await tx.query(
    `UPDATE leadchat.calls SET reason = CASE WHEN $2::text IS NULL THEN reason ELSE $3 END,
       state = coalesce($2, state), service_call = coalesce($4, service_call), transfers = coalesce($5, transfers),
       checked_at = coalesce($6, checked_at), expires_at = coalesce($7, expires_at) WHERE call = $1`,
    [id, state, reason, serviceCall, transfers, checkedAt, expiresAt],
  );
  await webhooks.callChanged(tx, id, now());
}

/** Inside a transaction: decides again about the call-back of a held lead; undefined for any other call. */
export async function reconsiderCall(
  context: PostgresContext,
  tx: Queryable,
  id: string,
  now: number,
  caps: readonly CallCap[],
): Promise<CallDecision | undefined> {
  const { rows } = await tx.query(
    `SELECT phone, ip, country, expires_at FROM leadchat.calls WHERE call = $1 AND state = 'refused' AND reason = $2`,
    [id, heldReason],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  await lockCallCaps(tx);
  const reached = await findReachedCap(tx, keysOf(row), caps, now);
  const decision = decideHeldCall(Number(row.expires_at), now, reached?.cap);
  await changeCall(context, tx, id, decision);
  return decision;
}

export function createCallLog(context: PostgresContext): CallLog {
  const { database, notify, newId } = context;
  return {
    requestCall(lead, plan) {
      return database.transaction(async (tx): Promise<CallRequested> => {
        const stored = await lockLead(tx, lead);
        if (stored === undefined || stored.state === 'held' || stored.phone === '') return { outcome: 'no-lead' };
        const planned = await findPlan(tx, lead, plan.plannedAt);
        if (planned !== undefined) return { outcome: 'accepted', call: planned };
        const requested = await addCall(context, tx, newId(), lead, stored.phone, plan);
        if (requested.outcome !== 'accepted') return requested;
        if (plan.plannedAt === undefined) await addStep(tx, stored, requested.call, plan.requestedAt);
        await notify(tx);
        return requested;
      });
    },
    async dueCalls(now, limit) {
      const due = await database.query(
        `SELECT ${callColumns} FROM leadchat.calls WHERE state = 'planned' AND planned_at <= $1
         ORDER BY planned_at LIMIT $2`,
        [now, limit],
      );
      const next = await database.query(
        `SELECT min(planned_at) AS at FROM leadchat.calls WHERE state = 'planned' AND planned_at > $1`,
        [now],
      );
      const at = next.rows[0]?.at;
      return { calls: due.rows.map(readCallRow), ...(typeof at === 'number' && { nextAt: at }) };
    },
    startCall(call, decision) {
      return database.transaction(async (tx) => {
        const lead = await lockLeadOf(tx, call);
        const decided = await endPlan(context, tx, call, lead, decision);
        if (decided !== undefined && lead !== undefined && lead.state !== 'held') {
          await addStep(tx, lead, call, decision.requestedAt, decided);
        }
        if (decided?.state === 'waiting') await notify(tx);
        return decided;
      });
    },
    cancelCall(call) {
      return database.transaction(async (tx) => {
        await lockLeadOf(tx, call);
        const planned = await lockPlannedCall(tx, call);
        if (planned === undefined) return false;
        await changeCall(context, tx, call, { state: 'cancelled' });
        return true;
      });
    },
    async findCall(call) {
      const { rows } = await database.query(`SELECT ${callColumns} FROM leadchat.calls WHERE call = $1`, [call]);
      return rows[0] === undefined ? undefined : readCallRow(rows[0]);
    },
    noteCall(call, change) {
      return database.transaction(async (tx) => {
        await lockLeadOf(tx, call);
        await changeCall(context, tx, call, change);
      });
    },
  };
}

/** Checks the caps and adds the row. */
async function addCall(
  context: PostgresContext,
  tx: Queryable,
  id: string,
  lead: string,
  phone: string,
  plan: CallPlan,
): Promise<CallRequested> {
  const { caps, requestedAt, plannedAt } = plan;
  const keys = keysOf({ phone, ...plan });
  await lockCallCaps(tx);
  // Only the caps per IP limit planning itself: the others concern the time when the phone rings.
  const limits = plannedAt === undefined ? caps : caps.filter(({ per }) => per === 'ip');
  const reached = await findReachedCap(tx, keys, limits, requestedAt);
  if (reached !== undefined) return { outcome: 'over-limit', ...reached };
  const full = plannedAt === undefined ? undefined : await findFullCap(tx, keys, caps, plannedAt);
  if (full !== undefined) return { outcome: 'slot-full', cap: full };
  await insertCall(context, tx, id, lead, phone, plan);
  return { outcome: 'accepted', call: id };
}

async function insertCall(
  { webhooks }: PostgresContext,
  tx: Queryable,
  id: string,
  lead: string,
  phone: string,
  plan: CallPlan,
  refused?: string,
): Promise<void> {
  const { ip, country, agent, from, requestData, requestedAt, plannedAt, expiresAt } = plan;
  const accepted = plannedAt === undefined ? 'waiting' : 'planned';
  const state = refused === undefined ? accepted : 'refused';
  const columns = [id, lead, phone, ip, country, agent, from ?? null, toJson(requestData)];
  await tx.query(
    `INSERT INTO leadchat.calls
       (call, lead, phone, ip, country, agent, caller, request_data, state, reason, requested_at, planned_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [...columns, state, refused ?? null, requestedAt, plannedAt ?? null, expiresAt],
  );
  await webhooks.callChanged(tx, id, requestedAt);
}

/** Ends the plan of a call; undefined when it is not planned. */
async function endPlan(
  context: PostgresContext,
  tx: Queryable,
  id: string,
  lead: StoredLead | undefined,
  decision: PlannedCallDecision,
): Promise<CallDecision | undefined> {
  const row = await lockPlannedCall(tx, id);
  if (row === undefined) return undefined;
  const decided =
    plannedCallObstacle(Number(row.expires_at), decision.requestedAt, lead) ??
    ('refused' in decision
      ? { state: 'refused', reason: decision.refused }
      : await placeCall(tx, id, keysOf(row), decision));
  await changeCall(context, tx, id, decided);
  return decided;
}

/** Hands a planned call to delivery with the plan of now, if the caps allow it. */
async function placeCall(tx: Queryable, id: string, keys: CallKeys, plan: CallPlan): Promise<CallDecision> {
  await lockCallCaps(tx);
  const reached = await findReachedCap(tx, keys, plan.caps, plan.requestedAt, id);
  if (reached !== undefined) return { state: 'refused', reason: reached.cap };
  await tx.query(
    'UPDATE leadchat.calls SET agent = $2, caller = $3, request_data = $4, requested_at = $5 WHERE call = $1',
    [id, plan.agent, plan.from ?? null, toJson(plan.requestData), plan.requestedAt],
  );
  return { state: 'waiting' };
}

async function lockLead(tx: Queryable, lead: string): Promise<StoredLead | undefined> {
  const { rows } = await tx.query(`SELECT ${leadColumns} FROM leadchat.leads WHERE lead = $1 FOR UPDATE`, [lead]);
  return rows[0] === undefined ? undefined : readLeadRow(rows[0]);
}

/** The lead of a call. It is locked before the call: two transactions that lock in different orders could deadlock. */
async function lockLeadOf(tx: Queryable, call: string): Promise<StoredLead | undefined> {
  const { rows } = await tx.query('SELECT lead FROM leadchat.calls WHERE call = $1', [call]);
  return lockLead(tx, String(rows[0]?.lead));
}

async function lockPlannedCall(tx: Queryable, call: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await tx.query(
    `SELECT phone, ip, country, expires_at FROM leadchat.calls WHERE call = $1 AND state = 'planned' FOR UPDATE`,
    [call],
  );
  return rows[0];
}

async function findPlan(tx: Queryable, lead: string, plannedAt: number | undefined): Promise<string | undefined> {
  if (plannedAt === undefined) return undefined;
  const { rows } = await tx.query(
    `SELECT call FROM leadchat.calls WHERE lead = $1 AND planned_at = $2 AND state = 'planned'`,
    [lead, plannedAt],
  );
  return rows[0] === undefined ? undefined : String(rows[0].call);
}

/** Adds a call to the steps of its lead. */
async function addStep(
  tx: Queryable,
  lead: StoredLead,
  call: string,
  now: number,
  decision?: CallDecision,
): Promise<void> {
  const steps = [...lead.steps, callStep(call, decision)];
  await tx.query(
    `UPDATE leadchat.leads SET steps = $1, state = $2, ended_at = CASE $2 WHEN 'pending' THEN NULL ELSE ended_at END,
       next_at = CASE WHEN $2 = 'pending' AND state <> 'pending' THEN $3 ELSE next_at END WHERE lead = $4`,
    [JSON.stringify(steps), stateOf(steps), now, lead.id],
  );
}

function keysOf({ phone, ip, country }: Record<keyof Omit<CallKeys, 'site'>, unknown>): CallKeys {
  return { phone: String(phone), ip: String(ip), country: String(country), site: '' };
}

function toJson(data: Record<string, unknown> | undefined): string | null {
  return data === undefined ? null : JSON.stringify(data);
}
