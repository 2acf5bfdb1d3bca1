import type { StoredLead } from '../store/lead-store.ts';
import type { Fields } from '../store/row.ts';
import type { LeadFile } from './lead-file.ts';
import { phoneRule, phoneToKeep } from './phone.ts';

/** What the service itself decides about a lead: a record that names one of these is refused rather than half taken. */
const ownFields = ['lead_id', 'tags', 'timezone', 'created_at', 'updated_at'];

export type RecordReading = { ok: true; phone: string | undefined; fields: Fields } | { ok: false; message: string };

/** Splits a record into the phone and the other fields; custom fields are taken (`assumptions.recordTakesCustomFields`). */
export function readRecord({ phone, ...fields }: Fields & { phone?: string | undefined }): RecordReading {
  const own = ownFields.find((name) => Object.hasOwn(fields, name));
  if (own !== undefined) return { ok: false, message: `${own} is not a field that can be set.` };
  if (phone === undefined) return { ok: true, phone: undefined, fields };
  const kept = phoneToKeep(phone);
  if (kept === undefined) return { ok: false, message: `phone must be ${phoneRule}.` };
  return { ok: true, phone: kept, fields };
}

/** The lead that has this phone already, unless it is this very lead. */
export function otherLeadWith(leads: LeadFile, phone: string | undefined, lead: StoredLead): StoredLead | undefined {
  const found = phone === undefined ? undefined : leads.byPhone(phone);
  return found?.leadId === lead.leadId ? undefined : found;
}
