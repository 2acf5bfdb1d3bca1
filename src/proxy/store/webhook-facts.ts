import * as z from 'zod/mini';
import { type CallState, callState, leadStates, type WebhookType } from '../../protocol/index.ts';
import type { StoredCall } from './call-log.ts';
import { causeOf, heldReason } from './steps.ts';
import type { StoredLead } from './stored-lead.ts';

/** What a webhook reports besides the lead's own data, as it was when it happened. */
export const webhookFactsSchema = z.union([
  z.object({
    kind: z.literal('lead'),
    state: z.enum(leadStates),
    held: z.optional(z.string()),
    cause: z.optional(z.string()),
    serviceLead: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal('call'),
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

export type ReportedChange = { type: WebhookType; facts: WebhookFacts };

/** The events of a new lead. A held one is accepted and held. */
export function acceptedChanges(held: string | undefined): ReportedChange[] {
  if (held === undefined) return [{ type: 'lead.accepted', facts: { kind: 'lead', state: 'pending' } }];
  const facts: WebhookFacts = { kind: 'lead', state: 'held', held };
  return [
    { type: 'lead.accepted', facts },
    { type: 'lead.held', facts },
  ];
}

/** The event of a lead that reached a last state; undefined while it is pending. */
export function leadChange(lead: StoredLead): ReportedChange | undefined {
  if (lead.state === 'pending') return undefined;
  const cause = lead.state === 'held' ? undefined : causeOf(lead);
  return {
    type: `lead.${lead.state}`,
    facts: {
      kind: 'lead',
      state: lead.state,
      ...(lead.held !== undefined && lead.state === 'held' && { held: lead.held }),
      ...(cause !== undefined && { cause }),
      ...(lead.serviceLead !== undefined && { serviceLead: lead.serviceLead }),
    },
  };
}

/** The event of a call that is planned or has ended; undefined while it is under way. */
export function callChange(call: StoredCall): ReportedChange | undefined {
  const type = callEventType(call.state, call.reason);
  if (type === undefined) return undefined;
  const { id, state, reason, requestedAt, plannedAt, transfers, serviceCall } = call;
  return {
    type,
    facts: {
      kind: 'call',
      call: id,
      state,
      ...(reason !== undefined && { reason }),
      requestedAt,
      ...(plannedAt !== undefined && { plannedAt }),
      transfers,
      ...(serviceCall !== undefined && { serviceCall }),
    },
  };
}

function callEventType(state: CallState, reason: string | undefined): WebhookType | undefined {
  switch (state) {
    case 'planned':
      return 'call.planned';
    case 'waiting':
    case 'placing':
    case 'ringing':
    case 'answered':
      return undefined;
    case 'refused':
      // The release of a held lead decides about its call again.
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
