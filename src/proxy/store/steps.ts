import type { LeadState } from '../../protocol/index.ts';
import type { NewLead } from './lead-intake.ts';
import type { Step } from './stored-lead.ts';

/** The steps that a new lead begins with; `read` and `update` join them when the lead turns out to be on file. */
export function firstSteps({ plan }: Pick<NewLead, 'plan'>): Step[] {
  const steps: Step[] = [{ step: 'create', state: 'pending', attempts: 0 }];
  for (const tag of plan.tags) steps.push({ step: 'tag', name: tag, state: 'pending', attempts: 0 });
  if (plan.journey !== undefined) {
    steps.push({ step: 'journey', name: plan.journey.id, state: 'pending', attempts: 0 });
  }
  return steps;
}

export function callStep(call: string): Step {
  return { step: 'call', name: call, state: 'pending', attempts: 0 };
}

/**
 * The step to do next. A dead step holds back everything after it but a call: whoever waits for a call should not miss
 * it because a tag was refused.
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

/** The lead's state that follows from its steps. */
export function stateOf(steps: readonly Step[]): Exclude<LeadState, 'held'> {
  if (nextStep(steps) !== undefined) return 'pending';
  if (steps.some(({ state }) => state === 'dead')) return 'dead';
  return steps.some(({ state }) => state === 'unknown') ? 'unknown' : 'delivered';
}

/** What a checkpoint leaves behind: its own steps, and the calls that were asked for since the lead was claimed. */
export function afterCheckpoint(
  given: readonly Step[],
  kept: readonly Step[],
): { steps: Step[]; state: LeadState; settled: boolean } {
  const known = new Set(given.filter(({ step }) => step === 'call').map(({ name }) => name));
  const steps = [...given, ...kept.filter(({ step, name }) => step === 'call' && !known.has(name))];
  return { steps, state: stateOf(steps), settled: stateOf(given) !== 'pending' };
}

/** The steps with those that failed or are in doubt to be done again; undefined when there is none. */
export function replayed(steps: readonly Step[]): Step[] | undefined {
  const again = (step: Step) => ['unknown', 'dead', 'expired'].includes(step.state);
  if (!steps.some(again)) return undefined;
  return steps.map((step) => (again(step) ? { ...fresh(step), answer: 'replayed by an operator' } : step));
}

/** The steps with those in doubt settled by an operator; undefined when there is none. */
export function resolved(steps: readonly Step[], outcome: 'done' | 'skipped', now: number): Step[] | undefined {
  if (!steps.some(({ state }) => state === 'unknown')) return undefined;
  return steps.map((step) =>
    step.state === 'unknown' ? { ...step, state: outcome, endedAt: now, answer: 'resolved by an operator' } : step,
  );
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
