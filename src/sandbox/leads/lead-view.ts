import type { StoredLead } from '../store/lead-store.ts';
import type { Fields } from '../store/row.ts';

/** The text fields of 2.1, which are there even without a value. */
const blank = { first_name: '', last_name: '', email: '', company: '' };

/** The lead as Get Lead returns it, custom fields beside the others. */
export function leadOnFile({ leadId, phone, fields, tags, createdAt, updatedAt }: StoredLead): Fields {
  return { lead_id: leadId, phone, ...blank, ...fields, tags, created_at: createdAt, updated_at: updatedAt };
}

/** The lead as Create Lead returns it: all strings. */
export function createdLead({ leadId, phone, fields, timezone }: StoredLead): Fields {
  const { first_name = '', last_name = '' } = fields;
  return { lead_id: leadId, phone, first_name, last_name, timezone };
}

/** What the 409 of Create Lead tells of the lead on file (rule 1). */
export function existingLead({ leadId, phone, fields }: StoredLead): Fields {
  return { lead_id: leadId, phone, first_name: fields.first_name ?? '' };
}

/** The data that a journey runs with (Send to Workflow; Update & Send to Workflow). */
export function journeyRecord({ phone, fields, tags }: StoredLead): Fields {
  return { phone, ...fields, tags };
}
