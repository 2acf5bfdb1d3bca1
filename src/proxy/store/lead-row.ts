import * as z from 'zod/mini';
import { leadStates, proxySession } from '../../protocol/index.ts';
import { jsonText, recordText } from './json-text.ts';
import { deliveryPlanSchema, type StoredLead, stepSchema } from './stored-lead.ts';

const leadRow = z.object({
  lead: z.string(),
  form: z.string(),
  phone: z.string(),
  record: recordText,
  plan: jsonText(deliveryPlanSchema),
  state: z.enum(leadStates),
  held: z.nullable(z.string()),
  steps: jsonText(z.array(stepSchema)),
  service_lead: z.nullable(z.string()),
  session: z.nullable(z.string()),
  accepted_at: z.number(),
  next_at: z.number(),
  ended_at: z.nullable(z.number()),
  request_id: z.nullable(z.string()),
  token_hash: z.nullable(z.string()),
});

const sessionText = jsonText(proxySession);

/** The columns that `readLeadRow` needs. */
export const leadColumns = Object.keys(leadRow.shape).join(', ');

/** Reads a row of `leads` from either database. */
export function readLeadRow(row: unknown): StoredLead {
  const read = leadRow.parse(row);
  return {
    id: read.lead,
    form: read.form,
    phone: read.phone,
    record: read.record,
    plan: read.plan,
    state: read.state,
    ...(read.held === null ? {} : { held: read.held }),
    steps: read.steps,
    ...(read.service_lead === null ? {} : { serviceLead: read.service_lead }),
    ...(read.session === null ? {} : { session: sessionText.parse(read.session) }),
    acceptedAt: read.accepted_at,
    nextAt: read.next_at,
    ...(read.ended_at === null ? {} : { endedAt: read.ended_at }),
    ...(read.request_id === null ? {} : { requestId: read.request_id }),
    ...(read.token_hash === null ? {} : { tokenHash: read.token_hash }),
  };
}
