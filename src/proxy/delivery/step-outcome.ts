import type { Step, StoredLead } from '../store/stored-lead.ts';
import type { StepAnswer } from './step-request.ts';

/** How a lead goes on: its steps, and what is known of it at the service. */
export type Progress = { steps: Step[]; serviceLead: string | undefined };

/** The steps with one of them changed. */
export function withStep(steps: readonly Step[], index: number, change: Partial<Step>): Step[] {
  return steps.map((step, at) => (at === index ? { ...step, ...change } : step));
}

/** After a success. `read` is followed by the update of what the lead on file lacks. */
export function afterSuccess(
  lead: StoredLead,
  progress: Progress,
  index: number,
  answer: StepAnswer,
  now: number,
): Progress {
  const done = withStep(progress.steps, index, {
    state: answer.refused === true ? 'dead' : 'done',
    endedAt: now,
    answer: answer.answer,
  });
  const fills = progress.steps[index]?.step === 'read' && overwrites(lead) === false;
  return {
    steps: fills ? insertAfter(done, index, updateStep(answer.blanks ?? [])) : done,
    serviceLead: answer.serviceLead ?? progress.serviceLead,
  };
}

/** After a 409 of Create Lead: the lead is read first, unless 4.8 will overwrite it and nothing else needs its id. */
export function afterConflict(
  lead: StoredLead,
  progress: Progress,
  index: number,
  onFile: string | undefined,
  now: number,
): Progress {
  const done = withStep(progress.steps, index, { state: 'done', endedAt: now, answer: '409 lead-exists' });
  const needsRead = !overwrites(lead) || (onFile === undefined && lead.plan.tags.length > 0);
  const read: Step = { step: 'read', state: 'pending', attempts: 0 };
  return { steps: needsRead ? insertAfter(done, index, read) : done, serviceLead: onFile ?? progress.serviceLead };
}

/** The lead on file is gone: it is created again, once; undefined when that was tried already. */
export function afterLoss(progress: Progress): Progress | undefined {
  if (progress.steps.some(({ again }) => again === true)) return undefined;
  return {
    steps: progress.steps
      .filter(({ step }) => step !== 'read' && step !== 'update')
      .map((step) => (step.step === 'create' ? { step: 'create', state: 'pending', attempts: 0, again: true } : step)),
    serviceLead: undefined,
  };
}

/**
 * The phone was enrolled in this journey a short while ago, so it is not enrolled again. What 4.8 would have written on
 * the way is written by 4.3.
 */
export function afterEnrolledAlready(lead: StoredLead, progress: Progress, index: number, now: number): Progress {
  const skipped = withStep(progress.steps, index, {
    state: 'skipped',
    endedAt: now,
    answer: 'this phone is in the journey already',
  });
  const fields = Object.keys(lead.record).filter((name) => name !== 'phone');
  const writes = overwrites(lead) && progress.serviceLead !== undefined && fields.length > 0;
  return { ...progress, steps: writes ? insertAfter(skipped, index, updateStep(fields)) : skipped };
}

function overwrites(lead: StoredLead): boolean {
  return lead.plan.journey?.onExisting === 'update';
}

function updateStep(fields: string[]): Step {
  return fields.length > 0
    ? { step: 'update', state: 'pending', attempts: 0, fields }
    : { step: 'update', state: 'skipped', attempts: 0, fields, answer: 'nothing is missing' };
}

function insertAfter(steps: readonly Step[], index: number, step: Step): Step[] {
  return [...steps.slice(0, index + 1), step, ...steps.slice(index + 1)];
}
