import * as z from 'zod/mini';
import { storedCorrection } from '../../protocol/admin/leads.ts';
import { closing } from '../../protocol/proxy/lead-state.ts';
import { proxySession } from '../../protocol/proxy/responses.ts';
import { deliveryPlanSchema, leadSchema, stepSchema } from '../domain/lead.ts';
import { describeRows, jsonText, recordText } from './rows.ts';

/** A lead as its row has it: what is no text or number is JSON. */
const storedLead = z.extend(leadSchema, {
  record: recordText,
  plan: jsonText(deliveryPlanSchema),
  closed: z.optional(jsonText(closing)),
  corrections: z.optional(jsonText(z.array(storedCorrection))),
  steps: jsonText(z.array(stepSchema)),
  session: z.optional(jsonText(proxySession)),
});

const damagedOrigin = { record: () => '{}', plan: () => '{"tags":[]}' };

/** The rows of `leads`. */
export const leadRows = describeRows(storedLead, {
  names: { id: 'lead' },
  fallbacks: {
    state: () => 'unknown',
    ...damagedOrigin,
    steps: () => '[]',
    session: () => undefined,
    closed: () => undefined,
    corrections: () => undefined,
  },
});

/** What others show of a lead: its rows joined with theirs. */
const leadOrigin = z.pick(storedLead, {
  ...{ id: true, form: true, phone: true, record: true, plan: true, acceptedAt: true },
});
export type LeadOrigin = z.output<typeof leadOrigin>;
export const leadOriginRows = describeRows(leadOrigin, {
  names: { id: 'lead' },
  fallbacks: damagedOrigin,
});
