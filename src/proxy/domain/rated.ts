import { ratingCommentName, ratingName } from '../../protocol/reserved-names.ts';
import type { Step, StoredLead } from './lead.ts';

/** A lead whose visitor has rated the chat, with a step that writes the rating to the service. */
export function rated(lead: StoredLead, rating: number, comment: string | undefined): StoredLead {
  // A comment on an earlier chat does not belong to this rating.
  const hadComment = Object.hasOwn(lead.record, ratingCommentName);
  const text = comment ?? (hadComment ? '' : undefined);
  const values = { [ratingName]: rating, ...(text !== undefined && { [ratingCommentName]: text }) };
  return { ...lead, record: { ...lead.record, ...values }, steps: withUpdate(lead, Object.keys(values)) };
}

/** The last step: it says nothing that another one needs. */
function withUpdate({ steps, serviceLead }: StoredLead, fields: string[]): Step[] {
  // A step like it that is still to do, or has failed, would write older values.
  const others = steps.filter((step) => !(isRatingStep(step) && step.state !== 'done'));
  // Update & Send to Workflow finds a lead on file by its phone, so its id may be unknown.
  const read: Step[] = serviceLead === undefined ? [{ step: 'read', state: 'pending', attempts: 0, fields }] : [];
  return [...others, ...read, { step: 'update', state: 'pending', attempts: 0, fields }];
}

/** Whether the step only writes a rating, or reads the lead for it. */
export function isRatingStep({ fields }: Step): boolean {
  return fields?.includes(ratingName) === true && fields.every(isRatingField);
}

/** The steps without what is left to do for a rating that cannot be written. `answer`: why. */
export function withoutRating(steps: readonly Step[], outcome: Pick<Step, 'endedAt' | 'answer' | 'reason'>): Step[] {
  const isLeft = (step: Step) => isRatingStep(step) && (step.state === 'pending' || step.state === 'sending');
  return steps.map((step) => (isLeft(step) ? { ...step, ...outcome, state: 'skipped' } : step));
}

function isRatingField(name: string): boolean {
  return name === ratingName || name === ratingCommentName;
}
