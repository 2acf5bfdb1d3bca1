import type { CallLog, CallPlan, CallRequested } from '../call-log.ts';
import { callColumns, leadColumns, readCallRow, readLeadRow } from '../lead-row.ts';
import { callStep } from '../steps.ts';
import type { PostgresContext, Queryable } from './database.ts';
import { locks } from './migrations.ts';

/** Inside a transaction: checks the caps and adds the row, under the id that is given. */
export async function addCall(
  tx: Queryable,
  call: string,
  lead: string,
  phone: string,
  plan: CallPlan,
): Promise<CallRequested> {
  // Two transactions that count at the same time would both find room for the last call.
  await tx.query('SELECT pg_advisory_xact_lock($1)', [locks.calls]);
  const { ip, country, requestedAt } = plan;
  const counted = { phone, ip, country, site: '' };
  for (const cap of plan.caps) {
    const span = cap.seconds * 1000;
    // The oldest of the `points` newest calls in the span: when it leaves the span, there is room again.
    const column = cap.per === 'site' ? `''` : cap.per;
    const { rows } = await tx.query(
      `SELECT requested_at FROM leadchat.calls WHERE ${column} = $1 AND requested_at > $2
       ORDER BY requested_at DESC LIMIT 1 OFFSET $3`,
      [counted[cap.per], requestedAt - span, Math.max(0, cap.points - 1)],
    );
    if (rows[0] === undefined && cap.points > 0) continue;
    const since = Number(rows[0]?.requested_at ?? requestedAt);
    return { outcome: 'over-limit', cap: cap.name, retryAfterMs: since + span - requestedAt };
  }
  const data = plan.requestData === undefined ? null : JSON.stringify(plan.requestData);
  await tx.query(
    `INSERT INTO leadchat.calls
       (call, lead, phone, ip, country, agent, caller, request_data, state, requested_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting', $9, $10)`,
    [call, lead, phone, ip, country, plan.agent, plan.from ?? null, data, requestedAt, plan.expiresAt],
  );
  return { outcome: 'accepted', call };
}

export function createCallLog({ database, notify, newId }: PostgresContext): CallLog {
  return {
    async requestCall(lead, plan) {
      return database.transaction(async (tx): Promise<CallRequested> => {
        const { rows } = await tx.query(`SELECT ${leadColumns} FROM leadchat.leads WHERE lead = $1 FOR UPDATE`, [lead]);
        const stored = rows[0] === undefined ? undefined : readLeadRow(rows[0]);
        if (stored === undefined || stored.state === 'held' || stored.phone === '') return { outcome: 'no-lead' };
        const answer = await addCall(tx, newId(), lead, stored.phone, plan);
        if (answer.outcome !== 'accepted') return answer;
        await tx.query(
          `UPDATE leadchat.leads SET steps = $1, ended_at = NULL,
             next_at = CASE state WHEN 'pending' THEN next_at ELSE $2 END, state = 'pending' WHERE lead = $3`,
          [JSON.stringify([...stored.steps, callStep(answer.call)]), plan.requestedAt, lead],
        );
        await notify(tx);
        return answer;
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
