import { cleanText } from '../../protocol/clean-text.ts';
import { consentTextFor, type FormConsent } from '../../protocol/form.ts';
import { attributionKeys } from '../../protocol/proxy/attribution.ts';
import type { LeadRequest } from '../../protocol/proxy/requests.ts';
import { type consentFields, phoneConfirmedName, verifiedFieldsName } from '../../protocol/reserved-names.ts';
import { experimentField } from '../record-fields.ts';
import { sha256 } from '../sha256.ts';
import type { CheckedLead } from './read-lead.ts';

/** `variants`: what the visitor has seen of experiments, as far as the configuration has them. */
export type LeadRecordOptions = { variants: Readonly<Record<string, string>>; consent: ConsentRecord };

/**
 * The record for the service: the form's fields, and everything else that is known as custom fields. A field overrides a
 * custom field of the same name.
 */
export function buildLeadRecord(
  request: LeadRequest,
  checked: Pick<CheckedLead, 'values' | 'attributes' | 'verifiedFields' | 'isPhoneConfirmed'>,
  { variants, consent }: LeadRecordOptions,
): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  const set = (name: string, text: string | undefined) => {
    // Most attribution keys are absent in most leads.
    const cleaned = text === undefined ? '' : cleanText(text);
    if (cleaned !== '') record[name] = cleaned;
  };
  const { first, last } = request.attribution ?? {};
  for (const key of attributionKeys) {
    set(key, last?.[key] ?? (key === 'referrer' ? request.page?.referrer : undefined));
    set(`first_${key}`, first?.[key]);
  }
  set('page_url', request.page?.url);
  for (const [experiment, variant] of Object.entries(variants)) set(experimentField(experiment), variant);
  for (const [name, value] of Object.entries(checked.attributes)) {
    if (typeof value === 'string') set(name, value);
    else record[name] = value;
  }
  set(verifiedFieldsName, checked.verifiedFields.join());
  if (checked.isPhoneConfirmed) record[phoneConfirmedName] = true;
  return Object.assign(record, consent, checked.values);
}

export type ConsentRecord = Partial<Record<(typeof consentFields)[number], string>>;

/** Empty if the visitor has not agreed. For a form without a consent, records the version that the page sends. */
export function recordConsent(
  given: LeadRequest['consent'],
  configured: FormConsent | undefined,
  acceptedAt: number,
): ConsentRecord {
  if (given?.granted !== true) return {};
  const version = cleanText(configured?.version ?? given.version ?? '');
  const record: ConsentRecord = {
    ...(version !== '' && { consent_version: version }),
    consent_at: new Date(acceptedAt).toISOString(),
  };
  if (configured === undefined) return record;
  const shown = consentTextFor(configured.text, given.locale);
  const locale = cleanText(shown.locale);
  return {
    ...record,
    ...(locale !== '' && { consent_locale: locale }),
    consent_text_hash: sha256(shown.text),
  };
}
