import type { CallOutcome } from '../../protocol/admin/calls.ts';
import type { LeadAction } from '../../protocol/admin/leads.ts';
import type { LeadState } from '../../protocol/proxy/lead-state.ts';
import type { CallChange, StoredCall } from './call.ts';
import { type CallEvent, callStep, changeCall, isBeingPlaced, isEndable, isHeldCall } from './call-transitions.ts';
import { type Decision, isReadable, isWhole, type Step, type StoredLead, unreadableReason } from './lead.ts';
import { type CorrectRequest, corrected, rated } from './record-changes.ts';
import { type FormDelivery, routeLead } from './routes.ts';
import { isFailed, isOpen, nextStep, retriedSteps, stateOf, withPlan } from './steps.ts';

/** A lead and its calls as they are stored: the steps are those of the lead itself. */
export type LeadWithCalls = {
  lead: StoredLead;
  /** In the order in which they were requested. */
  calls: readonly StoredCall[];
  /** The last state that webhooks have reported. */
  reported?: LeadState | undefined;
};

/*
 * What can happen to a lead. Its state follows from its steps and its calls, except where a person decides.
 *
 *   pending ──▶ delivered, unknown, dead: no step is left to do
 *      ▲  ├──▶ held: it cannot be read
 *      │  └──▶ unknown: it was pending in a backup
 *      ├── held: released
 *      ├── delivered, unknown, dead: a call is requested
 *      ├── delivered, unknown: its visitor rates the chat
 *      └── unknown, dead, closed, delivered without its call: replayed
 *   unknown ──▶ delivered, closed: resolved, or its unknown call is ended; a dead lead with unknown steps stays dead
 *   any but delivered ──▶ closed
 */
export type LeadEvent =
  /** Delivery has come further. `call` says more about the call of a step. */
  | {
      type: 'stepped';
      steps: readonly Step[];
      serviceLead?: string | undefined;
      call?: (CallChange & { id: string }) | undefined;
      now: number;
    }
  /** The claim cannot read it. */
  | { type: 'parked' }
  /**
   * A call is new, or has changed otherwise than by delivery or its end by an operator. Whether the lead takes a call is decided
   * before (`takesCalls`).
   */
  | { type: 'call-changed'; call: StoredCall; now: number }
  /** An operator ends one of its calls. The lead is what its steps say then, if the call was what it waited for. */
  | ({ type: 'call-ended'; call: string; outcome: CallOutcome } & Decision)
  /** An operator has found nothing wrong with it. `calls`: what is decided about those that have waited for it. */
  | { type: 'released'; calls: ReadonlyMap<string, CallEvent>; form?: FormDelivery | undefined; now: number }
  | ({ type: 'replayed' } & ReplayRequest)
  /** An operator says what became of its unknown steps: they happened, or did not. */
  | ({ type: 'resolved'; outcome: 'done' | 'skipped' } & Decision)
  | ({ type: 'closed' } & Decision)
  | ({ type: 'corrected' } & CorrectRequest)
  /** Its visitor has rated the chat. Not while it is pending or held: the rating waits. */
  | { type: 'rated'; rating: number; comment: string | undefined; now: number }
  /** It was pending in a backup, so it may have been delivered since. */
  | { type: 'restored'; now: number };

export type ReplayRequest = {
  now: number;
  /** Time from now within which a call must be placed. */
  callTtlMs: number;
  /** The lead's form in the current configuration. Absent if the form no longer exists; then the stored plan stays. */
  form?: FormDelivery | undefined;
};

