import type { CallOutcome } from '../../protocol/admin/calls.ts';
import type { CallChange, CallDecision, CallPlan, HeldCallChoice, StoredCall } from './call.ts';
import {
  blockedReason,
  type Decision,
  heldReason,
  isReadable,
  isWhole,
  type Step,
  type StepState,
  type StoredLead,
  unreadableReason,
} from './lead.ts';

/*
 * What can happen to a call. Its row is the only place that keeps its state; a lead shows its calls by looking (`callStep`).
 *
 *   planned ──▶ waiting ──▶ placing ──▶ ringing ──▶ answered ──▶ completed, failed; unknown, if it never ends
 *      │           ▲ │         ├──▶ waiting: certainly not processed
 *      │           │ │         ├──▶ failed: the service refuses it
 *      │           │ │         └──▶ unknown: nobody knows whether somebody was called
 *      │           │ └──▶ expired, cancelled: its lead is closed
 *      └──▶ expired, refused, cancelled
 *   refused, because its lead is held ──▶ planned, waiting, expired, refused, cancelled: the lead is released
 *   unknown, failed without a call, expired ──▶ waiting: the lead is replayed
 *   planned, ringing, answered, unknown ──▶ completed, cancelled: an operator ends it
 *
 * Only an operator takes a call back. What delivery and the service say moves it forward: of two answers of the service, the
 * older one may come last, and an end is reported once.
 */
export type CallEvent =
  /** The visitor asks for another call instead of this one of a held lead. */
  | { type: 'requested'; plan: CallPlan }
  /** Its time has come, or its held lead is released. `plan` and `expiresAt` replace those of the request. */
  | {
      type: 'decided';
      decision: CallDecision | { state: 'planned' };
      plan?: CallPlan | undefined;
      expiresAt?: number | undefined;
    }
  /** An operator plans it for another time. */
  | ({ type: 'moved' } & Pick<StoredCall, 'plannedAt' | 'expiresAt' | 'anyHour'>)
  /** `answer`: why, for the lead that shows it. Absent if the visitor cancelled it. */
  | { type: 'cancelled'; answer?: string; now: number }
  /** Delivery has tried to place it. `change` says more than the step. */
  | { type: 'stepped'; step: Step; change?: CallChange | undefined }
  /** The service has reported it. */
  | { type: 'noted'; change: CallChange }
  | { type: 'replayed'; answer: string; expiresAt: number; callback?: Pick<StoredCall, 'agent' | 'from'> | undefined }
  /** An operator ends it: it took place, or it did not. */
  | ({ type: 'ended'; outcome: CallOutcome; answer: string } & Decision)
  /** Nobody knows whether it was placed: a process crashed while it placed it, or a backup says that it was not placed yet. */
  | { type: 'outcome-lost'; answer: string; now: number };

