import type { AdminLead, AdminStep } from '../../protocol/admin/leads.ts';
import type { FormField } from '../../protocol/form.ts';
import type { StoredCall } from '../domain/call.ts';
import { isAtService, type Step, type StoredLead } from '../domain/lead.ts';
import { legalActions } from '../domain/lead-transitions.ts';
import { causeOf } from '../domain/steps.ts';
import { isoTime } from '../iso-time.ts';
import type { Block } from '../store/queries/block-list.ts';
import type { Note } from '../store/queries/notes.ts';
import { describeBlock } from './block-routes.ts';

export type LeadContext = {
  /** The call that waits for the release of the lead. */
  heldCall?: StoredCall | undefined;
  /** The fields of its form, as it is configured now. */
  fields?: readonly Pick<FormField, 'name' | 'label'>[];
  /** What journeys are called, by their IDs. */
  names?: Readonly<Record<string, string>>;
  /** What operators have written about it. */
  notes?: readonly Note[];
  /** Of its number. */
  block?: Block | undefined;
};

/** A lead for the dashboard. Its session is left out: whoever has it can read the conversation. */
export function describeLead(
  lead: StoredLead,
  { heldCall, fields = [], names = {}, block, notes }: LeadContext = {},
): AdminLead {
  const { form, state, held, closed, corrections, phone, record, serviceLead } = lead;
  const cause = causeOf(lead);
  return {
    lead: lead.id,
    form,
    route: lead.plan.route,
    state,
    held,
    cause,
    closed,
    ...(lead.steps.some(({ step, state }) => step === 'call' && state === 'expired') && { isCallMissed: true }),
    heldCall: heldCall && describeHeldCall(heldCall),
    blocked: block && describeBlock(block),
    corrections: corrections?.map(({ at, ...correction }) => ({ ...correction, at: isoTime(at) })),
    ...(fields.length > 0 && state !== 'delivered' && phone !== '' && { correctable: correctableFields(lead, fields) }),
    labels: labelsOf(fields),
    notes: notes?.map(({ at, ...note }) => ({ ...note, at: isoTime(at) })),
    phone,
    record,
    steps: lead.steps.map((step) => describeStep(step, names)),
    actions: legalActions(lead),
    serviceLead,
    acceptedAt: isoTime(lead.acceptedAt),
    nextAt: isoTime(lead.nextAt),
    endedAt: isoTime(lead.endedAt),
  };
}

/** In English, which the dashboard is in, or else in the form's first language. */
function labelsOf(fields: NonNullable<LeadContext['fields']>): AdminLead['labels'] {
  const labels = fields.flatMap(({ name, label }) => {
    const text = typeof label === 'object' ? (label.en ?? Object.values(label)[0]) : label;
    return text === undefined || text === '' ? [] : [[name, text]];
  });
  return labels.length === 0 ? undefined : Object.fromEntries(labels);
}

/** The service finds a lead by its phone, so the phone of a lead that it has is corrected there. */
function correctableFields(lead: StoredLead, fields: readonly { name: string }[]): string[] {
  return fields.map(({ name }) => name).filter((name) => name !== 'phone' || !isAtService(lead));
}

function describeHeldCall({ requestedAt, plannedAt, expiresAt }: StoredCall): AdminLead['heldCall'] {
  return { requestedAt: isoTime(requestedAt), plannedAt: isoTime(plannedAt), expiresAt: isoTime(expiresAt) };
}

/** Without what only delivery needs of it. */
function describeStep(
  { step, name, state, attempts, startedAt, endedAt, retryAt, answer, reason }: Step,
  names: Readonly<Record<string, string>>,
): AdminStep {
  const title = step === 'journey' && name !== undefined ? names[name] : undefined;
  const times = { startedAt: isoTime(startedAt), endedAt: isoTime(endedAt), retryAt: isoTime(retryAt) };
  return { step, name, title, state, attempts, ...times, answer, reason };
}
