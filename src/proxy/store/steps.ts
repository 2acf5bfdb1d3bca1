import { cutText, type LeadState } from '../../protocol/index.ts';
import type { DeliveryPlan, Step, StepKind, StoredLead } from './stored-lead.ts';

/** The first steps of a new lead. `read` and `update` are added if the lead turns out to be on file. */
export function firstSteps({ plan }: { plan: DeliveryPlan }): Step[] {
  return [{ step: 'create', state: 'pending', attempts: 0 }, ...plannedSteps(plan)];
}

/** The steps of a plan, in the order for a new and a replayed lead. */
export function plannedSteps({ tags, journey }: DeliveryPlan): Step[] {
  const steps: Step[] = tags.map((tag) => ({ step: 'tag', name: tag, state: 'pending', attempts: 0 }));
  if (journey !== undefined) steps.push({ step: 'journey', name: journey.id, state: 'pending', attempts: 0 });
  return steps;
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

/** The reason of a call-back that waits for the release of its held lead. */
export const heldReason = 'held';

/** The reason of what cannot be read: of a held lead, of a refused call, and the outcome of a webhook. */
export const unreadableReason = 'unreadable';

/** The condition for a call that waits for the release of its lead. */
export const heldCallSql = `state = 'refused' AND reason = '${heldReason}'`;

/**
 * The next step. A dead step blocks all later steps except a call: nobody should miss a call because a tag was refused.
 */
export function nextStep(steps: readonly Step[]): Step | undefined {
  let blocked = false;
  for (const step of steps) {
    if (step.state === 'dead') blocked = true;
    const open = step.state === 'pending' || step.state === 'sending';
    if (open && (!blocked || step.step === 'call')) return step;
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
 * Why a lead needs the operator: the reason of a held lead, else the failed step and its outcome. The stores repeat
 * this rule in SQL to filter and count.
 */
export function causeOf({ state, held, steps }: Pick<StoredLead, 'state' | 'held' | 'steps'>): string | undefined {
  if (!attentionStates.some((listed) => listed === state)) return undefined;
  if (state === 'held') return held ?? state;
  const failed = steps.find((step) => step.state === state);
  return failed === undefined ? state : cutText(`${failed.step}: ${failed.answer ?? failed.state}`, 200);
}
