import type { LeadState } from '../../protocol/index.ts';
import type { CallDecision, HeldCallChoice, LeadCall, ReleasedCall, StoredCall } from './call-log.ts';
import type { NewLead } from './lead-intake.ts';
import type { DeliveryPlan, Step, StepKind, StoredLead } from './stored-lead.ts';

/** The first steps of a new lead. `read` and `update` are added if the lead turns out to be on file. */
export function firstSteps({ plan }: Pick<NewLead, 'plan'>): Step[] {
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

/** The step of a call-back. A refused or expired call also has a step, so an operator sees why nobody was called. */
export function callStep(call: string, decision: CallDecision = { state: 'waiting' }): Step {
  const step = { step: 'call', name: call, attempts: 0 } as const;
  switch (decision.state) {
    case 'waiting':
      return { ...step, state: 'pending' };
    case 'expired':
      return { ...step, state: 'expired', answer: 'too late to call' };
    case 'refused':
      return { ...step, state: 'skipped', answer: `refused: ${decision.reason}` };
  }
}

export function decisionOf(call: LeadCall): CallDecision {
  return call.outcome === 'accepted' ? { state: 'waiting' } : { state: 'refused', reason: call.reason };
}

/** The reason of a call-back that waits for the release of its held lead. */
export const heldReason = 'held';

/** The reason of what cannot be read: of a held lead, of a refused call, and the outcome of a webhook. */
export const unreadableReason = 'unreadable';

/** The condition for a call that waits for the release of its lead. */
export const heldCallSql = `state = 'refused' AND reason = '${heldReason}'`;

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

/** The steps of a released lead, with what became of its calls. A planned one becomes a step when it is due. */
export function stepsOnRelease(steps: readonly Step[], calls: ReadonlyMap<string, ReleasedCall>): Step[] {
  const others = steps.filter(({ name }) => name === undefined || !calls.has(name));
  const decided = [...calls].flatMap(([call, decision]): Step[] => {
    if (decision.state === 'planned') return [];
    if (decision.state !== 'cancelled') return [callStep(call, decision)];
    return [{ step: 'call', name: call, attempts: 0, state: 'skipped', answer: 'released without the call' }];
  });
  return [...others, ...decided];
}

/** Whether calls can be added to the steps of a lead: it is neither held nor closed, and a scrubbed lead has no phone. */
export function takesCalls({ state, phone, unreadable }: Pick<StoredLead, 'state' | 'phone' | 'unreadable'>): boolean {
  return state !== 'held' && state !== 'closed' && phone !== '' && unreadable === undefined;
}

/** Whether a requested call is kept until the operator releases the lead. */
export function keepsCalls({ state, phone, unreadable }: Pick<StoredLead, 'state' | 'phone' | 'unreadable'>): boolean {
  return state === 'held' && phone !== '' && unreadable === undefined;
}

/** The condition for a call that the visitor has planned and can cancel. */
export const plannedSql = `(state = 'planned' OR ${heldCallSql} AND planned_at IS NOT NULL)`;

/** Why a planned call cannot be placed at its time, regardless of the configuration and the caps. */
export function plannedCallObstacle(
  expiresAt: number,
  now: number,
  lead: Pick<StoredLead, 'state' | 'phone' | 'unreadable'> | undefined,
): CallDecision | undefined {
  if (now > expiresAt) return { state: 'expired' };
  if (lead?.unreadable !== undefined) return { state: 'refused', reason: unreadableReason };
  if (lead?.state === 'held') return { state: 'refused', reason: heldReason };
  return lead === undefined || !takesCalls(lead) ? { state: 'refused', reason: 'not-offered' } : undefined;
}

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
  return failed === undefined ? state : `${failed.step}: ${failed.answer ?? failed.state}`.slice(0, 200);
}

/**
 * The lead after a checkpoint: with the checkpoint's steps and the calls that were requested since the lead was
 * claimed.
 */
export function afterCheckpoint(
  checkpoint: readonly Step[],
  stored: readonly Step[],
): { steps: Step[]; state: LeadState; settled: boolean } {
  const known = new Set(checkpoint.filter(({ step }) => step === 'call').map(({ name }) => name));
  const steps = [...checkpoint, ...stored.filter(({ step, name }) => step === 'call' && !known.has(name))];
  return { steps, state: stateOf(steps), settled: stateOf(checkpoint) !== 'pending' };
}
