import * as z from 'zod';
import { createLeadRequest, tagRequest, updateLeadRequest } from '../../protocol/service/lead.ts';
import { asCreatedLead, asExistingLead, asLead } from '../leads/lead-views.ts';
import type { Leads } from '../leads/leads.ts';
import { isPhone, parseRecord, phoneRule } from '../leads/record.ts';
import type { StoredLead } from '../store/lead-store.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { failure, type JsonResponse, leadNotFound, success } from './response.ts';

const getLeadQuery = z
  .object({ phone: z.string().optional(), lead_id: z.string().optional() })
  .refine(({ phone, lead_id }) => (phone === undefined) !== (lead_id === undefined), {
    error: 'send either phone or lead_id',
  });

/** Create Lead, Update Lead, Get Lead, Add Tag and Remove Tag. */
export function leadEndpoints(leads: Leads): Endpoint[] {
  return [
    endpoint(['POST', '/lead/create'], 'body', createLeadRequest, ({ record }) => {
      const parsed = parseRecord(record);
      if (!parsed.ok) return failure(400, `record: ${parsed.message}`);
      if (parsed.phone === undefined) return failure(400, 'record.phone is required.');
      const onFile = leads.byPhone(parsed.phone);
      if (onFile !== undefined) return alreadyExists(onFile);
      return success('The lead was created.', { lead: asCreatedLead(leads.create(parsed.phone, parsed.fields)) });
    }),

    endpoint(['PATCH', '/lead/update'], 'body', updateLeadRequest, ({ lead_id, ...record }) => {
      if ('record' in record) return failure(400, 'Send the fields at the top level of the body, not in record.');
      const lead = leads.byId(lead_id);
      if (lead === undefined) return leadNotFound;
      const parsed = parseRecord(phoneAsText(record));
      if (!parsed.ok) return failure(400, parsed.message);
      const owner = leads.otherOwner(parsed.phone, lead);
      if (owner !== undefined) return alreadyExists(owner);
      leads.update(lead, parsed.fields, parsed.phone);
      return success('The lead was updated.', { lead_id });
    }),

    endpoint(['GET', '/lead/get'], 'query', getLeadQuery, ({ phone, lead_id }) => {
      if (phone !== undefined && !isPhone(phone)) return failure(400, `phone must be ${phoneRule}.`);
      const lead = phone === undefined ? leads.byId(lead_id ?? '') : leads.byPhone(phone);
      return lead === undefined ? leadNotFound : { status: 200, body: asLead(lead) };
    }),

    endpoint(['PATCH', '/lead/tag'], 'body', tagRequest, ({ lead_id, tag }) => {
      const lead = leads.byId(lead_id);
      if (lead === undefined) return leadNotFound;
      leads.addTag(lead, tag);
      return success('The tag was added.', { lead_id, tag });
    }),

    // The query parameters are named like the body of Add Tag (`assumptions.removeTagParameters`).
    endpoint(['DELETE', '/lead/tag'], 'query', tagRequest, ({ lead_id, tag }) => {
      const lead = leads.byId(lead_id);
      if (lead === undefined) return leadNotFound;
      leads.removeTag(lead, tag);
      return success('The tag was removed.', { lead_id, tag });
    }),
  ];
}

function alreadyExists(lead: StoredLead): JsonResponse {
  const message = 'A lead with this phone number already exists. Use the update method to change it.';
  return failure(409, message, { lead: asExistingLead(lead) });
}

/** The schema of Update Lead has no phone. A phone that is not a string is refused like one in the wrong format. */
function phoneAsText({ phone, ...fields }: Record<string, unknown>) {
  return phone === undefined ? fields : { ...fields, phone: typeof phone === 'string' ? phone : '' };
}
