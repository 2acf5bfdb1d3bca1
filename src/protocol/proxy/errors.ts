import * as z from 'zod/mini';
import { issue } from '../issue.ts';

/** The stable error codes of the proxy, with their HTTP statuses. */
export const proxyErrorStatus = {
  'bad-json': 400,
  'bad-request': 400,
  unauthorized: 401,
  'origin-not-allowed': 403,
  'not-allowed': 403,
  'unknown-form': 404,
  'not-found': 404,
  'call-not-possible': 409,
  'wrong-state': 409,
  'outside-hours': 409,
  changed: 409,
  'too-large': 413,
  'not-json': 415,
  'key-reused': 422,
  'rate-limited': 429,
  internal: 500,
  'store-unavailable': 503,
} as const;
export type ProxyErrorCode = keyof typeof proxyErrorStatus;

/** A failure of the proxy: the service's error body with a code and, for bad input, the issues. */
export const proxyErrorBody = z.looseObject({
  status: z.literal('failed'),
  code: z.string(),
  message: z.string(),
  issues: z.optional(z.array(issue)),
  /** Of `call-not-possible`: `off`, `not-offered`, `country`, `closed`, `full` or `blocked`; for operators also `over-limit`, `slot-full` or `no-lead`. */
  reason: z.optional(z.string()),
});
export type ProxyErrorBody = z.infer<typeof proxyErrorBody>;

/**
 * The proxy's refusal of a request that no repetition changes; undefined for another response. Only the proxy's error body is one:
 * a firewall, a login page or a load balancer in between may respond with any status.
 */
export function readRefusal({ status, body }: { status: number; body: unknown }): ProxyErrorBody | undefined {
  const isTemporary = status === 408 || status === 425 || status === 429;
  return status >= 400 && status < 500 && !isTemporary ? proxyErrorBody.safeParse(body).data : undefined;
}
