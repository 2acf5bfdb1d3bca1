import { cutText } from '../../protocol/cut-text.ts';
import type { LeadState } from '../../protocol/proxy/lead-state.ts';
import type { DeliveryPlan, Step, StepKind, StoredLead } from './lead.ts';

/** The first steps of a new lead. `read` and `update` are added if the lead turns out to be on file. */
export function firstSteps({ plan }: { plan: DeliveryPlan }): Step[] {
  return [pendingStep('create'), ...plannedSteps(plan)];
}

/** A step that nobody has tried yet. */
export function pendingStep(step: StepKind, about: Partial<Omit<Step, 'step' | 'state' | 'attempts'>> = {}): Step {
  return { step, ...about, state: 'pending', attempts: 0 };
}

/** The steps of a plan, in the order for a new and a replayed lead. */
function plannedSteps({ tags, journey }: DeliveryPlan): Step[] {
  const ofTags = tags.map((name) => pendingStep('tag', { name }));
  return journey === undefined ? ofTags : [...ofTags, pendingStep('journey', { name: journey.id })];
}

/** Whether `plannedSteps` creates this kind of step. A replay removes those that are not in the current plan. */
const plannedKinds: Record<StepKind, boolean> = {
  create: false,
  read: false,
  update: false,
  tag: true,
  journey: true,
  call: false,
};

export function isPlanned({ step }: Step): boolean {
  return plannedKinds[step];
}

/**
 * The next step. A dead step blocks all later steps except a call: nobody should miss a call because a tag was refused.
 */
export function nextStep(steps: readonly Step[]): Step | undefined {
  let blocked = false;
  for (const step of steps) {
    if (step.state === 'dead') blocked = true;
    if (isOpen(step) && (!blocked || step.step === 'call')) return step;
  }
  return undefined;
}

/** The lead's state, derived from its steps. */
export function stateOf(steps: readonly Step[]): Exclude<LeadState, 'held'> {
  if (nextStep(steps) !== undefined) return 'pending';
  if (steps.some(({ state }) => state === 'dead')) return 'dead';
  return steps.some(({ state }) => state === 'unknown') ? 'unknown' : 'delivered';
}

/** States of leads that need the operator. */
export const attentionStates = ['unknown', 'dead', 'held'] as const satisfies LeadState[];

/**
 * Why a lead needs the operator: the reason of a held lead, else the failed step and its outcome. `causeSql` of the store
 * repeats this rule, to filter and count.
 */
export function causeOf({ state, held, steps }: Pick<StoredLead, 'state' | 'held' | 'steps'>): string | undefined {
  if (!attentionStates.some((listed) => listed === state)) return undefined;
  if (state === 'held') return held ?? state;
  const failed = steps.find((step) => step.state === state);
  return failed === undefined ? state : cutText(`${failed.step}: ${failed.answer ?? failed.state}`, 200);
}

/** Whether it is still to do. One that is being sent is, as far as anybody knows. */
export function isOpen({ state }: Pick<Step, 'state'>): boolean {
  return state === 'pending' || state === 'sending';
}

/** Whether a replay does this step again. */
export function isFailed({ state }: Pick<Step, 'state'>): boolean {
  return ['unknown', 'dead', 'expired'].includes(state);
}

/** The steps of a replayed lead: every failed or unknown one is pending again, with `answer` as its outcome so far. */
export function retriedSteps(steps: readonly Step[], answer: string): Step[] {
  return steps.map((step) => {
    const { step: kind, name, fields, verifiedFields } = step;
    return isFailed(step) ? pendingStep(kind, { name, fields, verifiedFields, answer }) : step;
  });
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
  const read = needsId && isIdUnknown ? [pendingStep('read')] : [];
  return [...head, ...read, ...planned, ...tail];
}

function isSettled({ state }: Step): boolean {
  return state === 'done' || state === 'skipped';
}

function isSameStep(first: Step, second: Step): boolean {
  return first.step === second.step && first.name === second.name;
}
