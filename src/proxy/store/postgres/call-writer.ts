import type {
  CallChange,
  CallDecision,
  CallKeys,
  CallPlan,
  CallRequested,
  LeadCall,
  PlannedCallDecision,
  ReleasedCall,
} from '../call-log.ts';
import {
  callColumns,
  callKeys,
  capsOnRequest,
  newCallColumns,
  newCallValues,
  readCallRow,
  refusedPlan,
  requestDataJson,
} from '../call-row.ts';
import type { ReleaseRequest } from '../lead-admin.ts';
import type { NewLead } from '../lead-intake.ts';
import { decideHeldCall, heldCallSql, heldReason, plannedCallObstacle } from '../steps.ts';
import type { StoredLead } from '../stored-lead.ts';
import { findFullCap, findReachedCap, lockCallCaps } from './call-caps.ts';
import type { PostgresContext } from './context.ts';
import type { Queryable } from './database.ts';

// Every new row of `calls` is written by `insertCall`, and every new state of a row by `changeCall`.

/** Inside a transaction: adds the call-back of a new lead. A refused one is stored with its reason. */
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
    await insertCall(context, tx, id, lead, phone, refusedPlan(requestedAt), refused);
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
  const { state, reason, serviceCall, transfers, checkedAt, expiresAt, agent, from } = change;
  await tx.query(
    `UPDATE leadchat.calls SET reason = CASE WHEN $2::text IS NULL THEN reason ELSE $3 END,
       state = coalesce($2, state), service_call = coalesce($4, service_call), transfers = coalesce($5, transfers),
       checked_at = coalesce($6, checked_at), expires_at = coalesce($7, expires_at),
       caller = CASE WHEN $8::text IS NULL THEN caller ELSE $9 END, agent = coalesce($8, agent) WHERE call = $1`,
    [id, state, reason, serviceCall, transfers, checkedAt, expiresAt, agent, from],
  );
  await webhooks.callChanged(tx, id, now());
}

/** Inside a transaction: keeps a requested call of a held lead, instead of an earlier one. Resolves with its ID. */
export async function keepHeldCall(
  context: PostgresContext,
  tx: Queryable,
  lead: string,
  phone: string,
  plan: CallPlan,
): Promise<string> {
  const { rows } = await tx.query(`SELECT call FROM leadchat.calls WHERE lead = $1 AND ${heldCallSql}`, [lead]);
  if (rows[0] === undefined) {
    const id = context.newId();
    await insertCall(context, tx, id, lead, phone, plan, heldReason);
    return id;
  }
  const known = String(rows[0].call);
  await renewPlan(tx, known, plan);
  await setTimes(tx, known, plan);
  return known;
}

/** Inside a transaction: decides about the calls of a held lead. */
export async function releaseCalls(
  context: PostgresContext,
  tx: Queryable,
  lead: string,
  { now, callCaps, call: choice }: ReleaseRequest,
): Promise<Map<string, ReleasedCall>> {
  const held = await tx.query(
    `SELECT ${callColumns}, ip, country FROM leadchat.calls WHERE lead = $1 AND ${heldCallSql} FOR UPDATE`,
    [lead],
  );
  const decide = async (row: Record<string, unknown>): Promise<ReleasedCall> => {
    const call = readCallRow(row);
    const decided = decideHeldCall(call, now, choice);
    if (decided !== 'place') return { state: decided };
    if (typeof choice !== 'string') {
      await setTimes(tx, call.id, { plannedAt: call.plannedAt, expiresAt: choice.expiresAt });
      return placeCall(tx, call.id, callKeys(row), choice);
    }
    await lockCallCaps(tx);
    const reached = await findReachedCap(tx, callKeys(row), callCaps, now);
    return reached === undefined ? { state: 'waiting' } : { state: 'refused', reason: reached.cap };
  };
  const decisions = new Map<string, ReleasedCall>();
  for (const row of held.rows) {
    const decision = await decide(row);
    await changeCall(context, tx, String(row.call), decision);
    decisions.set(String(row.call), decision);
  }
  return decisions;
}

async function renewPlan(tx: Queryable, id: string, plan: CallPlan): Promise<void> {
  await tx.query(
    'UPDATE leadchat.calls SET agent = $2, caller = $3, request_data = $4, requested_at = $5 WHERE call = $1',
    [id, plan.agent, plan.from ?? null, requestDataJson(plan.requestData), plan.requestedAt],
  );
}

type CallTimes = { plannedAt?: number | undefined; expiresAt: number };

async function setTimes(tx: Queryable, id: string, { plannedAt, expiresAt }: CallTimes): Promise<void> {
  await tx.query('UPDATE leadchat.calls SET planned_at = $2, expires_at = $3 WHERE call = $1', [
    id,
    plannedAt,
    expiresAt,
  ]);
}

/** Inside a transaction: checks the caps and adds the row. */
export async function addCall(
  context: PostgresContext,
  tx: Queryable,
  id: string,
  lead: string,
  phone: string,
  plan: CallPlan,
): Promise<CallRequested> {
  const { caps, requestedAt, plannedAt } = plan;
  const keys = callKeys({ phone, ...plan });
  await lockCallCaps(tx);
  const reached = await findReachedCap(tx, keys, capsOnRequest(plan), requestedAt);
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
  await tx.query(
    `INSERT INTO leadchat.calls (${newCallColumns})
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    newCallValues(id, lead, phone, plan, refused),
  );
  await webhooks.callChanged(tx, id, plan.requestedAt);
}

/** Inside a transaction: ends the plan of a call. Undefined if the call is not planned. */
export async function endPlan(
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
      : await placeCall(tx, id, callKeys(row), decision));
  await changeCall(context, tx, id, decided);
  return decided;
}

/** Hands a planned call to delivery with the current plan, if the caps allow it. */
async function placeCall(tx: Queryable, id: string, keys: CallKeys, plan: CallPlan): Promise<CallDecision> {
  await lockCallCaps(tx);
  const reached = await findReachedCap(tx, keys, plan.caps, plan.requestedAt, id);
  if (reached !== undefined) return { state: 'refused', reason: reached.cap };
  await renewPlan(tx, id, plan);
  return { state: 'waiting' };
}

async function lockPlannedCall(tx: Queryable, call: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await tx.query(
    `SELECT phone, ip, country, expires_at FROM leadchat.calls WHERE call = $1 AND state = 'planned' FOR UPDATE`,
    [call],
  );
  return rows[0];
}
