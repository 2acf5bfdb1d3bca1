import { defaultAssumptions, phoneDigits, withCountryCode } from '../../protocol/index.ts';

/** What E.164 digits are, said in every refusal of a phone (Lead). */
export const phoneRule = 'E.164 digits with country code: no "+", spaces or dashes';

/** The number as it is kept: `1` is put before one without country code (Lead; Create Lead, rule 2). Undefined when it is none. */
export function phoneToKeep(sent: string): string | undefined {
  const digits = withCountryCode(sent, defaultAssumptions.nationalNumberLength);
  return isPhone(digits) ? digits : undefined;
}

export function isPhone(text: string): boolean {
  return phoneDigits.safeParse(text).success;
}
