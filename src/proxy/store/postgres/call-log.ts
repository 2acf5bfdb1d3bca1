import type { CallDecision, CallLog, CallRequested } from '../call-log.ts';
import { callColumns, readCallRow } from '../call-row.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import { callStep, keepsCalls, plannedSql, stateOf, takesCalls } from '../steps.ts';
import type { StoredLead } from '../stored-lead.ts';
import { addCall, changeCall, endPlan, keepHeldCall } from './call-writer.ts';
import type { PostgresContext } from './context.ts';
import type { Queryable } from './database.ts';

export function createCallLog(context: PostgresContext): CallLog {
  const { database, notify, newId } = context;
  return {
    requestCall(lead, plan) {
      return database.transaction(async (tx): Promise<CallRequested> => {
        const stored = await lockLead(tx, lead);
        if (stored !== undefined && keepsCalls(stored)) {
          return { outcome: 'accepted', call: await keepHeldCall(context, tx, lead, stored.phone, plan) };
        }
        if (stored === undefined || !takesCalls(stored)) return { outcome: 'no-lead' };
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
        if (decided !== undefined && lead !== undefined && takesCalls(lead)) {
          await addStep(tx, lead, call, decision.requestedAt, decided);
        }
        if (decided?.state === 'waiting') await notify(tx);
        return decided;
      });
    },
    cancelCall(call) {
      return database.transaction(async (tx) => {
        await lockLeadOf(tx, call);
        const { rows } = await tx.query(
          `SELECT call FROM leadchat.calls WHERE call = $1 AND ${plannedSql} FOR UPDATE`,
          [call],
        );
        if (rows[0] === undefined) return false;
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

async function lockLead(tx: Queryable, lead: string): Promise<StoredLead | undefined> {
  const { rows } = await tx.query(`SELECT ${leadColumns} FROM leadchat.leads WHERE lead = $1 FOR UPDATE`, [lead]);
  return rows[0] === undefined ? undefined : readLeadRow(rows[0]);
}

/** The lead of a call. It is locked before the call: two transactions that lock in different orders could deadlock. */
async function lockLeadOf(tx: Queryable, call: string): Promise<StoredLead | undefined> {
  const { rows } = await tx.query('SELECT lead FROM leadchat.calls WHERE call = $1', [call]);
  return lockLead(tx, String(rows[0]?.lead));
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
