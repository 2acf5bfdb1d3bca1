import type { Fields } from '../store/columns.ts';
import type { StoredLead } from '../store/lead-store.ts';

/** Text fields of a lead that Get Lead returns even when they are empty. */
const emptyFields = { first_name: '', last_name: '', email: '', company: '' };

/** The lead as Get Lead returns it, with its custom fields. */
export function asLead({ leadId, phone, fields, tags, createdAt, updatedAt }: StoredLead): Fields {
  return { lead_id: leadId, phone, ...emptyFields, ...fields, tags, created_at: createdAt, updated_at: updatedAt };
}

/** The lead as Create Lead returns it. */
export function asCreatedLead({ leadId, phone, fields, timezone }: StoredLead): Fields {
  const { first_name = '', last_name = '' } = fields;
  return { lead_id: leadId, phone, first_name, last_name, timezone };
}

/** The lead on file in a 409 of Create Lead. */
export function asExistingLead({ leadId, phone, fields }: StoredLead): Fields {
  return { lead_id: leadId, phone, first_name: fields.first_name ?? '' };
}

/** The data that a journey runs with. */
export function asJourneyRecord({ phone, fields, tags }: StoredLead): Fields {
  return { phone, ...fields, tags };
}