/** The lead after the event. Undefined if the event is not possible: then nothing changes. */
export function changeLead(before: LeadWithCalls, event: LeadEvent): LeadWithCalls | undefined {
  const { lead, calls } = before;
  switch (event.type) {
    case 'stepped': {
      const { steps, serviceLead, call, now } = event;
      const after = {
        ...before,
        lead: { ...lead, steps: steps.filter(({ step }) => step !== 'call'), ...(serviceLead && { serviceLead }) },
        calls: calls.map((stored) => {
          const step = steps.find(({ step, name }) => step === 'call' && name === stored.id);
          if (step === undefined) return stored;
          const { id, ...change } = call ?? {};
          return changeCall(stored, { type: 'stepped', step, ...(id === stored.id && { change }) });
        }),
      };
      const { nextAt } = lead;
      const { lead: settled, ...others } = inState(after, stateOf(stepsOf(after)), now);
      // The owner of the lease decides when the lead is due.
      return { ...others, lead: { ...settled, nextAt } };
    }
    case 'parked':
      return { ...before, lead: { ...lead, state: 'held', held: unreadableReason } };
    case 'call-changed': {
      const { call, now } = event;
      const isKnown = calls.some(({ id }) => id === call.id);
      const after = {
        ...before,
        calls: isKnown ? calls.map((known) => (known.id === call.id ? call : known)) : [...calls, call],
      };
      return call.state === 'waiting' && lead.state !== 'pending' ? inState(after, 'pending', now) : after;
    }
    case 'call-ended': {
      const { call: id, now } = event;
      if (!calls.some((call) => call.id === id && isEndable(call, event.outcome))) return undefined;
      const end = { ...event, type: 'ended', answer: endedAnswer } as const;
      const after = { ...before, calls: calls.map((call) => (call.id === id ? changeCall(call, end) : call)) };
      const state = stateOf(stepsOf(after));
      const waitedForIt = lead.state === 'unknown' && isReadable(lead) && state !== 'unknown';
      return waitedForIt ? inState(after, state, now) : after;
    }
    case 'released': {
      if (lead.state !== 'held' || !isReadable(lead)) return undefined;
      // The answers may have been corrected while it was held.
      const { plan, callback } = event.form === undefined ? {} : routeLead(event.form, lead.record);
      const decided = calls.map((call) => {
        const decision = event.calls.get(call.id);
        const after = decision === undefined ? call : changeCall(call, decision);
        return after.state === 'waiting' || after.state === 'planned' ? { ...after, ...callback } : after;
      });
      const routed = plan === undefined ? lead : withPlan(lead, plan);
      return inState({ ...before, lead: routed, calls: decided }, 'pending', event.now);
    }
    case 'replayed':
      return replayed(before, event);
    case 'resolved':
      return resolved(before, event);
    case 'closed':
      return closed(before, event);
    case 'corrected': {
      const after = isWhole(lead) ? corrected(lead, event) : undefined;
      if (after === undefined) return undefined;
      return { ...before, lead: after, calls: calls.map((call) => ({ ...call, phone: after.phone })) };
    }
    case 'rated': {
      const { state } = lead;
      if (!isWhole(lead) || state === 'pending' || state === 'held') return undefined;
      const after = { ...before, lead: rated(lead, event.rating, event.comment) };
      // A replay takes up the step of a closed lead, and of a dead one, whose failed step is before it.
      return state === 'closed' || nextStep(stepsOf(after)) === undefined
        ? after
        : inState(after, 'pending', event.now);
    }
    case 'restored': {
      if (lead.state !== 'pending' || !isReadable(lead)) return undefined;
      const outcome = { endedAt: event.now, answer: 'pending in the backup' };
      const steps = lead.steps.map((step): Step => (isOpen(step) ? { ...step, state: 'unknown', ...outcome } : step));
      const uncertain = calls.map((call) =>
        isBeingPlaced(call) ? changeCall(call, { type: 'outcome-lost', ...outcome, now: event.now }) : call,
      );
      return inState({ ...before, lead: { ...lead, steps }, calls: uncertain }, 'unknown', event.now);
    }
  }
}

/** What an operator can do with a lead now, whose steps include those of its calls: what would change it. */
export function legalActions(lead: StoredLead): LeadAction[] {
  return operatorEvents.flatMap(([action, event]) =>
    event === undefined || changeLead({ lead, calls: [] }, event) !== undefined ? [action] : [],
  );
}

const nobody = { now: 0, by: '' };

/** In the order in which they are offered. A lead can be erased whatever it is. */
const operatorEvents: readonly [LeadAction, LeadEvent | undefined][] = [
  ['release', { type: 'released', calls: new Map(), now: 0 }],
  ['resolve-done', { type: 'resolved', outcome: 'done', ...nobody }],
  ['resolve-skipped', { type: 'resolved', outcome: 'skipped', ...nobody }],
  ['replay', { type: 'replayed', now: 0, callTtlMs: 0 }],
  ['close', { type: 'closed', ...nobody }],
  ['erase', undefined],
];

/** All steps of a lead: its calls are the last ones. */
export function stepsOf({ lead, calls }: LeadWithCalls): Step[] {
  return [...lead.steps, ...calls.map(callStep).filter((step) => step !== undefined)];
}

const endedAnswer = 'ended by an operator';
const replayedAnswer = 'replayed by an operator';

