import { isPlanned, plannedSteps } from '../store/steps.ts';
import type { DeliveryPlan, Step, StoredLead } from '../store/stored-lead.ts';

/** Whether a replay does this step again. */
export function isFailed({ state }: Pick<Step, 'state'>): boolean {
  return ['unknown', 'dead', 'expired'].includes(state);
}

/**
 * The steps of a replayed lead, without its calls: every failed or unknown one is pending again, with `answer` as its
 * outcome so far. `plan`, if passed, replaces the steps of the earlier plan that are not done yet. The journey of an
 * enrolled lead stays.
 */
export function replayedSteps(
  { steps, serviceLead }: Pick<StoredLead, 'steps' | 'serviceLead'>,
  plan: DeliveryPlan | undefined,
  answer: string,
): Step[] {
  const again = steps.map((step) => (isFailed(step) ? { ...fresh(step), answer } : step));
  return plan === undefined ? again : withPlan(again, plan, serviceLead, answer);
}

/** The plan of a replayed lead. The journey of an enrolled lead stays. */
export function replayedPlan(
  { steps, plan: earlier }: Pick<StoredLead, 'steps' | 'plan'>,
  plan: DeliveryPlan,
): DeliveryPlan {
  const isEnrolled = steps.some((step) => step.step === 'journey' && isSettled(step));
  if (!isEnrolled) return plan;
  const { journey: _, ...rest } = plan;
  return { ...rest, ...(earlier.journey !== undefined && { journey: earlier.journey }) };
}

/** Adds the steps of a plan. Settled steps stay unchanged. */
function withPlan(steps: readonly Step[], plan: DeliveryPlan, serviceLead: string | undefined, answer: string): Step[] {
  const settled = steps.filter((step) => isPlanned(step) && isSettled(step));
  const settledJourney = settled.find(({ step }) => step === 'journey');
  const asked = plannedSteps(plan).filter(({ step }) => step !== 'journey' || settledJourney === undefined);
  const planned = [
    ...settled.filter((step) => step.step !== 'journey' && !asked.some((wanted) => isSameStep(step, wanted))),
    ...asked.map((wanted) => steps.find((step) => isSameStep(step, wanted)) ?? { ...wanted, answer }),
    ...(settledJourney === undefined ? [] : [settledJourney]),
  ];
  const first = steps.findIndex(isPlanned);
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

function isSettled({ state }: Step): boolean {
  return state === 'done' || state === 'skipped';
}

function isSameStep(first: Step, second: Step): boolean {
  return first.step === second.step && first.name === second.name;
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
