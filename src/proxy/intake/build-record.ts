import { attributionKeys, type LeadRequest } from '../../protocol/index.ts';

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
  const { first, last } = request.attribution ?? {};
  for (const key of attributionKeys) {
    const lastTouch = last?.[key] ?? (key === 'referrer' ? request.page?.referrer : undefined);
    if (isGiven(lastTouch)) record[key] = lastTouch;
    if (isGiven(first?.[key])) record[`first_${key}`] = first?.[key];
  }
  if (isGiven(request.page?.url)) record.page_url = request.page?.url;
  if (request.consent?.granted === true) {
    if (consentVersion !== undefined) record.consent_version = consentVersion;
    record.consent_at = new Date(acceptedAt).toISOString();
  }
  return Object.assign(record, values);
}

function isGiven(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}
