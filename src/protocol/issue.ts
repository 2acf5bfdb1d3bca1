import * as z from 'zod/mini';

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
