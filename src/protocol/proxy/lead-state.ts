import * as z from 'zod/mini';

export const leadStates = ['pending', 'delivered', 'unknown', 'held', 'dead', 'closed'] as const;

/**
 * State of a lead. `pending`: waits for delivery, or is being delivered. `unknown`: nobody knows whether an enrolment or a call
 * happened. `held`: suspicious, over a limit, blocked or unreadable; waits for the operator. `dead`: refused, or every retry
 * failed. `closed`: an operator ended it without delivery.
 */
export type LeadState = (typeof leadStates)[number];

/** Why an operator closed a lead, and who it was. */
export const closing = z.object({
  /**
   * The name that the operator entered, which nobody verifies: all operators share one token. Without a name, the address
   * that sent the request.
   */
  by: z.string(),
  reason: z.optional(z.string()),
});
export type Closing = z.infer<typeof closing>;
