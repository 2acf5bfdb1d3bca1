import * as z from 'zod/mini';
import { uuid } from '../identifiers.ts';
import { callState } from './call-state.ts';
import { closing, leadStates } from './lead-state.ts';

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

/** What a message to the team is about. */
export const webhookTypeNames: Record<WebhookType, string> = {
  'lead.accepted': 'New lead',
  'lead.delivered': 'Lead sent',
  'lead.unknown': 'Lead to check by hand',
  'lead.held': 'Suspected spam',
  'lead.dead': 'Lead refused',
  'lead.closed': 'Lead closed',
  'call.planned': 'Call planned',
  'call.ended': 'Call ended',
  'chat.rated': 'Chat rated',
};

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
