import { isPlanned, plannedSteps } from '../store/steps.ts';
import type { DeliveryPlan, Step, StoredLead } from '../store/stored-lead.ts';

/** Whether a replay does this step again. */
export function isFailed({ state }: Pick<Step, 'state'>): boolean {
  return ['unknown', 'dead', 'expired'].includes(state);
}

/** The steps of a replayed lead: every failed or unknown one is pending again, with `answer` as its outcome so far. */
export function retriedSteps(steps: readonly Step[], answer: string): Step[] {
  return steps.map((step) => (isFailed(step) ? { ...fresh(step), answer } : step));
}

/**
 * A lead with another plan, which replaces the steps of the earlier one that are not done yet; `answer` is the outcome so
 * far of the new ones. The journey of an enrolled lead stays.
 */
export function withPlan(lead: StoredLead, plan: DeliveryPlan, answer?: string): StoredLead {
  return { ...lead, plan: planOf(lead, plan), steps: plannedAgain(lead, plan, answer) };
}

function planOf({ steps, plan: earlier }: StoredLead, plan: DeliveryPlan): DeliveryPlan {
  const isEnrolled = steps.some((step) => step.step === 'journey' && isSettled(step));
  if (!isEnrolled) return plan;
  const { journey: _, ...rest } = plan;
  return { ...rest, journey: earlier.journey };
}

/** Settled steps stay unchanged. */
function plannedAgain({ steps, serviceLead }: StoredLead, plan: DeliveryPlan, answer: string | undefined): Step[] {
  const added = answer === undefined ? {} : { answer };
  const settled = steps.filter((step) => isPlanned(step) && isSettled(step));
  const settledJourney = settled.find(({ step }) => step === 'journey');
  const asked = plannedSteps(plan).filter(({ step }) => step !== 'journey' || settledJourney === undefined);
  const planned = [
    ...settled.filter((step) => step.step !== 'journey' && !asked.some((wanted) => isSameStep(step, wanted))),
    ...asked.map((wanted) => steps.find((step) => isSameStep(step, wanted)) ?? { ...wanted, ...added }),
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
    name,
    fields,
    verifiedFields,
    state: 'pending',
    attempts: 0,
  };
}
