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
