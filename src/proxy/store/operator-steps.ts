import { isPlanned, plannedSteps } from './steps.ts';
import type { DeliveryPlan, Step, StoredLead } from './stored-lead.ts';

/**
 * The steps of a replayed lead: every failed or unknown one is pending again. Undefined if there is no such step.
 * `plan`, if passed, replaces the steps of the earlier plan that are not done yet. The journey of an enrolled lead
 * stays.
 */
export function replayed(
  { steps, serviceLead }: Pick<StoredLead, 'steps' | 'serviceLead'>,
  plan: DeliveryPlan | undefined,
): Step[] | undefined {
  if (!steps.some(isFailed)) return undefined;
  const answer =
    plan === undefined ? `${replayedAnswer} as stored: its form is not configured any more` : replayedAnswer;
  const again = steps.map((step) => (isFailed(step) ? { ...fresh(step), answer } : step));
  return plan === undefined ? again : withPlan(again, plan, serviceLead);
}

/**
 * The steps after an operator settled every unknown one. Undefined if there is no such step. A dead lead is closed: all
 * steps that are not done get the same outcome, and nothing more is sent.
 */
export function resolved(
  { steps, state }: Pick<StoredLead, 'steps' | 'state'>,
  outcome: 'done' | 'skipped',
  now: number,
): Step[] | undefined {
  const open: Step['state'][] = state === 'dead' ? ['unknown', 'dead', 'pending'] : ['unknown'];
  if (!steps.some((step) => open.includes(step.state))) return undefined;
  return steps.map((step) =>
    open.includes(step.state) ? { ...step, state: outcome, endedAt: now, answer: 'resolved by an operator' } : step,
  );
}

const replayedAnswer = 'replayed by an operator';

function isFailed({ state }: Step): boolean {
  return ['unknown', 'dead', 'expired'].includes(state);
}

function isSettled({ state }: Step): boolean {
  return state === 'done' || state === 'skipped';
}

function fresh({ step, name, fields }: Step): Step {
  return {
    step,
    ...(name === undefined ? {} : { name }),
    ...(fields === undefined ? {} : { fields }),
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
