import * as z from 'zod/mini';

/** Where a visit came from, for first and last touch alike. */
export const attributionKeys = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'fbclid',
  'msclkid',
  'referrer',
  'landing_page',
] as const;
export type AttributionKey = (typeof attributionKeys)[number];

const short = z.string().check(z.maxLength(200));
const long = z.string().check(z.maxLength(2000));

export const touch = z.partial(
  z.strictObject({
    utm_source: short,
    utm_medium: short,
    utm_campaign: short,
    utm_term: short,
    utm_content: short,
    gclid: long,
    fbclid: long,
    msclkid: long,
    referrer: long,
    landing_page: long,
  } satisfies Record<AttributionKey, unknown>),
);
export type Touch = z.infer<typeof touch>;