/** The call after the event. */
export function changeCall(before: StoredCall, event: CallEvent): StoredCall {
  switch (event.type) {
    case 'requested': {
      const { plannedAt: _, ...call } = plannedAnew(before, event.plan);
      const { plannedAt, expiresAt } = event.plan;
      return { ...call, plannedAt, expiresAt };
    }
    case 'decided': {
      const { decision, plan, expiresAt = before.expiresAt } = event;
      return { ...changed(plan === undefined ? before : plannedAnew(before, plan), decision), expiresAt };
    }
    case 'moved': {
      const { plannedAt, expiresAt, anyHour } = event;
      return { ...before, plannedAt, expiresAt, anyHour };
    }
    case 'cancelled': {
      const { answer, now } = event;
      const isShown = answer !== undefined && callStep(before) !== undefined;
      return {
        ...changed(before, { state: 'cancelled' }),
        ...(isShown && { placing: { attempts: 0, ...before.placing, endedAt: now, answer } }),
      };
    }
    case 'stepped': {
      const { step: _step, name: _name, state: stepState, ...placing } = event.step;
      const state = event.change?.state ?? statesOfSteps[stepState];
      // Delivery repeats the steps of all calls of the lead, as they were when it began.
      if (!isBeingPlaced(before) && progress[state] <= progress[before.state]) return before;
      const isSettled = state === 'unknown' && (stepState === 'done' || stepState === 'skipped');
      return {
        ...changed(before, { ...event.change, state }),
        placing: { ...placing, ...(isSettled && { outcome: stepState }) },
      };
    }
    case 'noted': {
      const change = forward(before, event.change);
      // The call was placed, so its lead needs nobody, whatever became of the call.
      const isPlaced = change.state === 'unknown' && callStep(before)?.state === 'done';
      return {
        ...changed(before, change),
        ...(isPlaced && { placing: { attempts: 0, ...before.placing, outcome: 'done' } }),
      };
    }
    case 'replayed': {
      const { answer, expiresAt, callback } = event;
      return { ...changed(before, { state: 'waiting', ...callback }), expiresAt, placing: { attempts: 0, answer } };
    }
    case 'ended': {
      const { outcome, answer, now, by, reason } = event;
      const { outcome: _, ...placing } = before.placing ?? { attempts: 0 };
      return {
        ...changed(before, { state: endStates[outcome] }),
        ended: { by, reason, at: now },
        placing: { ...placing, endedAt: now, answer },
      };
    }
    case 'outcome-lost': {
      const placing = { attempts: 0, ...before.placing, endedAt: event.now, answer: event.answer };
      return { ...changed(before, { state: 'unknown' }), placing };
    }
  }
}

/** The call as a step of its lead. Undefined while it is planned, and for one that its visitor has cancelled. */
export function callStep({
  id,
  state,
  reason,
  serviceCall,
  placing,
}: Pick<StoredCall, 'id' | 'state' | 'reason' | 'serviceCall' | 'placing'>): Step | undefined {
  const { outcome, ...attempt } = placing ?? { attempts: 0 };
  const stepIn = (stepState: StepState, answer?: string): Step => ({
    step: 'call',
    name: id,
    state: stepState,
    ...attempt,
    answer: attempt.answer ?? answer,
  });
  switch (state) {
    case 'planned':
      return undefined;
    case 'waiting':
      return stepIn('pending');
    case 'placing':
      return stepIn('sending');
    case 'ringing':
    case 'answered':
    case 'completed':
      return stepIn('done');
    case 'failed':
      return stepIn(serviceCall === undefined ? 'dead' : 'done');
    case 'unknown':
      return stepIn(outcome ?? 'unknown');
    case 'expired':
      return stepIn('expired', 'too late to call');
    case 'refused':
      return stepIn('skipped', `refused: ${reason}`);
    case 'cancelled':
      return placing === undefined ? undefined : stepIn('skipped');
    default:
      return state satisfies never;
  }
}

/** What an outcome of a step means, if nobody says more about the call. */
const statesOfSteps = {
  pending: 'waiting',
  sending: 'placing',
  done: 'ringing',
  skipped: 'cancelled',
  unknown: 'unknown',
  expired: 'expired',
  dead: 'failed',
} as const satisfies Record<StepState, StoredCall['state']>;

/** The state of a call that an operator has ended. */
const endStates = { done: 'completed', skipped: 'cancelled' } as const satisfies Record<
  CallOutcome,
  StoredCall['state']
>;

/** How far a call is in each state. */
const progress: Record<StoredCall['state'], number> = {
  ...{ planned: 0, waiting: 1, placing: 2, ringing: 3, answered: 4 },
  ...{ completed: 5, failed: 5, expired: 5, cancelled: 5, refused: 5, unknown: 5 },
};

/** What is new in what the service has reported. */
function forward(before: StoredCall, { state, reason, transfers, checkedAt, ...change }: CallChange): CallChange {
  const isFurther = state !== undefined && progress[state] > progress[before.state];
  return {
    ...change,
    ...(isFurther && { state, ...(reason !== undefined && { reason }) }),
    ...(transfers !== undefined && { transfers: Math.max(transfers, before.transfers) }),
    ...(checkedAt !== undefined && { checkedAt: Math.max(checkedAt, before.checkedAt ?? checkedAt) }),
  };
}

