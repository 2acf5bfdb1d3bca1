/** Identifiers that advertising networks append to the address of a landing page, so that a sale finds its click. */
export const clickIds = [
  /** Google Ads; `gbraid` and `wbraid` from apps and from iOS, `dclid` from Display & Video 360. */
  'gclid',
  'gbraid',
  'wbraid',
  'dclid',
  /** Meta. */
  'fbclid',
  /** Microsoft Advertising. */
  'msclkid',
  /** TikTok. */
  'ttclid',
  /** LinkedIn. */
  'li_fat_id',
  /** X. */
  'twclid',
] as const;

/** Where a visit came from, for first and last touch alike. */
export const attributionKeys = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  ...clickIds,
  'referrer',
  'landing_page',
] as const;
export type AttributionKey = (typeof attributionKeys)[number];

export type Touch = { [Key in AttributionKey]?: string | undefined };

/** The longest address, click id or title that the proxy accepts, in UTF-16 units. */
export const maxAddressLength = 2000;
const maxCampaignLength = 200;

/** The longest value of a key that the proxy accepts, in UTF-16 units. */
export function maxTouchLength(key: AttributionKey): number {
  return key.startsWith('utm_') ? maxCampaignLength : maxAddressLength;
}

/** Whether a query parameter says where a visit came from. Any `utm_…` does, also those that no lead has as a field. */
export function isCampaignParameter(name: string): boolean {
  return name.startsWith('utm_') || clickIds.some((id) => id === name);
}
