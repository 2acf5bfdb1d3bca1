import * as z from 'zod';

/** A fault asked for by a person or a test: what goes wrong, where, and how often. */
export const fault = z.strictObject({
  /**
   * `socket`, `*` for every request, or an endpoint: `PATCH /v1/lead/sendtoworkflow`, `/lead/create` in any method,
   * `/webchat/session`.
   */
  route: z.string().min(1).max(200),
  /**
   * `latency`: the request waits `ms` first. `status`: it is answered with `status`, unread. `drop`: the connection ends
   * without an answer, unread. `hang`: it is never answered. `cut`: it is carried out, and its answer breaks off half way.
   * For `socket` they befall the handshake; besides, `drop` and `cut` end all sockets that are open, `cut` nothing else.
   */
  kind: z.enum(['latency', 'status', 'drop', 'hang', 'cut']),
  /** How many requests it befalls. @default 1 */
  count: z.int().min(1).max(1_000_000).default(1),
  /** For `latency`: how long. For `status`: becomes a Retry-After. @default 1000 for latency */
  ms: z.int().min(0).max(600_000).optional(),
  /** For `status`. @default 503 */
  status: z.int().min(400).max(599).default(503),
});
export type Fault = z.output<typeof fault>;

/** One fault or a list of them; the empty list clears all. */
export const faultsRequest = z.union([z.array(fault).max(100), fault.transform((one) => [one])]);
