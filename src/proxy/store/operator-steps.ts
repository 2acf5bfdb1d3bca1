import type { Closing, LeadState } from '../../protocol/index.ts';
import type { Decision } from './lead-admin.ts';
import { heldCallSql, isPlanned, plannedSteps, stateOf } from './steps.ts';
import type { DeliveryPlan, Step, StoredLead } from './stored-lead.ts';

/** A lead after an operator has changed it. */
export type ChangedLead = { state: LeadState; steps: Step[]; closed?: Closing };

/**
 * The steps of a replayed lead: every failed or unknown one is pending again, and those that a closed lead still had.
 * Undefined if there is no such step. `plan`, if passed, replaces the steps of the earlier plan that are not done yet. The journey of an enrolled lead
 * stays.
 */
export function replayed(
  { steps, state, serviceLead }: Pick<StoredLead, 'steps' | 'state' | 'serviceLead'>,
  plan: DeliveryPlan | undefined,
): Step[] | undefined {
  if (!steps.some((step) => isFailed(step) || (state === 'closed' && step.state === 'pending'))) return undefined;
  const answer =
    plan === undefined ? `${replayedAnswer} as stored: its form is not configured any more` : replayedAnswer;
  const again = steps.map((step) => (isFailed(step) ? { ...fresh(step), answer } : step));
  return plan === undefined ? again : withPlan(again, plan, serviceLead);
}

/**
 * The lead after an operator settled its unknown steps. Undefined if there is no such step. If another step than a call
 * was skipped, the lead was not delivered as configured, so it is closed.
 */
export function resolved(
  { steps, state }: Pick<StoredLead, 'steps' | 'state'>,
  outcome: 'done' | 'skipped',
  { now, by, reason = 'its unknown steps were skipped' }: Decision,
): ChangedLead | undefined {
  const open = steps.filter((step) => step.state === 'unknown');
  if (open.length === 0 || state === 'closed') return undefined;
  const settled = steps.map((step) =>
    step.state === 'unknown' ? { ...step, state: outcome, endedAt: now, answer: 'resolved by an operator' } : step,
  );
  const after = stateOf(settled);
  return after === 'delivered' && outcome === 'skipped' && open.some(({ step }) => step !== 'call')
    ? { state: 'closed', steps: settled, closed: { by, reason } }
    : { state: after, steps: settled };
}

/**
 * The lead after an operator closed it. Its steps stay as they were, so that they say how far the delivery got; but a call
 * is not placed even if the lead is replayed. Undefined if the lead has ended already, or is being delivered.
 */
export function closed(
  { steps, state }: Pick<StoredLead, 'steps' | 'state'>,
  { now, by, reason }: Decision,
): ChangedLead | undefined {
  if (state === 'delivered' || state === 'closed') return undefined;
  const ended = steps.map((step): Step => {
    if (step.step === 'call' && step.state === 'pending') {
      return { ...step, state: 'skipped', endedAt: now, answer: 'closed by an operator' };
    }
    // A crash interrupted it, and no process has claimed the lead since.
    return step.state === 'sending' ? { ...step, state: 'unknown', endedAt: now, answer: 'interrupted' } : step;
  });
  return { state: 'closed', steps: ended, closed: { by, ...(reason !== undefined && { reason }) } };
}

/** Whether the delivery of a lead has ended, so that its steps can be replayed or resolved. */
export function hasEnded({ state }: Pick<StoredLead, 'state'>): boolean {
  return state !== 'pending' && state !== 'held';
}

/** States of calls that are not placed once their lead is closed. A call that waits for the release of its lead is one, too. */
export const openCallsSql = `(state IN ('planned', 'waiting') OR ${heldCallSql})`;

const replayedAnswer = 'replayed by an operator';

function isFailed({ state }: Step): boolean {
  return ['unknown', 'dead', 'expired'].includes(state);
}

function isSettled({ state }: Step): boolean {
  return state === 'done' || state === 'skipped';
}

function fresh({ step, name, fields, verifiedFields }: Step): Step {
  return {
    step,
    ...(name === undefined ? {} : { name }),
    ...(fields === undefined ? {} : { fields }),
    ...(verifiedFields === undefined ? {} : { verifiedFields }),
    state: 'pending',
    attempts: 0,
  };
}

function isSameStep(first: Step, second: Step): boolean {
  return first.step === second.step && first.name === second.name;
}

/** Adds the steps of a plan. Settled steps stay unchanged. */
function withPlan(steps: readonly Step[], plan: DeliveryPlan, serviceLead: string | undefined): Step[] {
  const settled = steps.filter((step) => isPlanned(step) && isSettled(step));
  const settledJourney = settled.find(({ step }) => step === 'journey');
  const asked = plannedSteps(plan).filter(({ step }) => step !== 'journey' || settledJourney === undefined);
  const planned = [
    ...settled.filter((step) => step.step !== 'journey' && !asked.some((wanted) => isSameStep(step, wanted))),
    ...asked.map((wanted) => steps.find((step) => isSameStep(step, wanted)) ?? { ...wanted, answer: replayedAnswer }),
    ...(settledJourney === undefined ? [] : [settledJourney]),
  ];
  const first = steps.findIndex((step) => isPlanned(step) || step.step === 'call');
  const head = first === -1 ? steps : steps.slice(0, first);
  const tail = first === -1 ? [] : steps.slice(first).filter((step) => !isPlanned(step));
  // Update & Send to Workflow finds the lead by its phone. Every other planned step needs the lead's ID.
  const needsId = planned.some(
    (step) => !isSettled(step) && (step.step !== 'journey' || plan.journey?.onExisting === 'keep'),
  );
  // The earlier plan may have only overwritten the lead on file, which needs no ID.
  const isIdUnknown = serviceLead === undefined && head.every((step) => step.step !== 'read' && isSettled(step));
  const read: Step[] = needsId && isIdUnknown ? [{ step: 'read', state: 'pending', attempts: 0 }] : [];
  return [...head, ...read, ...planned, ...tail];
}
