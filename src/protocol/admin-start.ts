import * as z from 'zod/mini';

/** What somebody does who sets the proxy up, in this order. */
export const startSteps = ['service', 'page', 'lead', 'delivered', 'webhook', 'hours', 'consent'] as const;
export type StartStep = (typeof startSteps)[number];

/** `GET /admin/api/getting-started`: what is done already. */
export const gettingStarted = z.object({
  steps: z.array(
    z.object({
      step: z.enum(startSteps),
      isDone: z.boolean(),
      /** `page`: which page has loaded the widget first, without its query. `service`: why it cannot be reached. */
      detail: z.optional(z.string()),
    }),
  ),
  /** Somebody has put the list away. */
  isPutAway: z.boolean(),
});
export type GettingStarted = z.infer<typeof gettingStarted>;

/** `GET /admin/api/webhooks/receivers`: who gets webhooks. */
export const webhookReceivers = z.object({
  receivers: z.array(
    z.object({
      /** Identifies it in `POST /admin/api/webhooks/test`. */
      receiver: z.string(),
      /** Its name, or the host of its URL, whose path may be a secret. */
      name: z.string(),
      format: z.enum(['standard', 'slack', 'teams', 'custom']),
    }),
  ),
});
export type WebhookReceiverInfo = z.infer<typeof webhookReceivers>['receivers'][number];

/** Body of `POST /admin/api/webhooks/test`. */
export const webhookTestRequest = z.strictObject({ receiver: z.string().check(z.minLength(1), z.maxLength(100)) });

/** What came back from the receiver: a status, `timeout`, or why no connection was made. */
export const webhookTested = z.object({ isTaken: z.boolean(), answer: z.string() });