/** See `CallChange`. */
function changed({ reason, from, ...call }: StoredCall, change: CallChange): StoredCall {
  return {
    ...call,
    ...(change.state === undefined && reason !== undefined && { reason }),
    ...(change.agent === undefined && from !== undefined && { from }),
    ...change,
  };
}

function plannedAnew(
  { from: _from, requestData: _data, ...call }: StoredCall,
  { agent, from, requestData, requestedAt }: CallPlan,
): StoredCall {
  return { ...call, agent, from, requestData, requestedAt };
}

/** A new call: planned, waiting, or refused for a reason. */
export function newCall(
  about: { id: string; lead: string; phone: string },
  plan: CallPlan,
  refused?: string,
): StoredCall {
  const { agent, from, requestData, requestedAt, plannedAt, expiresAt, anyHour } = plan;
  const accepted = plannedAt === undefined ? 'waiting' : 'planned';
  return {
    ...about,
    agent,
    from,
    requestData,
    state: refused === undefined ? accepted : 'refused',
    reason: refused,
    requestedAt,
    plannedAt,
    expiresAt,
    anyHour,
    transfers: 0,
  };
}

type CalledLead = Pick<StoredLead, 'state' | 'phone' | 'unreadable'>;

/** Whether a lead can be called back now. */
export function takesCalls(lead: CalledLead): boolean {
  return lead.state !== 'held' && lead.state !== 'closed' && isWhole(lead);
}

/** Whether a requested call is kept until the operator releases the lead. */
export function keepsCalls(lead: CalledLead): boolean {
  return lead.state === 'held' && isWhole(lead);
}

/**
 * Why a new call is `refused` whose lead is held for this reason. Unless the number is blocked, it is not final: the call
 * waits for the release of its lead; see `isHeldCall`.
 */
export function reasonOfHeldCall(held: string): string {
  return held === blockedReason ? blockedReason : heldReason;
}

/** Whether delivery has still to place the call, or does so right now. */
export function isBeingPlaced({ state }: Pick<StoredCall, 'state'>): boolean {
  return state === 'waiting' || state === 'placing';
}

/** Whether a call waits for the release of its lead. */
export function isHeldCall({ state, reason }: Pick<StoredCall, 'state' | 'reason'>): boolean {
  return state === 'refused' && reason === heldReason;
}

/**
 * Whether an operator can end the call by itself, with this outcome. One that is being placed has its outcome in a moment,
 * and one that is planned has not taken place.
 */
export function isEndable({ state }: Pick<StoredCall, 'state'>, outcome: CallOutcome): boolean {
  if (state === 'planned') return outcome === 'skipped';
  return state === 'ringing' || state === 'answered' || state === 'unknown';
}

/** Whether the visitor can cancel the call: it is planned, also that of a held lead. */
export function isCancellable(call: StoredCall): boolean {
  return call.state === 'planned' || (isHeldCall(call) && call.plannedAt !== undefined);
}

/** Why a planned call cannot be placed at its time, regardless of the configuration and the caps. */
export function plannedCallObstacle(call: StoredCall, lead: CalledLead, now: number): CallDecision | undefined {
  if (now > call.expiresAt) return { state: 'expired' };
  if (!isReadable(lead)) return { state: 'refused', reason: unreadableReason };
  if (lead.state === 'held') return { state: 'refused', reason: heldReason };
  return takesCalls(lead) ? undefined : { state: 'refused', reason: 'not-offered' };
}

/** What to do with the call of a held lead when the lead is released: `place` it now, if the caps allow it. */
export function decideHeldCall(
  { plannedAt, expiresAt }: Pick<StoredCall, 'plannedAt' | 'expiresAt'>,
  now: number,
  choice: HeldCallChoice,
): 'cancelled' | 'planned' | 'expired' | 'place' {
  if (choice === 'none') return 'cancelled';
  if (plannedAt !== undefined && plannedAt > now) return 'planned';
  // The visitor does not expect a late call any more, unless the operator knows better.
  return choice === 'as-requested' && now > expiresAt ? 'expired' : 'place';
}
