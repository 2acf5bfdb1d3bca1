import * as z from 'zod/mini';

/** The service's error body. `status` alone makes a response a failure, with or without a message. */
export const errorBody = z.looseObject({ status: z.literal('failed'), message: z.optional(z.unknown()) });
export type ErrorBody = z.infer<typeof errorBody>;

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

/** A problem in a request body: where it is, and how to fix it. */
export const issue = z.strictObject({
  /** Dotted path from the root of the body: `fields.phone`. Empty for the body itself. */
  path: z.string(),
  message: z.string(),
  /** What is wrong with the value of a field, for a program: the codes of `ValueProblem` and, for a phone, of `PhoneProblem`. */
  code: z.optional(z.string()),
  /** `too-long`: the most characters that the field takes; `too-many`, `too-large`: the most choices, the largest number. */
  max: z.optional(z.number()),
  /** `too-few`, `too-small`: the fewest choices, the smallest number. */
  min: z.optional(z.number()),
  /** `step`: the distance between the numbers that are possible. */
  step: z.optional(z.number()),
  /** `too-early`, `too-late`: the first or last date that is possible. */
  earliest: z.optional(z.string()),
  latest: z.optional(z.string()),
  /** Phone, `too-short`: how many digits are missing at least. */
  missing: z.optional(z.number()),
  /** Phone, `too-long`: how many digits are too many at least. */
  extra: z.optional(z.number()),
  /** Phone, `ambiguous`: the numbers that it can be read as. */
  readings: z.optional(z.array(z.string())),
});
export type Issue = z.infer<typeof issue>;

/** A failure of the proxy: the service's error body with a code and, for bad input, the issues. */
export const proxyErrorBody = z.looseObject({
  status: z.literal('failed'),
  code: z.string(),
  message: z.string(),
  issues: z.optional(z.array(issue)),
  /** Of `call-not-possible`: `off`, `not-offered`, `country`, `closed`, `full` or `blocked`. */
  reason: z.optional(z.string()),
});
export type ProxyErrorBody = z.infer<typeof proxyErrorBody>;
