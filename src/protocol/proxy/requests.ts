import * as z from 'zod/mini';
import { attributeValue, countryCode, fieldValue } from '../form.ts';
import { formName, uuid } from '../identifiers.ts';
import { type AttributionKey, maxAddressLength, maxTouchLength } from './attribution.ts';
import { variants } from './variants.ts';

const short = z.string().check(z.maxLength(200));
const long = z.string().check(z.maxLength(maxAddressLength));
const partOf = (key: AttributionKey) => z.string().check(z.maxLength(maxTouchLength(key)));

export const touch = z.partial(
  z.strictObject({
    utm_source: partOf('utm_source'),
    utm_medium: partOf('utm_medium'),
    utm_campaign: partOf('utm_campaign'),
    utm_term: partOf('utm_term'),
    utm_content: partOf('utm_content'),
    gclid: partOf('gclid'),
    gbraid: partOf('gbraid'),
    wbraid: partOf('wbraid'),
    dclid: partOf('dclid'),
    fbclid: partOf('fbclid'),
    msclkid: partOf('msclkid'),
    ttclid: partOf('ttclid'),
    li_fat_id: partOf('li_fat_id'),
    twclid: partOf('twclid'),
    referrer: partOf('referrer'),
    landing_page: partOf('landing_page'),
  } satisfies Record<AttributionKey, unknown>),
);

/** Body of `POST /leads`. Strict: an unknown key is an issue. Only `form` and `fields.phone` are required. */
export const leadRequest = z.strictObject({
  form: formName,
  /** A phone as the visitor has typed it. */
  fields: z.record(z.string().check(z.maxLength(64)), fieldValue),
  /** The country that the visitor chose for numbers without `+`; without it, the form's. */
  country: z.optional(countryCode),
  /** true: the visitor says that a number is right which the proxy does not know to be in use. */
  phoneConfirmed: z.optional(z.boolean()),
  /** `locale` is the one of the text that the visitor saw. */
  consent: z.optional(
    z.strictObject({
      granted: z.boolean(),
      version: z.optional(short),
      locale: z.optional(z.string().check(z.maxLength(35))),
    }),
  ),
  /** Values by name; the form lists the names. */
  attributes: z.optional(z.record(z.string().check(z.maxLength(64)), attributeValue)),
  /** A signed token about the visitor. An invalid one is ignored, so its size is not limited here. */
  userToken: z.optional(z.string()),
  page: z.optional(z.strictObject({ url: z.optional(long), title: z.optional(long), referrer: z.optional(long) })),
  attribution: z.optional(z.strictObject({ first: z.optional(touch), last: z.optional(touch) })),
  /** What the visitor has seen, by the name of the experiment. */
  variants: z.optional(variants),
  /** true: open a chat session for this lead in the same response. */
  chat: z.optional(z.boolean()),
  /** true: the visitor asked to be called back. */
  callback: z.optional(z.boolean()),
  /** Honeypot: hidden from people. */
  website: z.optional(long),
  /** Milliseconds from the form's appearance to its submission. */
  elapsedMs: z.optional(z.number().check(z.minimum(0))),
  /** Token of the captcha provider. */
  captcha: z.optional(z.string().check(z.maxLength(2048))),
});
export type LeadRequest = z.infer<typeof leadRequest>;

/** Body of `POST /sessions`: a stored lead. */
export const leadReference = z.strictObject({
  lead: uuid,
  /** The lead's token, from the 202. */
  token: z.optional(short),
});

/** Body of `POST /calls`: a stored lead, and when to call; without `at` the call is placed at once. */
export const callRequest = z.strictObject({
  ...leadReference.shape,
  at: z.optional(
    z.iso.datetime({ offset: true, error: 'must be a time with its offset, such as 2026-11-23T15:00:00-08:00' }),
  ),
});

/** Body of `POST /identity`: asks which values a visitor's token has for a form. */
export const identityRequest = z.strictObject({ form: formName, userToken: z.string() });
