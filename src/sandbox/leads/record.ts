import { phoneDigits, withCountryCode } from '../../protocol/phone.ts';
import { defaultAssumptions } from '../../protocol/service/assumptions.ts';
import type { Fields } from '../store/columns.ts';

/** Format of a phone, for error messages. */
export const phoneRule = 'E.164 digits with country code: no "+", spaces or dashes';

export type RecordParseResult =
  | { ok: true; phone: string | undefined; fields: Fields }
  | { ok: false; message: string };

/** Fields that only the service sets. A record with one of them is refused as a whole. */
const readOnlyFields = ['lead_id', 'tags', 'timezone', 'created_at', 'updated_at'];

/**
 * Splits a record into the phone and the other fields, custom fields included (`assumptions.recordTakesCustomFields`).
 */
export function parseRecord({ phone, ...fields }: Fields & { phone?: string | undefined }): RecordParseResult {
  const readOnly = readOnlyFields.find((name) => Object.hasOwn(fields, name));
  if (readOnly !== undefined) return { ok: false, message: `${readOnly} cannot be set.` };
  if (phone === undefined) return { ok: true, phone: undefined, fields };
  const normalized = normalizePhone(phone);
  if (normalized === undefined) return { ok: false, message: `phone must be ${phoneRule}.` };
  return { ok: true, phone: normalized, fields };
}

/** Puts `1` in front of a number without country code (Create Lead, rule 2). Undefined if it is no phone. */
export function normalizePhone(phone: string): string | undefined {
  const digits = withCountryCode(phone, defaultAssumptions.nationalNumberLength);
  return isPhone(digits) ? digits : undefined;
}

export function isPhone(text: string): boolean {
  return phoneDigits.safeParse(text).success;
}
