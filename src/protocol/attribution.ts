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

export type Touch = { [Key in AttributionKey]?: string | undefined };
