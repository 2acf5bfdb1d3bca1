import type { CallDecision, CallLog, CallPlan, CallRequested } from '../call-log.ts';
import { callColumns, readCallRow } from '../call-row.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import { callStep, keepsCalls, plannedSql, stateOf, takesCalls } from '../steps.ts';
import type { StoredLead } from '../stored-lead.ts';
import type { CallWriter } from './call-writer.ts';
import type { SqliteContext } from './open-database.ts';
import { sqliteError } from './sqlite-error.ts';

export function createCallLog({ db, write, notify, newId }: SqliteContext, calls: CallWriter): CallLog {
  const find = db.prepare(`SELECT ${callColumns} FROM calls WHERE call = ?`);
  const findPlan = db.prepare(`SELECT call FROM calls WHERE lead = ? AND planned_at = ? AND state = 'planned'`);
  const findPlanned = db.prepare(`SELECT call FROM calls WHERE call = ? AND ${plannedSql}`);
  const due = db.prepare(
    `SELECT ${callColumns} FROM calls INDEXED BY calls_planned WHERE state = 'planned' AND planned_at <= ?
     ORDER BY planned_at LIMIT ?`,
  );
  const next = db.prepare(
    `SELECT min(planned_at) AS at FROM calls INDEXED BY calls_planned WHERE state = 'planned' AND planned_at > ?`,
  );
  const leadRow = db.prepare(`SELECT ${leadColumns} FROM leads WHERE lead = ?`);
  const leadOfCall = db.prepare(
    `SELECT ${leadColumns} FROM leads WHERE lead = (SELECT lead FROM calls WHERE call = ?)`,
  );
  const setSteps = db.prepare(
    `UPDATE leads SET state = ?1, ended_at = iif(?1 = 'pending', NULL, ended_at), steps = ?2,
       next_at = iif(?1 = 'pending' AND state <> 'pending', ?3, next_at) WHERE lead = ?4`,
  );
  const addStep = (lead: StoredLead, call: string, now: number, decision?: CallDecision) => {
    const steps = [...lead.steps, callStep(call, decision)];
    setSteps.run(stateOf(steps), JSON.stringify(steps), now, lead.id);
  };
  const request = (lead: string, plan: CallPlan): CallRequested => {
    const row = leadRow.get(lead);
    const stored = row === undefined ? undefined : readLeadRow(row);
    if (stored !== undefined && keepsCalls(stored)) {
      return { outcome: 'accepted', call: calls.keepHeld(lead, stored.phone, plan) };
    }
    if (stored === undefined || !takesCalls(stored)) return { outcome: 'no-lead' };
    const repeated = plan.plannedAt === undefined ? undefined : findPlan.get(lead, plan.plannedAt);
    if (repeated !== undefined) return { outcome: 'accepted', call: String(repeated.call) };
    const requested = calls.add(newId(), lead, stored.phone, plan);
    if (requested.outcome === 'accepted' && plan.plannedAt === undefined) {
      addStep(stored, requested.call, plan.requestedAt);
    }
    return requested;
  };
  return {
    async requestCall(lead, plan) {
      const outcome = await write(() => request(lead, plan));
      if (outcome.outcome === 'accepted') notify();
      return outcome;
    },
    async dueCalls(now, limit) {
      try {
        const calls = due.all(now, limit).map(readCallRow);
        const at = next.get(now)?.at;
        return { calls, ...(typeof at === 'number' && { nextAt: at }) };
      } catch (error) {
        throw sqliteError(error);
      }
    },
    async startCall(call, decision) {
      const started = await write(() => {
        const row = leadOfCall.get(call);
        const lead = row === undefined ? undefined : readLeadRow(row);
        const decided = calls.start(call, lead, decision);
        if (decided !== undefined && lead !== undefined && takesCalls(lead)) {
          addStep(lead, call, decision.requestedAt, decided);
        }
        return decided;
      });
      if (started !== undefined) notify();
      return started;
    },
    async cancelCall(call) {
      const isCancelled = await write(() => {
        if (findPlanned.get(call) === undefined) return false;
        calls.change(call, { state: 'cancelled' });
        return true;
      });
      if (isCancelled) notify();
      return isCancelled;
    },
    async findCall(call) {
      try {
        const row = find.get(call);
        return row === undefined ? undefined : readCallRow(row);
      } catch (error) {
        throw sqliteError(error);
      }
    },
    async noteCall(call, change) {
      await write(() => calls.change(call, change));
      if (change.state !== undefined) notify();
    },
  };
}
