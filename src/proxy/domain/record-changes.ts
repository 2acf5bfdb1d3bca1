import { ratingCommentName, ratingName, verifiedFieldsName } from '../../protocol/reserved-names.ts';
import { isAtService, type Step, type StoredLead } from './lead.ts';
import { isOpen, isPlanned, pendingStep } from './steps.ts';

/*
 * What changes in the record of a lead after it was accepted, and the steps that write it to the service: an operator corrects
 * values, and the visitor rates the chat.
 */

export type CorrectRequest = {
  now: number;
  by: string;
  /** New values, as they go to the service; undefined removes one. A phone in E.164 digits. */
  values: Readonly<Record<string, string | boolean | undefined>>;
};

/**
 * A lead after an operator corrected values of its record. Undefined for a delivered lead, and for the phone of a lead that
 * the service has.
 */
export function corrected(lead: StoredLead, { now, by, values: wanted }: CorrectRequest): StoredLead | undefined {
  const { state, steps, phone, corrections = [] } = lead;
  // A value that stays as it is was not corrected, and whoever signed it vouches for it still.
  const values = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => lead.record[name] !== value));
  if (state === 'delivered' || (values.phone !== undefined && isAtService(lead))) return undefined;
  const names = Object.keys(values);
  const after = {
    ...lead,
    phone: typeof values.phone === 'string' ? values.phone : phone,
    record: correctedRecord(lead.record, values),
    corrections: [...corrections, ...names.map((field) => ({ field, at: now, by }))],
  };
  return { ...after, steps: isAtService(lead) && names.length > 0 ? withCorrection(after, names) : steps };
}

/** What Update Lead writes of all that operators have corrected. Undefined if that is nothing. */
export function correctionStep(lead: Pick<StoredLead, 'record' | 'corrections'>): Step | undefined {
  const fields = (lead.corrections ?? []).map(({ field }) => field).filter((name) => name !== 'phone');
  return fields.length === 0 ? undefined : updateStep(lead, [...new Set(fields)]);
}

/**
 * A signed lead vouches at the service for its phone alone then, by which it is found: what else is verified there may be the values
 * of an earlier lead, and a mark that is lost is better than one that is wrong.
 */
function updateStep({ record }: Pick<StoredLead, 'record'>, fields: string[]): Step {
  const signed = record[verifiedFieldsName];
  if (typeof signed !== 'string') return pendingStep('update', { fields });
  return pendingStep('update', { fields, verifiedFields: signed.split(',').includes('phone') ? 'phone' : '' });
}

function correctedRecord(record: StoredLead['record'], values: CorrectRequest['values']): Record<string, unknown> {
  const entries = Object.entries({ ...record, ...values }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (name !== verifiedFieldsName || typeof value !== 'string') return [name, value];
      // Nobody has signed the new values.
      const signed = value.split(',').filter((field) => !Object.hasOwn(values, field));
      return [name, signed.join()];
    }),
  );
}

/** Before the tags and the journey. */
function withCorrection(lead: StoredLead, names: string[]): Step[] {
  const { steps } = lead;
  const open = steps.find(({ step, state }) => step === 'update' && state !== 'done' && state !== 'skipped');
  if (open !== undefined) {
    const { fields, verifiedFields } = updateStep(lead, [...new Set([...(open.fields ?? []), ...names])]);
    return steps.map((step) =>
      step === open ? { ...step, fields, ...(verifiedFields !== undefined && { verifiedFields }) } : step,
    );
  }
  const planned = steps.findIndex(isPlanned);
  const at = planned === -1 ? steps.length : planned;
  const isRead = steps.some(({ step, state }) => step === 'read' && state !== 'done');
  const read = isRead ? [] : readSteps(lead);
  return [...steps.slice(0, at), ...read, updateStep(lead, names), ...steps.slice(at)];
}

/** A lead whose visitor has rated the chat, with a step that writes the rating to the service. */
export function rated(lead: StoredLead, rating: number, comment: string | undefined): StoredLead {
  // A comment on an earlier chat does not belong to this rating.
  const hadComment = Object.hasOwn(lead.record, ratingCommentName);
  const text = comment ?? (hadComment ? '' : undefined);
  const values = { [ratingName]: rating, ...(text !== undefined && { [ratingCommentName]: text }) };
  // A step like it that is still to do, or has failed, would write older values.
  const others = lead.steps.filter((step) => !(isRatingStep(step) && step.state !== 'done'));
  const about = { fields: Object.keys(values) };
  // The last step: it says nothing that another one needs.
  const steps = [...others, ...readSteps(lead, about), pendingStep('update', about)];
  return { ...lead, record: { ...lead.record, ...values }, steps };
}

/** Whether the step only writes a rating, or reads the lead for it. */
export function isRatingStep({ fields }: Step): boolean {
  return fields?.includes(ratingName) === true && fields.every(isRatingField);
}

/** The steps without what is left to do for a rating that cannot be written. `outcome`: why. */
export function withoutRating(steps: readonly Step[], outcome: Pick<Step, 'endedAt' | 'answer' | 'reason'>): Step[] {
  return steps.map((step) => (isRatingStep(step) && isOpen(step) ? { ...step, ...outcome, state: 'skipped' } : step));
}

function isRatingField(name: string): boolean {
  return name === ratingName || name === ratingCommentName;
}

/** Update Lead needs the lead's id. Update & Send to Workflow finds a lead on file by its phone, so the id may be unknown. */
function readSteps({ serviceLead }: StoredLead, about: Pick<Step, 'fields'> = {}): Step[] {
  return serviceLead === undefined ? [pendingStep('read', about)] : [];
}
