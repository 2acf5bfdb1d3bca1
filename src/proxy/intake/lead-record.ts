import { attributionKeys, type LeadRequest } from '../../protocol/index.ts';
import { cleanText } from './text.ts';

export type LeadRecordOptions = {
  /** The form's fields; they win over custom fields of the same name. */
  fields: Record<string, string | boolean>;
  consentVersion: string | undefined;
  acceptedAt: number;
};

/** The lead as it is sent to the service: the form's fields, and what else the browser knows as custom fields. */
export function buildLeadRecord(request: LeadRequest, options: LeadRecordOptions): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  const set = (name: string, text: string | undefined) => {
    const cleaned = cleanText(text ?? '');
    if (cleaned !== '') record[name] = cleaned;
  };
  const { first, last } = request.attribution ?? {};
  for (const key of attributionKeys) {
    set(key, last?.[key] ?? (key === 'referrer' ? request.page?.referrer : undefined));
    set(`first_${key}`, first?.[key]);
  }
  set('page_url', request.page?.url);
  if (request.consent?.granted === true) {
    set('consent_version', options.consentVersion);
    record.consent_at = new Date(options.acceptedAt).toISOString();
  }
  return Object.assign(record, options.fields);
}
