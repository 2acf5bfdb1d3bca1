import { type CallEvent, decideHeldCall } from '../../delivery/call-transitions.ts';
import type { CallCap, CallDecision, CallPlan, CallRequested, StoredCall } from '../call-log.ts';
import { callKeys, capsOnRequest } from '../call-row.ts';
import type { ReleaseRequest } from '../lead-admin.ts';
import type { Dialect, Transaction } from '../sql.ts';
import { createCallCaps } from './call-caps.ts';

export type CallDecisions = ReturnType<typeof createCallDecisions>;

/** Counts the calls, inside a transaction, and decides whether another one may be planned or placed. */
export function createCallDecisions(dialect: Dialect) {
  const callCaps = createCallCaps(dialect);

  /** `except`: a planned call that is due, for which the caps leave room. */
  const count = async (
    tx: Transaction,
    { id }: StoredCall,
    caps: readonly CallCap[],
    now: number,
    except?: string,
  ): Promise<CallDecision> => {
    // Two that count at the same time would both get the last call.
    await tx.lock('calls');
    const keys = callKeys((await tx.get('SELECT phone, ip, country FROM calls WHERE call = $1', [id])) ?? {});
    const reached = await callCaps.findReached(tx, keys, caps, now, except);
    return reached === undefined ? { state: 'waiting' } : { state: 'refused', reason: reached.cap };
  };
  /** A planned call whose time has come, with the plan of this time. */
  const place = (tx: Transaction, call: StoredCall, { caps, requestedAt }: Pick<CallPlan, 'caps' | 'requestedAt'>) =>
    count(tx, call, caps, requestedAt, call.id);

  return {
    place,
    /** Undefined if every cap allows the requested call. */
    async refuse(
      tx: Transaction,
      phone: string,
      plan: CallPlan,
    ): Promise<Exclude<CallRequested, { call: string }> | undefined> {
      const { caps, requestedAt, plannedAt } = plan;
      const keys = callKeys({ phone, ...plan });
      await tx.lock('calls');
      const reached = await callCaps.findReached(tx, keys, capsOnRequest(plan), requestedAt);
      if (reached !== undefined) return { outcome: 'over-limit', ...reached };
      const full = plannedAt === undefined ? undefined : await callCaps.findFull(tx, keys, caps, plannedAt);
      return full === undefined ? undefined : { outcome: 'slot-full', cap: full };
    },
    /** The call of a held lead that is released. */
    async release(
      tx: Transaction,
      call: StoredCall,
      { now, callCaps: caps, call: choice }: ReleaseRequest,
    ): Promise<CallEvent> {
      const decided = decideHeldCall(call, now, choice);
      if (decided === 'cancelled') return { type: 'cancelled', answer: 'released without the call', now };
      if (decided !== 'place') return { type: 'decided', decision: { state: decided } };
      if (typeof choice === 'string') {
        return { type: 'decided', decision: await count(tx, call, caps, now) };
      }
      const decision = await place(tx, call, choice);
      const plan = decision.state === 'waiting' ? { plan: choice } : {};
      return { type: 'decided', decision, expiresAt: choice.expiresAt, ...plan };
    },
  };
}
