import type { CallDecision, CallLog, CallRequested } from '../call-log.ts';
import { callColumns, readCallRow } from '../call-row.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import type { Transaction } from '../sql.ts';
import { callStep, keepsCalls, plannedSql, stateOf, takesCalls } from '../steps.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoredLead } from '../stored-lead.ts';
import type { CallWriter } from './call-writer.ts';

export function createCallLog({ database, notify, newId }: StoreContext, calls: CallWriter): CallLog {
  const { forUpdate, indexedBy } = database.dialect;

  const lockLead = async (tx: Transaction, lead: string): Promise<StoredLead | undefined> => {
    const row = await tx.get(`SELECT ${leadColumns} FROM leads WHERE lead = $1${forUpdate}`, [lead]);
    return row === undefined ? undefined : readLeadRow(row);
  };

  /** The lead of a call. It is locked before the call: two transactions that lock in different orders could deadlock. */
  const lockLeadOf = async (tx: Transaction, call: string): Promise<StoredLead | undefined> => {
    const row = await tx.get('SELECT lead FROM calls WHERE call = $1', [call]);
    return row === undefined ? undefined : lockLead(tx, String(row.lead));
  };

  const findPlan = async (tx: Transaction, lead: string, plannedAt: number | undefined) => {
    if (plannedAt === undefined) return undefined;
    const row = await tx.get(`SELECT call FROM calls WHERE lead = $1 AND planned_at = $2 AND state = 'planned'`, [
      lead,
      plannedAt,
    ]);
    return row === undefined ? undefined : String(row.call);
  };

  /** Adds a call to the steps of its lead. */
  const addStep = async (tx: Transaction, lead: StoredLead, call: string, now: number, decision?: CallDecision) => {
    const steps = [...lead.steps, callStep(call, decision)];
    await tx.run(
      `UPDATE leads SET steps = $1, state = $2, ended_at = CASE $2 WHEN 'pending' THEN NULL ELSE ended_at END,
         next_at = CASE WHEN $2 = 'pending' AND state <> 'pending' THEN $3 ELSE next_at END WHERE lead = $4`,
      [JSON.stringify(steps), stateOf(steps), now, lead.id],
    );
  };

  return {
    async requestCall(lead, plan) {
      const requested = await database.transaction(async (tx): Promise<CallRequested> => {
        const stored = await lockLead(tx, lead);
        if (stored !== undefined && keepsCalls(stored)) {
          return { outcome: 'accepted', call: await calls.keepHeld(tx, lead, stored.phone, plan) };
        }
        if (stored === undefined || !takesCalls(stored)) return { outcome: 'no-lead' };
        const planned = await findPlan(tx, lead, plan.plannedAt);
        if (planned !== undefined) return { outcome: 'accepted', call: planned };
        const added = await calls.add(tx, newId(), lead, stored.phone, plan);
        if (added.outcome === 'accepted' && plan.plannedAt === undefined) {
          await addStep(tx, stored, added.call, plan.requestedAt);
        }
        return added;
      });
      if (requested.outcome === 'accepted') notify();
      return requested;
    },
    async dueCalls(now, limit) {
      const calls = `calls${indexedBy('calls_planned')}`;
      const due = await database.all(
        `SELECT ${callColumns} FROM ${calls} WHERE state = 'planned' AND planned_at <= $1 ORDER BY planned_at LIMIT $2`,
        [now, limit],
      );
      const next = await database.get(
        `SELECT min(planned_at) AS at FROM ${calls} WHERE state = 'planned' AND planned_at > $1`,
        [now],
      );
      return { calls: due.map(readCallRow), ...(typeof next?.at === 'number' && { nextAt: next.at }) };
    },
    async startCall(call, decision) {
      const started = await database.transaction(async (tx) => {
        const lead = await lockLeadOf(tx, call);
        const decided = await calls.start(tx, call, lead, decision);
        if (decided !== undefined && lead !== undefined && takesCalls(lead)) {
          await addStep(tx, lead, call, decision.requestedAt, decided);
        }
        return decided;
      });
      if (started !== undefined) notify();
      return started;
    },
    async cancelCall(call) {
      const isCancelled = await database.transaction(async (tx) => {
        await lockLeadOf(tx, call);
        const row = await tx.get(`SELECT call FROM calls WHERE call = $1 AND ${plannedSql}${forUpdate}`, [call]);
        if (row === undefined) return false;
        await calls.change(tx, call, { state: 'cancelled' });
        return true;
      });
      if (isCancelled) notify();
      return isCancelled;
    },
    async findCall(call) {
      const row = await database.get(`SELECT ${callColumns} FROM calls WHERE call = $1`, [call]);
      return row === undefined ? undefined : readCallRow(row);
    },
    async noteCall(call, change) {
      await database.transaction(async (tx) => {
        await lockLeadOf(tx, call);
        await calls.change(tx, call, change);
      });
      if (change.state !== undefined) notify();
    },
  };
}
