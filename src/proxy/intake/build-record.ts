import { attributionKeys, type LeadRequest } from '../../protocol/index.ts';
import { cleanText } from './clean-text.ts';

/**
 * The lead as it goes to the service: the form's fields, and what the browser knows beyond them as custom fields. A
 * field of the form wins over a custom field of the same name.
 */
export function buildRecord(
  request: LeadRequest,
  values: Record<string, string | boolean>,
  consentVersion: string | undefined,
  acceptedAt: number,
): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  const note = (name: string, text: string | undefined) => {
    const kept = cleanText(text ?? '');
    if (kept !== '') record[name] = kept;
  };
  const { first, last } = request.attribution ?? {};
  for (const key of attributionKeys) {
    note(key, last?.[key] ?? (key === 'referrer' ? request.page?.referrer : undefined));
    note(`first_${key}`, first?.[key]);
  }
  note('page_url', request.page?.url);
  if (request.consent?.granted === true) {
    note('consent_version', consentVersion);
    record.consent_at = new Date(acceptedAt).toISOString();
  }
  return Object.assign(record, values);
}
