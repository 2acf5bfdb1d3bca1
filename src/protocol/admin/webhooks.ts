import * as z from 'zod/mini';
import { uuid } from '../identifiers.ts';
import { webhookTypes } from '../proxy/webhook.ts';
import { time } from './leads.ts';

export const webhookStates = ['pending', 'delivered', 'dead', 'dismissed'] as const;
/** State of a webhook. `dead`: the receiver refused it for about three days. `dismissed`: an operator gave up a dead one. */
export type WebhookState = (typeof webhookStates)[number];

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
