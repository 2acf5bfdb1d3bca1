import * as z from 'zod/mini';
import { callState } from '../../protocol/proxy/call-state.ts';
import { closing, leadStates } from '../../protocol/proxy/lead-state.ts';
import { callEventTypes, leadEventTypes, ratingEventType } from '../../protocol/proxy/webhook.ts';
import type { StoredCall } from './call.ts';
import { isHeldCall } from './call-transitions.ts';
import { type LeadWithCalls, stepsOf } from './lead-transitions.ts';
import { causeOf } from './steps.ts';

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
    type: z.literal(ratingEventType),
    state: z.enum(leadStates),
    rating: z.int(),
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

/** The events of a change: of its calls first. A state that was reported already is not reported again. */
export function eventsOf(before: LeadWithCalls, after: LeadWithCalls): WebhookFacts[] {
  const calls = after.calls.map((call) => {
    const known = before.calls.find(({ id }) => id === call.id);
    // A planned call that is moved is planned anew.
    const isSame = known !== undefined && known.state === call.state && known.plannedAt === call.plannedAt;
    const isReported = isSame && callEvent(known) !== undefined;
    return isReported ? undefined : callEvent(call);
  });
  const lead = after.lead.state === after.reported ? undefined : leadEvent(after);
  return [...calls, lead].filter((event) => event !== undefined);
}

/** The event of a lead that reached a last state. Undefined while it is pending. */
function leadEvent(after: LeadWithCalls): WebhookFacts | undefined {
  const { lead } = after;
  if (lead.state === 'pending') return undefined;
  const cause = lead.state === 'held' ? undefined : causeOf({ ...lead, steps: stepsOf(after) });
  return {
    type: `lead.${lead.state}`,
    state: lead.state,
    ...(lead.held !== undefined && lead.state === 'held' && { held: lead.held }),
    cause,
    closed: lead.closed,
    serviceLead: lead.serviceLead,
  };
}

/** The events of a new call. */
export function callEvents(call: StoredCall): WebhookFacts[] {
  return [callEvent(call)].filter((event) => event !== undefined);
}

/** The event of a call that is planned or has ended. Undefined while it is in progress. */
function callEvent(call: StoredCall): WebhookFacts | undefined {
  // The call is decided again when the held lead is released.
  const type = isHeldCall(call) ? undefined : callEventsByState[call.state];
  if (type === undefined) return undefined;
  const { id, state, reason, requestedAt, plannedAt, transfers, serviceCall } = call;
  return { type, call: id, state, reason, requestedAt, plannedAt, transfers, serviceCall };
}

const callEventsByState: Record<StoredCall['state'], 'call.planned' | 'call.ended' | undefined> = {
  ...{ planned: 'call.planned', waiting: undefined, placing: undefined, ringing: undefined, answered: undefined },
  ...{ completed: 'call.ended', failed: 'call.ended', expired: 'call.ended', cancelled: 'call.ended' },
  ...{ refused: 'call.ended', unknown: 'call.ended' },
};
