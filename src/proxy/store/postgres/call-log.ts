import type { CallCap, CallLog, CallPlan, CallRequested, LeadCall } from '../call-log.ts';
import type { NewLead } from '../lead-intake.ts';
import { callColumns, leadColumns, readCallRow, readLeadRow } from '../lead-row.ts';
import { type CallDecision, callStep, decideHeldCall, heldReason } from '../steps.ts';
import type { PostgresContext, Queryable } from './database.ts';
import { locks } from './migrations.ts';

/** Inside a transaction: checks the caps and adds the row. */
export async function addCall(
  tx: Queryable,
  id: string,
  lead: string,
  phone: string,
  plan: CallPlan,
): Promise<CallRequested> {
  const { ip, country, caps, requestedAt } = plan;
  const reached = await findReachedCap(tx, { phone, ip, country, site: '' }, caps, requestedAt);
  if (reached !== undefined) return { outcome: 'over-limit', ...reached };
  await insertCall(tx, id, lead, phone, plan);
  return { outcome: 'accepted', call: id };
}

/** Inside a transaction: adds the call-back of a new lead, a refused one with its reason. */
export async function addCallWithLead(
  tx: Queryable,
  id: string,
  lead: string,
  { phone, callback, held }: NewLead,
): Promise<LeadCall | undefined> {
  if (callback === undefined) return undefined;
  if ('refused' in callback) {
    const { refused, requestedAt } = callback;
    const plan = { agent: '', ip: '', country: '', requestedAt, expiresAt: requestedAt, caps: [] };
    await insertCall(tx, id, lead, phone, plan, refused);
    return { outcome: 'refused', id, reason: refused };
  }
  const requested = held === undefined ? await addCall(tx, id, lead, phone, callback) : undefined;
  if (requested?.outcome === 'accepted') return { outcome: 'accepted', id };
  const reason = requested?.outcome === 'over-limit' ? requested.cap : heldReason;
  await insertCall(tx, id, lead, phone, callback, reason);
  return { outcome: requested === undefined ? 'refused' : 'over-limit', id, reason };
}

/** Inside a transaction: decides again about the call-back of a held lead; undefined for any other call. */
export async function reconsiderCall(
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
  const keys = { phone: String(row.phone), ip: String(row.ip), country: String(row.country), site: '' };
  const reached = await findReachedCap(tx, keys, caps, now);
  const decision = decideHeldCall(Number(row.expires_at), now, reached?.cap);
  const reason = decision.state === 'refused' ? decision.reason : null;
  await tx.query('UPDATE leadchat.calls SET state = $2, reason = $3 WHERE call = $1', [id, decision.state, reason]);
  return decision;
}

async function findReachedCap(
  tx: Queryable,
  keys: Record<CallCap['per'], string>,
  caps: readonly CallCap[],
  now: number,
): Promise<{ cap: string; retryAfterMs: number } | undefined> {
  // Two transactions that count at the same time would both get the last call.
  await tx.query('SELECT pg_advisory_xact_lock($1)', [locks.calls]);
  for (const { name, per, points, seconds } of caps) {
    const spanMs = seconds * 1000;
    // The oldest of the `points` newest calls in the span: when it leaves the span, there is capacity again.
    const column = per === 'site' ? `''` : per;
    const { rows } = await tx.query(
      `SELECT requested_at FROM leadchat.calls WHERE ${column} = $1 AND requested_at > $2 AND state <> 'refused'
       ORDER BY requested_at DESC LIMIT 1 OFFSET $3`,
      [keys[per], now - spanMs, Math.max(0, points - 1)],
    );
    if (rows[0] === undefined && points > 0) continue;
    return { cap: name, retryAfterMs: Number(rows[0]?.requested_at ?? now) + spanMs - now };
  }
  return undefined;
}

async function insertCall(
  tx: Queryable,
  id: string,
  lead: string,
  phone: string,
  plan: CallPlan,
  reason?: string,
): Promise<void> {
  const { ip, country, agent, from, requestData, requestedAt, expiresAt } = plan;
  const data = requestData === undefined ? null : JSON.stringify(requestData);
  const state = reason === undefined ? 'waiting' : 'refused';
  await tx.query(
    `INSERT INTO leadchat.calls
       (call, lead, phone, ip, country, agent, caller, request_data, state, reason, requested_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [id, lead, phone, ip, country, agent, from ?? null, data, state, reason ?? null, requestedAt, expiresAt],
  );
}

export function createCallLog({ database, notify, newId }: PostgresContext): CallLog {
  return {
    async requestCall(lead, plan) {
      return database.transaction(async (tx): Promise<CallRequested> => {
        const { rows } = await tx.query(`SELECT ${leadColumns} FROM leadchat.leads WHERE lead = $1 FOR UPDATE`, [lead]);
        const stored = rows[0] === undefined ? undefined : readLeadRow(rows[0]);
        if (stored === undefined || stored.state === 'held' || stored.phone === '') return { outcome: 'no-lead' };
        const requested = await addCall(tx, newId(), lead, stored.phone, plan);
        if (requested.outcome !== 'accepted') return requested;
        await tx.query(
          `UPDATE leadchat.leads SET steps = $1, ended_at = NULL,
             next_at = CASE state WHEN 'pending' THEN next_at ELSE $2 END, state = 'pending' WHERE lead = $3`,
          [JSON.stringify([...stored.steps, callStep(requested.call)]), plan.requestedAt, lead],
        );
        await notify(tx);
        return requested;
      });
    },
    async findCall(call) {
      const { rows } = await database.query(`SELECT ${callColumns} FROM leadchat.calls WHERE call = $1`, [call]);
      return rows[0] === undefined ? undefined : readCallRow(rows[0]);
    },
    async noteCall(call, change) {
      await database.query(
        `UPDATE leadchat.calls SET state = coalesce($2, state), service_call = coalesce($3, service_call),
           transfers = coalesce($4, transfers), checked_at = coalesce($5, checked_at) WHERE call = $1`,
        [call, change.state, change.serviceCall, change.transfers, change.checkedAt],
      );
    },
  };
}
