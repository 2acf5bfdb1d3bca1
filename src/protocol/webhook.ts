import * as z from 'zod/mini';
import { closing, leadStates } from './admin-api.ts';
import { callState } from './call-state.ts';
import { uuid } from './identifiers.ts';
import { webhookStates } from './webhook-state.ts';

export const leadEventTypes = [
  'lead.accepted',
  'lead.delivered',
  'lead.unknown',
  'lead.held',
  'lead.dead',
  'lead.closed',
] as const;
export const callEventTypes = ['call.planned', 'call.ended'] as const;
/** The visitor of a lead has rated a chat. */
export const ratingEventType = 'chat.rated';
/** The events that webhooks report. */
export const webhookTypes = [...leadEventTypes, ...callEventTypes, ratingEventType] as const;
export type WebhookType = (typeof webhookTypes)[number];

const time = z.iso.datetime();

/** The lead that an event is about. Phone and fields are empty once the lead's data was deleted, and the page is absent. */
const leadFacts = {
  /** Name of the form. */
  form: z.string(),
  /** Address of the page that it was sent from. */
  page: z.optional(z.string()),
  /** The tags of its form and its route. */
  tags: z.array(z.string()),
  /** Journey ID, if it has one. */
  journey: z.optional(z.string()),
  /** The route that its answers have chosen: the name, or `#1` for the first one without a name. */
  route: z.optional(z.string()),
  /** E.164 digits, such as `14155552671`. */
  phone: z.string(),
  /** The form's fields and custom fields, as they go to the service. */
  fields: z.record(z.string(), z.unknown()),
};

/** `data` of the events of a lead. */
export const leadEventData = z.object({
  /** The proxy's id of the lead: the one of the 202, and of the widget's events. */
  lead: uuid,
  /** The lead's state after the change. */
  state: z.enum(leadStates),
  ...leadFacts,
  acceptedAt: time,
  /** Why it is held: `honeypot`, `too-fast`, `captcha-failed`, `captcha-unavailable`, `phone-limit`, `blocked` or `unreadable`. */
  held: z.optional(z.string()),
  /** Why it is unknown or dead: the step and its outcome, such as `journey: 404 not-found`. */
  cause: z.optional(z.string()),
  /** Who closed it, and why. */
  closed: z.optional(closing),
  /** The service's id of the lead, once known. */
  serviceLead: z.optional(z.string()),
});

/** `data` of the events of a call. */
export const callEventData = z.object({
  /** The proxy's id of the call: the one of `POST /calls`. */
  call: uuid,
  /** The proxy's id of its lead. */
  lead: uuid,
  /** The call's state after the change. */
  state: callState,
  ...leadFacts,
  requestedAt: time,
  /** The time that the visitor chose; absent for a call that was requested for now. */
  at: z.optional(time),
  /** Why it is refused: the name of a limit, `closed`, `country`, `not-offered` or `off`. */
  reason: z.optional(z.string()),
  /** How many times the call was transferred. */
  transfers: z.number(),
  /** The service's id of the call, once known. */
  serviceCall: z.optional(z.string()),
});

/** `data` of `chat.rated`. The comment is in `fields`, as `chat_rating_comment`. */
export const ratingEventData = z.object({
  /** The proxy's id of the lead. */
  lead: uuid,
  /** The lead's state. */
  state: z.enum(leadStates),
  ...leadFacts,
  /** 1 to 5; of two thumbs, 1 or 5. */
  rating: z.int(),
});

const leadEvent = z.object({
  type: z.enum(leadEventTypes),
  /** When it happened. */
  timestamp: time,
  data: leadEventData,
});

const callEvent = z.object({
  type: z.enum(callEventTypes),
  /** When it happened. */
  timestamp: time,
  data: callEventData,
});

const ratingEvent = z.object({
  type: z.literal(ratingEventType),
  /** When the rating was written to the lead. */
  timestamp: time,
  data: ratingEventData,
});

/** The JSON body of a webhook. */
export const webhookEvent = z.union([leadEvent, callEvent, ratingEvent]);
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** A webhook in the admin API. */
export const adminWebhook = z.object({
  webhook: uuid,
  type: z.enum(webhookTypes),
  lead: z.string(),
  /** First and last name of the lead. */
  name: z.optional(z.string()),
  /** E.164 digits; empty after its data was deleted. */
  phone: z.optional(z.string()),
  call: z.optional(z.string()),
  /** Name of the receiver; of one without a name the host of its URL, whose path may be a secret. */
  receiver: z.string(),
  /** Whether that receiver is not configured any more, so that nobody posts the webhook. */
  isOrphaned: z.optional(z.boolean()),
  state: z.enum(webhookStates),
  attempts: z.number(),
  /** Outcome of the last attempt: `503`, `timeout`. */
  answer: z.optional(z.string()),
  createdAt: time,
  /** Time of the next attempt. */
  nextAt: time,
  endedAt: z.optional(time),
});
export type AdminWebhook = z.infer<typeof adminWebhook>;

/** `GET /admin/api/webhooks`, newest first. With `next` there may be more: send it as `before`. */
export const adminWebhooks = z.object({ webhooks: z.array(adminWebhook), next: z.optional(z.string()) });

/** `POST /admin/api/webhooks/:id/replay`. */
export const webhookReplayed = z.object({ status: z.literal('success') });

/** `POST /admin/api/webhooks/:id/dismiss`. */
export const webhookDismissed = z.object({ status: z.literal('success') });

/** What is done with several webhooks at once: how many of them are posted again, or dismissed. */
export const webhooksChanged = z.object({ status: z.literal('success'), changed: z.number() });
