import * as z from 'zod';
import { createLeadRequest, updateLeadRequest } from '../../protocol/index.ts';
import type { LeadFile } from '../leads/lead-file.ts';
import { createdLead, existingLead, leadOnFile } from '../leads/lead-view.ts';
import { isPhone, phoneRule } from '../leads/phone.ts';
import { otherLeadWith, readRecord } from '../leads/record.ts';
import type { StoredLead } from '../store/lead-store.ts';
import { type Answer, failure, leadNotFound, success } from './answer.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

/** Query of Get Lead. */
const getLeadQuery = z
  .object({ phone: z.string().optional(), lead_id: z.string().optional() })
  .refine(({ phone, lead_id }) => (phone === undefined) !== (lead_id === undefined), {
    error: 'give phone or lead_id, one of them',
  });

/** Create, Update and Get Lead (4.2 to 4.4). */
export function leadEndpoints(leads: LeadFile): Endpoint[] {
  return [
    endpoint(['POST', '/lead/create'], 'body', createLeadRequest, ({ record }) => {
      const reading = readRecord(record);
      if (!reading.ok) return failure(400, `record: ${reading.message}`);
      if (reading.phone === undefined) return failure(400, 'record.phone is required.');
      const onFile = leads.byPhone(reading.phone);
      if (onFile !== undefined) return alreadyExists(onFile);
      return success('The lead was created.', { lead: createdLead(leads.create(reading.phone, reading.fields)) });
    }),

    endpoint(['PATCH', '/lead/update'], 'body', updateLeadRequest, ({ lead_id, ...record }) => {
      if ('record' in record) return failure(400, 'The fields are sent at the top level of the body, not in record.');
      const lead = leads.byId(lead_id);
      if (lead === undefined) return leadNotFound;
      const reading = readRecord(phoneAsText(record));
      if (!reading.ok) return failure(400, reading.message);
      const other = otherLeadWith(leads, reading.phone, lead);
      if (other !== undefined) return alreadyExists(other);
      leads.change(lead, reading.fields, reading.phone);
      return success('The lead was updated.', { lead_id });
    }),

    endpoint(['GET', '/lead/get'], 'query', getLeadQuery, ({ phone, lead_id }) => {
      if (phone !== undefined && !isPhone(phone)) return failure(400, `phone must be ${phoneRule}.`);
      const lead = phone === undefined ? leads.byId(lead_id ?? '') : leads.byPhone(phone);
      return lead === undefined ? leadNotFound : { status: 200, body: leadOnFile(lead) };
    }),
  ];
}

function alreadyExists(lead: StoredLead): Answer {
  const message = 'A lead with this phone number already exists. Use the update method to change it.';
  return failure(409, message, { lead: existingLead(lead) });
}

/** Update Lead's schema knows no phone; one of another type is refused like one of another form. */
function phoneAsText({ phone, ...fields }: Record<string, unknown>) {
  return phone === undefined ? fields : { ...fields, phone: typeof phone === 'string' ? phone : '' };
}
