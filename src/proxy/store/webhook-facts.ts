import * as z from 'zod/mini';
import { callEventTypes, callState, closing, leadEventTypes, leadStates } from '../../protocol/index.ts';

/** An event of a lead or a call: the facts at that moment, besides the lead's own data. */
export const webhookFactsSchema = z.union([
  z.object({
    type: z.enum(leadEventTypes),
    state: z.enum(leadStates),
    held: z.optional(z.string()),
    cause: z.optional(z.string()),
    closed: z.optional(closing),
    serviceLead: z.optional(z.string()),
  }),
  z.object({
    type: z.enum(callEventTypes),
    call: z.string(),
    state: callState,
    reason: z.optional(z.string()),
    requestedAt: z.number(),
    plannedAt: z.optional(z.number()),
    transfers: z.number(),
    serviceCall: z.optional(z.string()),
  }),
]);
export type WebhookFacts = z.infer<typeof webhookFactsSchema>;
