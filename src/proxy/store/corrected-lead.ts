import type { CorrectRequest } from './lead-admin.ts';
import { isPlanned } from './steps.ts';
import type { Step, StoredLead } from './stored-lead.ts';

type CorrectedLead = Required<Pick<StoredLead, 'phone' | 'record' | 'steps' | 'corrections'>>;

/**
 * A lead after an operator corrected values of its record. Undefined for a delivered or scrubbed lead, for one that cannot be
 * read, and for the phone of a lead that the service has: it finds the lead by the phone.
 */
export function corrected(lead: StoredLead, { now, by, values }: CorrectRequest): CorrectedLead | undefined {
  const { state, steps, serviceLead, phone, corrections = [] } = lead;
  if (state === 'delivered' || phone === '' || lead.unreadable !== undefined) return undefined;
  if (values.phone !== undefined && serviceLead !== undefined) return undefined;
  const names = Object.keys(values);
  return {
    phone: typeof values.phone === 'string' ? values.phone : phone,
    record: correctedRecord(lead.record, values),
    steps: serviceLead === undefined ? steps : withUpdate(steps, names),
    corrections: [...corrections, ...names.map((field) => ({ field, at: now, by }))],
  };
}

/** The columns `phone`, `record`, `steps` and `corrections`. */
export function correctedColumns({ phone, record, steps, corrections }: CorrectedLead): string[] {
  return [phone, JSON.stringify(record), JSON.stringify(steps), JSON.stringify(corrections)];
}

function correctedRecord(record: StoredLead['record'], values: CorrectRequest['values']): Record<string, unknown> {
  const entries = Object.entries({ ...record, ...values }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (name !== 'verified_fields' || typeof value !== 'string') return [name, value];
      // Nobody has signed the new values.
      const signed = value.split(',').filter((field) => !Object.hasOwn(values, field));
      return [name, signed.join()];
    }),
  );
}

/** Adds a step that writes these fields to the lead at the service, before the tags and the journey. */
function withUpdate(steps: readonly Step[], names: readonly string[]): Step[] {
  const open = steps.find(({ step, state }) => step === 'update' && state !== 'done' && state !== 'skipped');
  if (open !== undefined) {
    const fields = [...new Set([...(open.fields ?? []), ...names])];
    return steps.map((step) => (step === open ? { ...step, fields } : step));
  }
  const planned = steps.findIndex((step) => isPlanned(step) || step.step === 'call');
  const at = planned === -1 ? steps.length : planned;
  const update: Step = { step: 'update', state: 'pending', attempts: 0, fields: [...names] };
  return [...steps.slice(0, at), update, ...steps.slice(at)];
}