/** Every failed or unknown step is to do again, and those that a closed lead still had. The steps follow the form as it is now. */
function replayed(before: LeadWithCalls, { now, callTtlMs, form }: ReplayRequest): LeadWithCalls | undefined {
  const { lead, calls } = before;
  const isLeft = (step: Step) => isFailed(step) || (lead.state === 'closed' && step.state === 'pending');
  if (!isWhole(lead) || lead.state === 'pending' || lead.state === 'held' || !stepsOf(before).some(isLeft)) {
    return undefined;
  }
  const answer =
    form === undefined ? `${replayedAnswer} as stored: its form is not configured any more` : replayedAnswer;
  const { closed: _, ...open } = lead;
  // The answers may have been corrected, and the routes of the form may have changed.
  const { plan, callback } = form === undefined ? {} : routeLead(form, lead.record);
  const retried = { ...open, steps: retriedSteps(lead.steps, answer) };
  const { reported: __, ...after } = {
    ...before,
    lead: plan === undefined ? retried : withPlan(retried, plan, answer),
    calls: calls.map((call) => {
      const step = callStep(call);
      if (step === undefined || !isFailed(step)) return call;
      return changeCall(call, { type: 'replayed', answer, expiresAt: now + callTtlMs, ...(callback && { callback }) });
    }),
  };
  // How the lead ends is reported again, even if it ends as before.
  return inState(after, stateOf(stepsOf(after)), now);
}

/** A lead whose enrolment or another of its own steps is skipped was not delivered as configured: it is closed. */
function resolved(
  before: LeadWithCalls,
  { outcome, ...decision }: Decision & { outcome: CallOutcome },
): LeadWithCalls | undefined {
  const { lead, calls } = before;
  const { now, by, reason = 'its unknown steps were skipped' } = decision;
  const isAtRest = lead.state !== 'pending' && lead.state !== 'held' && lead.state !== 'closed';
  const unknown = stepsOf(before).filter(({ state }) => state === 'unknown');
  if (!isWhole(lead) || !isAtRest || unknown.length === 0) return undefined;
  const answer = 'resolved by an operator';
  const after = {
    ...before,
    lead: {
      ...lead,
      steps: lead.steps.map((step) =>
        step.state === 'unknown' ? { ...step, state: outcome, endedAt: now, answer } : step,
      ),
    },
    calls: calls.map((call) =>
      callStep(call)?.state === 'unknown' ? changeCall(call, { ...decision, type: 'ended', outcome, answer }) : call,
    ),
  };
  const state = stateOf(stepsOf(after));
  if (state !== 'delivered' || outcome === 'done' || unknown.every(({ step }) => step === 'call')) {
    return inState(after, state, now);
  }
  return inState({ ...after, lead: { ...after.lead, closed: { by, reason } } }, 'closed', now);
}

/** Its steps stay as they were, so that they say how far the delivery got; its open calls are cancelled for good. */
function closed(before: LeadWithCalls, { now, by, reason }: Decision): LeadWithCalls | undefined {
  const { lead, calls } = before;
  if (!isWhole(lead) || lead.state === 'delivered' || lead.state === 'closed') return undefined;
  const answer = 'closed by an operator';
  // A crash interrupted what is being sent, and no process has claimed the lead since.
  const interrupted = { endedAt: now, answer: 'interrupted' };
  const after = {
    ...before,
    lead: {
      ...lead,
      steps: lead.steps.map(
        (step): Step => (step.state === 'sending' ? { ...step, state: 'unknown', ...interrupted } : step),
      ),
      closed: { by, reason },
    },
    calls: calls.map((call) => {
      if (call.state === 'placing') return changeCall(call, { type: 'outcome-lost', ...interrupted, now });
      return isBeingPlaced(call) || call.state === 'planned' || isHeldCall(call)
        ? changeCall(call, { type: 'cancelled', answer, now })
        : call;
    }),
  };
  return inState(after, 'closed', now);
}

/** A pending lead is due at once. For the others `nextAt` means nothing. */
function inState({ lead, ...others }: LeadWithCalls, state: LeadState, now: number): LeadWithCalls {
  const { endedAt: _, ...open } = lead;
  if (state !== 'pending') return { ...others, lead: { ...open, state, nextAt: now, endedAt: now } };
  const since = lead.state === 'pending' ? {} : { pendingSince: now };
  return { ...others, lead: { ...open, state, nextAt: now, ...since } };
}
