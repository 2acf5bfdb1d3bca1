import { verifiedFieldsName } from '../../protocol/reserved-names.ts';
import type { Step, StoredLead } from './lead.ts';
import { isPlanned } from './steps.ts';

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
  if (state === 'delivered' || (values.phone !== undefined && isPhoneFinal(lead))) return undefined;
  const names = Object.keys(values);
  return {
    ...lead,
    phone: typeof values.phone === 'string' ? values.phone : phone,
    record: correctedRecord(lead.record, values),
    steps: isPhoneFinal(lead) && names.length > 0 ? withUpdate(lead, names) : steps,
    corrections: [...corrections, ...names.map((field) => ({ field, at: now, by }))],
  };
}

/** Whether the service has the lead, which it finds by its phone; perhaps without having told its id. */
export function isPhoneFinal({ steps, serviceLead }: Pick<StoredLead, 'steps' | 'serviceLead'>): boolean {
  return serviceLead !== undefined || steps.some(({ step, state }) => step === 'create' && state === 'done');
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

/** Adds a step that writes these fields to the lead at the service, before the tags and the journey. */
function withUpdate({ steps, serviceLead }: StoredLead, names: readonly string[]): Step[] {
  const open = steps.find(({ step, state }) => step === 'update' && state !== 'done' && state !== 'skipped');
  if (open !== undefined) {
    const fields = [...new Set([...(open.fields ?? []), ...names])];
    return steps.map((step) => (step === open ? { ...step, fields } : step));
  }
  const planned = steps.findIndex(isPlanned);
  const at = planned === -1 ? steps.length : planned;
  // Update & Send to Workflow finds a lead on file by its phone, so its id may be unknown.
  const isRead = serviceLead !== undefined || steps.some(({ step, state }) => step === 'read' && state !== 'done');
  const read: Step[] = isRead ? [] : [{ step: 'read', state: 'pending', attempts: 0 }];
  const update: Step = { step: 'update', state: 'pending', attempts: 0, fields: [...names] };
  return [...steps.slice(0, at), ...read, update, ...steps.slice(at)];
}
