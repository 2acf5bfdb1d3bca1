import * as z from 'zod/mini';
import {
  type CallState,
  callEventTypes,
  callState,
  closing,
  leadEventTypes,
  leadStates,
} from '../../protocol/index.ts';
import type { StoredCall } from './call-log.ts';
import { causeOf, heldReason } from './steps.ts';
import type { StoredLead } from './stored-lead.ts';

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

/** The events of a new lead. A held one is accepted and held. */
export function acceptedEvents(held: string | undefined): WebhookFacts[] {
  if (held === undefined) return [{ type: 'lead.accepted', state: 'pending' }];
  return [
    { type: 'lead.accepted', state: 'held', held },
    { type: 'lead.held', state: 'held', held },
  ];
}

/** The event of a lead that reached a last state. Undefined while it is pending. */
export function leadEvent(lead: StoredLead): WebhookFacts | undefined {
  if (lead.state === 'pending') return undefined;
  const cause = lead.state === 'held' ? undefined : causeOf(lead);
  return {
    type: `lead.${lead.state}`,
    state: lead.state,
    ...(lead.held !== undefined && lead.state === 'held' && { held: lead.held }),
    ...(cause !== undefined && { cause }),
    ...(lead.closed !== undefined && { closed: lead.closed }),
    ...(lead.serviceLead !== undefined && { serviceLead: lead.serviceLead }),
  };
}

/** The event of a call that is planned or has ended. Undefined while it is in progress. */
export function callEvent(call: StoredCall): WebhookFacts | undefined {
  const type = callEventType(call.state, call.reason);
  if (type === undefined) return undefined;
  const { id, state, reason, requestedAt, plannedAt, transfers, serviceCall } = call;
  return {
    type,
    call: id,
    state,
    ...(reason !== undefined && { reason }),
    requestedAt,
    ...(plannedAt !== undefined && { plannedAt }),
    transfers,
    ...(serviceCall !== undefined && { serviceCall }),
  };
}

function callEventType(state: CallState, reason: string | undefined): 'call.planned' | 'call.ended' | undefined {
  switch (state) {
    case 'planned':
      return 'call.planned';
    case 'waiting':
    case 'placing':
    case 'ringing':
    case 'answered':
      return undefined;
    case 'refused':
      // The call is decided again when the held lead is released.
      return reason === heldReason ? undefined : 'call.ended';
    case 'completed':
    case 'failed':
    case 'expired':
    case 'cancelled':
    case 'unknown':
      return 'call.ended';
    default:
      return state satisfies never;
  }
}
