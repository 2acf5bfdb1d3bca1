import {
  answeredStates,
  type CallDecision,
  type CallPlan,
  openCallStates,
  type PlannedCallDecision,
  type StoredCall,
} from '../../domain/call.ts';
import {
  changeCall,
  isCancellable,
  isHeldCall,
  keepsCalls,
  newCall,
  plannedCallObstacle,
  takesCalls,
} from '../../domain/call-transitions.ts';
import { changeLead, type LeadWithCalls } from '../../domain/lead-transitions.ts';
import { heldReason } from '../../domain/steps.ts';
import { type CallLog, callColumns, readCall } from '../call-log.ts';
import type { Transaction } from '../sql.ts';
import type { StoreContext } from '../store-context.ts';
import { timeOrderedId } from '../time-ordered-id.ts';
import type { CallDecisions } from './call-decisions.ts';
import type { LeadWriter } from './lead-writer.ts';

export function createCallLog(
  { database, notify, now }: StoreContext,
  { leads, decisions }: { leads: LeadWriter; decisions: CallDecisions },
): CallLog {
  const { indexedBy, isIn } = database.dialect;
  const columns = callColumns.join(', ');

  const accepted = (call: string, isNew: boolean) => ({ outcome: 'accepted' as const, call, isNew });

  const add = async (tx: Transaction, before: LeadWithCalls, plan: CallPlan, refused?: string) => {
    const { id: lead, phone } = before.lead;
    const call = newCall({ id: timeOrderedId(), lead, phone }, plan, refused);
    await leads.addCall(tx, call, plan);
    await leads.writeCall(tx, before, call, plan.requestedAt);
    return accepted(call.id, true);
  };

  /** Keeps a requested call of a held lead, instead of an earlier one. */
  const keepHeld = async (tx: Transaction, before: LeadWithCalls, plan: CallPlan) => {
    const known = before.calls.find(isHeldCall);
    if (known === undefined) return add(tx, before, plan, heldReason);
    await leads.writeCall(tx, before, changeCall(known, { type: 'requested', plan }), plan.requestedAt);
    return accepted(known.id, false);
  };

  const decide = async (
    tx: Transaction,
    { lead }: LeadWithCalls,
    call: StoredCall,
    decision: PlannedCallDecision,
  ): Promise<{ decided: CallDecision; plan?: CallPlan }> => {
    const obstacle = plannedCallObstacle(call, lead, decision.requestedAt);
    if (obstacle !== undefined) return { decided: obstacle };
    if ('refused' in decision) return { decided: { state: 'refused', reason: decision.refused } };
    const decided = await decisions.place(tx, call, decision);
    return decided.state === 'waiting' ? { decided, plan: decision } : { decided };
  };

  return {
    async requestCall(lead, plan) {
      const requested = await database.transaction(async (tx) => {
        const before = await leads.lock(tx, 'lead = $1', [lead]);
        if (before !== undefined && keepsCalls(before.lead)) return keepHeld(tx, before, plan);
        if (before === undefined || !takesCalls(before.lead)) return { outcome: 'no-lead' as const };
        const isSamePlan = ({ state, plannedAt }: StoredCall) => state === 'planned' && plannedAt === plan.plannedAt;
        const planned = before.calls.find(isSamePlan);
        if (planned !== undefined) return accepted(planned.id, false);
        const refusal = await decisions.refuse(tx, before.lead.phone, plan);
        return refusal ?? add(tx, before, plan);
      });
      if (requested.outcome === 'accepted') notify();
      return requested;
    },
    async dueCalls(now, limit) {
      const calls = `calls${indexedBy('calls_planned')}`;
      const due = await database.all(
        `SELECT ${columns} FROM ${calls} WHERE state = 'planned' AND planned_at <= $1 ORDER BY planned_at LIMIT $2`,
        [now, limit],
      );
      const next = await database.get(
        `SELECT min(planned_at) AS at FROM ${calls} WHERE state = 'planned' AND planned_at > $1`,
        [now],
      );
      return { calls: due.map(readCall), ...(typeof next?.at === 'number' && { nextAt: next.at }) };
    },
    async startCall(id, decision) {
      const started = await database.transaction(async (tx) => {
        const found = await leads.lockCall(tx, id);
        if (found?.call.state !== 'planned') return undefined;
        const { before, call } = found;
        const { decided, plan } = await decide(tx, before, call, decision);
        const after = changeCall(call, { type: 'decided', decision: decided, ...(plan && { plan }) });
        await leads.writeCall(tx, before, after, decision.requestedAt);
        return decided;
      });
      if (started !== undefined) notify();
      return started;
    },
    async cancelCall(id) {
      const isCancelled = await database.transaction(async (tx) => {
        const found = await leads.lockCall(tx, id);
        if (found === undefined || !isCancellable(found.call)) return false;
        await leads.writeCall(tx, found.before, changeCall(found.call, { type: 'cancelled', now: now() }), now());
        return true;
      });
      if (isCancelled) notify();
      return isCancelled;
    },
    async findCall(call) {
      const row = await database.get(`SELECT ${columns} FROM calls WHERE call = $1`, [call]);
      return row === undefined ? undefined : readCall(row);
    },
    async openCalls(limit) {
      const rows = await database.all(
        `SELECT ${columns} FROM calls${indexedBy('calls_state')} WHERE ${isIn('state', '$1')}
         ORDER BY coalesce(checked_at, 0), requested_at LIMIT $2`,
        [openCallStates, limit],
      );
      return rows.map(readCall);
    },
    async endCall(id, outcome, now) {
      const ended = await database.transaction(async (tx) => {
        const found = await leads.lockCall(tx, id);
        const after = found && changeLead(found.before, { type: 'call-ended', call: id, outcome, now });
        if (found === undefined || after === undefined) return undefined;
        await leads.write(tx, { before: found.before, after, now });
        const call = after.calls.find((stored) => stored.id === id);
        return call && { call, lead: after.lead };
      });
      if (ended !== undefined) notify();
      return ended;
    },
    async noteCall(id, change) {
      const noted = await database.transaction(async (tx) => {
        const found = await leads.lockCall(tx, id);
        if (found === undefined) return undefined;
        const { before, call } = found;
        const after = changeCall(call, { type: 'noted', change });
        await leads.writeCall(tx, before, after, now());
        return { call: after, ...(wasAnswered(after) && !wasAnswered(call) && { answered: before.lead }) };
      });
      if (change.state !== undefined) notify();
      return noted;
    },
  };
}

function wasAnswered({ state }: StoredCall): boolean {
  return answeredStates.includes(state);
}
