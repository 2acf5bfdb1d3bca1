import type { CallOutcome } from '../../../protocol/admin/calls.ts';
import {
  answeredStates,
  type CallChange,
  type CallDecision,
  type CallPlan,
  isDue,
  openCallStates,
  type RefusedCall,
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
import { type Decision, heldReason, type StoredLead } from '../../domain/lead.ts';
import { changeLead, type LeadWithCalls } from '../../domain/lead-transitions.ts';
import { callColumns, readCall } from '../call-rows.ts';
import type { Transaction } from '../sql.ts';
import type { StoreContext } from '../store-context.ts';
import { timeOrderedId } from '../time-ordered-id.ts';
import type { BlockLookup } from './block-list.ts';
import type { CallDecisions, CallRequested } from './call-decisions.ts';
import type { LeadWriter } from './lead-writer.ts';

export type DueCalls = {
  /** Planned calls that are due, earliest first. */
  calls: StoredCall[];
  /** The time of the next planned call. */
  nextAt?: number | undefined;
};

/** The decision about a planned call at its time, from the current configuration. */
export type PlannedCallDecision = CallPlan | RefusedCall;

/** A call that was ended, and its lead then. */
export type EndedCall = { call: StoredCall; lead: StoredLead };

/** `slot-full`: the cap allows no further planned call around this time. */
export type CallMoved =
  | { outcome: 'moved'; call: StoredCall; lead: StoredLead }
  | { outcome: 'slot-full'; cap: string };

export type NotedCall = {
  /** As it is stored now: another proxy may know more. */
  call: StoredCall;
  /** Its lead, if this change, and none before, says that the call was answered: then only one of several proxies counts it. */
  answered?: StoredLead | undefined;
};

/** The part of the store that call-backs use. */
export function createCallLog(
  { database, notify, now }: StoreContext,
  { leads, decisions, blocks }: { leads: LeadWriter; decisions: CallDecisions; blocks: BlockLookup },
) {
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
    /**
     * Adds a call to the steps of a stored lead, or plans it, if every cap allows it. Counts and writes in one
     * transaction. A call that is already planned for this lead and time is accepted again. For a held lead the request is
     * only kept until the release; a new one replaces it.
     */
    async requestCall(lead: string, plan: CallPlan): Promise<CallRequested> {
      const requested = await database.transaction(async (tx) => {
        // Before the lead, as who places a call does: a block that comes at the same time finds this call, or this finds the block.
        await blocks.lock(tx);
        const before = await leads.lock(tx, 'lead = $1', [lead]);
        if (before !== undefined && (await blocks.find(tx, before.lead.phone)) !== undefined) {
          return { outcome: 'blocked' as const };
        }
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
    /** Planned calls that are due, at most `limit`. */
    async dueCalls(now: number, limit: number): Promise<DueCalls> {
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
    /**
     * Ends the plan of a call: adds it to the steps of its lead, or stores that it has expired, is not allowed or is over
     * a cap. Runs in one transaction, so only one of several proxies does it. Undefined if the call is no longer planned, or not
     * for now.
     */
    async startCall(id: string, decision: PlannedCallDecision): Promise<CallDecision | undefined> {
      const started = await database.transaction(async (tx) => {
        const found = await leads.lockCall(tx, id);
        // Somebody may have moved it since it was found due.
        if (found === undefined || !isDue(found.call, decision.requestedAt)) return undefined;
        const { before, call } = found;
        const { decided, plan } = await decide(tx, before, call, decision);
        const after = changeCall(call, { type: 'decided', decision: decided, ...(plan && { plan }) });
        await leads.writeCall(tx, before, after, decision.requestedAt);
        return decided;
      });
      if (started !== undefined) notify();
      return started;
    },
    /** Cancels a planned call, also one of a held lead. Resolves with false if it is no longer planned. */
    async cancelCall(id: string): Promise<boolean> {
      const isCancelled = await database.transaction(async (tx) => {
        const found = await leads.lockCall(tx, id);
        if (found === undefined || !isCancellable(found.call)) return false;
        await leads.writeCall(tx, found.before, changeCall(found.call, { type: 'cancelled', now: now() }), now());
        return true;
      });
      if (isCancelled) notify();
      return isCancelled;
    },
    /** Plans a planned call for another time, if the caps leave room around it. Undefined if it is no longer planned. */
    async moveCall(
      id: string,
      plannedAt: number,
      { caps, expiresAt, anyHour }: Omit<CallPlan, 'plannedAt'>,
    ): Promise<CallMoved | undefined> {
      const moved = await database.transaction(async (tx): Promise<CallMoved | undefined> => {
        const found = await leads.lockCall(tx, id);
        if (found?.call.state !== 'planned') return undefined;
        const { before } = found;
        const cap = await decisions.fullAt(tx, found.call, caps, plannedAt);
        if (cap !== undefined) return { outcome: 'slot-full', cap };
        const call = changeCall(found.call, { type: 'moved', plannedAt, expiresAt, anyHour });
        await leads.writeCall(tx, before, call, now());
        return { outcome: 'moved', call, lead: before.lead };
      });
      if (moved?.outcome === 'moved') notify();
      return moved;
    },
    async findCall(call: string): Promise<StoredCall | undefined> {
      const row = await database.get(`SELECT ${columns} FROM calls WHERE call = $1`, [call]);
      return row === undefined ? undefined : readCall(row);
    },
    /** Calls that ring or are answered and have not ended, those first that were not looked at for longest. At most `limit`. */
    async openCalls(limit: number): Promise<StoredCall[]> {
      const rows = await database.all(
        `SELECT ${columns} FROM calls${indexedBy('calls_state')} WHERE ${isIn('state', '$1')}
         ORDER BY coalesce(checked_at, 0), requested_at LIMIT $2`,
        [openCallStates, limit],
      );
      return rows.map(readCall);
    },
    /** Ends a call that an operator knows more about, in any state of its lead. Undefined if it cannot be ended so. */
    async endCall(id: string, outcome: CallOutcome, decision: Decision): Promise<EndedCall | undefined> {
      const ended = await database.transaction(async (tx) => {
        const found = await leads.lockCall(tx, id);
        const after = found && changeLead(found.before, { type: 'call-ended', call: id, outcome, ...decision });
        if (found === undefined || after === undefined) return undefined;
        await leads.write(tx, [{ before: found.before, after, now: decision.now }]);
        const call = after.calls.find((stored) => stored.id === id);
        return call && { call, lead: after.lead };
      });
      if (ended !== undefined) notify();
      return ended;
    },
    /** Stores what is new in what the service reported about a call. Undefined if there is no such call. */
    async noteCall(id: string, change: CallChange): Promise<NotedCall | undefined> {
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
