import { verifiedFieldsName } from '../../protocol/reserved-names.ts';
import type { Step, StoredLead } from '../domain/lead.ts';
import { correctionStep } from '../domain/record-changes.ts';
import { pendingStep } from '../domain/steps.ts';
import { isOnceOnly } from './classify-error.ts';
import type { StepResult } from './step-request.ts';
import { overwritingRecord } from './verified-fields.ts';

/** The steps of a lead during its delivery, and its ID at the service once known. */
export type Progress = { steps: Step[]; serviceLead: string | undefined };

/**
 * The steps of a lead when it is claimed. A step in `sending` was interrupted by a crash, so nobody knows whether its
 * request was processed. A safe step is repeated; an enrolment or a call is not.
 */
export function recoveredSteps(steps: readonly Step[], retryUnknownEnrolments: boolean, now: number): Step[] {
  return steps.map((step) => {
    if (step.state !== 'sending') return step;
    return isOnceOnly(step.step, retryUnknownEnrolments)
      ? { ...step, state: 'unknown', endedAt: now, answer: 'interrupted' }
      : { ...step, state: 'pending', answer: 'interrupted' };
  });
}

/** With one of the steps changed. */
export function withStep(progress: Progress, index: number, change: Partial<Step>): Progress {
  return { ...progress, steps: progress.steps.map((step, at) => (at === index ? { ...step, ...change } : step)) };
}

/** After a success. `read` is followed by an update of the fields that are blank in the lead on file. */
export function afterSuccess(
  lead: StoredLead,
  progress: Progress,
  index: number,
  result: StepResult,
  now: number,
): Progress {
  const { steps: done } = withStep(progress, index, {
    state: result.state ?? 'done',
    endedAt: now,
    answer: result.summary,
  });
  const fills = progress.steps[index]?.step === 'read' && overwrites(lead) === false;
  return {
    steps: fills ? insertAfter(done, index, updateStep(result.blanks ?? [], result.verifiedFields)) : done,
    serviceLead: result.serviceLead ?? progress.serviceLead,
  };
}

/**
 * After a 409 of Create Lead. The next step reads the lead, unless Update & Send to Workflow overwrites it and no other
 * step needs its ID. A repeated request may have met what an earlier one of this lead has created: then what an operator
 * has corrected since is written, too.
 */
export function afterConflict(
  lead: StoredLead,
  progress: Progress,
  index: number,
  { onFile, isAgain }: { onFile: string | undefined; isAgain: boolean },
  now: number,
): Progress {
  const { steps: done } = withStep(progress, index, { state: 'done', endedAt: now, answer: '409 lead-exists' });
  const needsRead = !overwrites(lead) || (onFile === undefined && lead.plan.tags.length > 0);
  const correction = isAgain && !overwrites(lead) ? correctionStep(lead) : undefined;
  return {
    steps: needsRead
      ? insertAfter(done, index, pendingStep('read'), ...(correction === undefined ? [] : [correction]))
      : done,
    serviceLead: onFile ?? progress.serviceLead,
  };
}

/** After the lead on file is gone: it is created again, once. Undefined if that was tried before. */
export function afterLoss(progress: Progress): Progress | undefined {
  if (progress.steps.some(({ again }) => again === true)) return undefined;
  return {
    steps: progress.steps
      .filter(({ step }) => step !== 'read' && step !== 'update')
      .map((step) => (step.step === 'create' ? pendingStep('create', { again: true }) : step)),
    serviceLead: undefined,
  };
}

/**
 * After the store found a recent enrolment of this phone in the journey: the step is skipped. Update Lead then writes
 * what Update & Send to Workflow would have written.
 */
export function afterEnrolledAlready(lead: StoredLead, progress: Progress, index: number, now: number): Progress {
  const { steps: skipped } = withStep(progress, index, {
    state: 'skipped',
    endedAt: now,
    answer: 'this phone is in the journey already',
  });
  const record = overwritingRecord(lead.record);
  const fields = Object.keys(lead.record).filter((name) => name !== 'phone');
  if (!overwrites(lead) || fields.length === 0) return { ...progress, steps: skipped };
  const update = updateStep(fields, String(record[verifiedFieldsName]));
  // Update & Send to Workflow would have found the lead by its phone.
  const read = progress.serviceLead === undefined ? [pendingStep('read')] : [];
  return { ...progress, steps: insertAfter(skipped, index, ...read, update) };
}

/** The outcome of another lead's enrolment says nothing about this one, so an operator decides about both. */
export function afterUncertainEnrolment(progress: Progress, index: number, now: number): Progress {
  const answer = 'an earlier lead of this phone may be in the journey';
  return withStep(progress, index, { state: 'unknown', endedAt: now, answer });
}

function overwrites(lead: StoredLead): boolean {
  return lead.plan.journey?.onExisting === 'update';
}

function updateStep(fields: string[], verifiedFields: string | undefined): Step {
  return fields.length > 0 || verifiedFields !== undefined
    ? pendingStep('update', { fields, verifiedFields })
    : { step: 'update', state: 'skipped', attempts: 0, fields, answer: 'nothing is missing' };
}

function insertAfter(steps: readonly Step[], index: number, ...added: Step[]): Step[] {
  return [...steps.slice(0, index + 1), ...added, ...steps.slice(index + 1)];
}
