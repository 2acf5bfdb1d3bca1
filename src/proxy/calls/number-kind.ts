import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Kinds of numbers that a person answers and that cost the usual. All others, premium and shared-cost first, are how call fraud earns. */
const ordinary = new Set<string | undefined>(['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE']);

/** The country of an ordinary number in E.164 digits; undefined for premium, shared-cost, satellite and the like. */
export function ordinaryCountry(digits: string): string | undefined {
  const number = parsePhoneNumberFromString(`+${digits}`);
  return number !== undefined && ordinary.has(number.getType()) ? number.country : undefined;
}
