import * as z from 'zod/mini';

/** Consent that a form asks for; text and version are recorded with the lead. */
export const formConsent = z.strictObject({
  /** May hold links: `[privacy policy](https://…)`. */
  text: z.string().check(z.minLength(1), z.maxLength(2000)),
  /** Changes whenever the text does. */
  version: z.string().check(z.minLength(1), z.maxLength(100)),
  /** @default true */
  required: z._default(z.boolean(), true),
});
export type FormConsent = z.infer<typeof formConsent>;

/** ISO 3166-1 alpha-2 code, upper case: `US`. */
export const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/));
