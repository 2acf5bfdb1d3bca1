import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { digitsOf, type PhoneProblem, phoneDigits } from '../protocol/phone.ts';
import { digitsBeforeKeys, isInternational, readWritten, withoutTrunkZero } from '../protocol/written-number.ts';

export type PhoneParseResult =
  | { ok: true; digits: string; country: string | undefined; international: string; national: string }
  /** `digits`: of a number that is not in use according to the lists, but that the visitor may know better. */
  | { ok: false; problem: PhoneProblem; country: string | undefined; digits?: string };

/** Whether a country has assigned a number: `+14155552671`. */
export type IsAssigned = (number: string) => boolean;

/**
 * Parses a phone number as people type or paste it, `+44 20 7946 0958`, `0044 20…`, `(415) 555-2671`, `1-800-FLOWERS`, into
 * E.164 digits. `defaultCountry` (ISO 3166-1 alpha-2) is the country of a number without `+`. `isAssigned`: by the metadata of
 * the whole library, which is more exact.
 */
export function parsePhone(typed: string, defaultCountry?: string, isAssigned: IsAssigned = isValid): PhoneParseResult {
  const country = supportedCountry(defaultCountry);
  const written = readWritten(typed);
  const text = parse(written, country)?.isValid() === true ? written : withoutTrunkZero(written);
  if (text === '') return failure({ code: 'empty' }, country);
  if (/[a-z]/i.test(text) || !/\d/.test(text)) return failure({ code: 'not-a-number' }, country);
  // Letters behind a whole number are words: `030 123456 Ada`.
  const before = parse(digitsBeforeKeys(typed) ?? '', country);
  if (before?.isValid() === true && isAssigned(before.number)) return failure({ code: 'not-a-number' }, country);
  if (isInternational(text)) {
    const withPlus = text.replace(/^[\s(]*\+?\s*00/, '+');
    // The country itself may dial more than 00, as Australia does: 0011. But 00 and a number that exists is that number, also
    // in Colombia, where 005 dials abroad.
    const own = text.includes('+') || parse(withPlus, country)?.isValid() === true ? undefined : parse(text, country);
    return own?.isValid() === true ? success(own, country) : parseReading(withPlus, country);
  }
  return parseWithoutPlus(text, country, isAssigned) ?? parseReading(text, country);
}

/** A number that begins with its country's code, but has no plus. Undefined if it is none, or if the code is an area code. */
function parseWithoutPlus(
  text: string,
  country: CountryCode | undefined,
  isAssigned: IsAssigned,
): PhoneParseResult | undefined {
  const digits = digitsOf(text);
  if (country === undefined || !digits.startsWith(getCountryCallingCode(country))) return undefined;
  const national = parse(text, country);
  const international = parse(`+${digits}`, country);
  if (international?.isValid() !== true || international.number === national?.number) return undefined;
  if (!isAssigned(international.number)) return undefined;
  const isNational = national?.isValid() === true && isAssigned(national.number) && isOfUsualLength(national, country);
  if (!isNational) return success(international, country);
  const readings = [international, national].map((number) => number.formatInternational());
  return failure({ code: 'ambiguous', readings }, country);
}

/** Some countries list numbers that are longer than those which people have: Germany 13 digits instead of 11. */
function isOfUsualLength({ nationalNumber }: PhoneNumber, country: CountryCode): boolean {
  const usual = getExampleNumber(country, examples)?.nationalNumber.length ?? 0;
  return nationalNumber.length <= usual;
}

function parseReading(text: string, country: CountryCode | undefined): PhoneParseResult {
  const number = parse(text, country);
  const foundCountry = number?.country ?? country;
  if (number?.isValid() === true) return success(number, country);
  const digits = digitsOf(text);
  switch (validatePhoneNumberLength(text, parseOptions(country))) {
    case 'TOO_SHORT':
    // Between two possible lengths.
    case 'INVALID_LENGTH':
      return failure({ code: 'too-short', missing: missingDigits(text, number, foundCountry) }, foundCountry);
    case 'TOO_LONG':
      return failure({ code: 'too-long', extra: extraDigits(text, number, foundCountry) }, foundCountry);
    case 'INVALID_COUNTRY':
      return failure({ code: 'unknown-country' }, country);
    case 'NOT_A_NUMBER':
      return failure(notANumber(digits), country);
    case undefined:
      // The length is possible only together with the trunk prefix.
      if (digits.startsWith('0') && validatePhoneNumberLength(digits.slice(1), parseOptions(country)) === 'TOO_SHORT') {
        return failure({ code: 'too-short', missing: 1 }, foundCountry);
      }
      return { ...failure({ code: 'not-in-use' }, foundCountry), ...(number && callableDigits(number)) };
  }
}

function success(number: PhoneNumber, defaultCountry: string | undefined): PhoneParseResult {
  const callable = callableDigits(number);
  if (callable === undefined) return failure({ code: 'not-a-number' }, number.country ?? defaultCountry);
  return {
    ok: true,
    ...callable,
    country: number.country,
    // Lazy, because formatting takes as long as parsing, and most callers use only the digits.
    get international() {
      return number.formatInternational();
    },
    get national() {
      return number.formatNational();
    },
  };
}

/** The service cannot call numbers that work only inside their country, such as 1000 in Germany. */
function callableDigits({ number }: PhoneNumber): { digits: string } | undefined {
  const digits = number.slice(1);
  return phoneDigits.safeParse(digits).success ? { digits } : undefined;
}

function failure(problem: PhoneProblem, country: string | undefined): Extract<PhoneParseResult, { ok: false }> {
  return { ok: false, problem, country };
}

function supportedCountry(country: string | undefined): CountryCode | undefined {
  const code = country?.toUpperCase();
  return code !== undefined && isSupportedCountry(code) ? code : undefined;
}

function parseOptions(country: CountryCode | undefined) {
  return country === undefined ? {} : { defaultCountry: country };
}

/** `shorterBy`: how many digits it had less. */
type FormerNumber = { country: CountryCode; pattern: RegExp; current: string; shorterBy: number };

/** Numbers as they were before a country changed them. People still have them in their address books. */
export const formerNumbers: readonly FormerNumber[] = [
  // Mexico had a 1 for mobile phones until 2019, and dialled 01, 044 and 045.
  { country: 'MX', pattern: /^\+52(?:0?1|04[45])(\d{10})$/, current: '+52$1', shorterBy: 0 },
  // Benin put 01 in front of all numbers in 2024.
  { country: 'BJ', pattern: /^\+229(\d{8})$/, current: '+22901$1', shorterBy: 2 },
];

function parse(text: string, country: CountryCode | undefined): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(text, parseOptions(country));
  if (number === undefined || number.isValid()) return number;
  const former = formerNumbers.find(({ pattern }) => pattern.test(number.number));
  if (former === undefined) return number;
  return parsePhoneNumberFromString(number.number.replace(former.pattern, former.current));
}

function isValid(number: string): boolean {
  return parsePhoneNumberFromString(number)?.isValid() === true;
}

/** The length of the shortest numbers in use, including the calling code. */
const minDigits = 7;

/** A few digits count as the beginning of a number. */
function notANumber(digits: string): PhoneProblem {
  return digits.length < minDigits
    ? { code: 'too-short', missing: minDigits - digits.length }
    : { code: 'not-a-number' };
}

/** How many digits the number needs to reach the next possible length; at least 1. */
function missingDigits(text: string, number: PhoneNumber | undefined, country: string | undefined): number {
  const plan = planOf(text, number, country);
  if (plan === undefined) return Math.max(1, minDigits - digitsOf(text).length);
  const next = plan.lengths.filter((length) => length > plan.length);
  return next.length === 0 ? 1 : Math.min(...next) - plan.length;
}

/** By how many digits the number is longer than the longest possible one; at least 1. */
function extraDigits(text: string, number: PhoneNumber | undefined, country: string | undefined): number {
  const plan = planOf(text, number, country);
  return plan === undefined ? 1 : Math.max(1, plan.length - Math.max(...plan.lengths));
}

/** The length of a national number, and those that its country has. */
function planOf(text: string, number: PhoneNumber | undefined, country: string | undefined) {
  const code = supportedCountry(country) ?? countryOfCallingCode(text);
  if (code === undefined) return undefined;
  const metadata = new Metadata();
  metadata.selectNumberingPlan(code);
  const lengths = metadata.numberingPlan?.possibleLengths() ?? [];
  const national = number?.nationalNumber ?? withoutCallingCode(text, code);
  return lengths.length === 0 ? undefined : { length: national.length, lengths };
}

/** Returns any country with the calling code of `+…`. Countries that share a code share the lengths of their numbers. */
function countryOfCallingCode(text: string): CountryCode | undefined {
  const digits = digitsOf(text);
  if (!text.startsWith('+')) return undefined;
  return getCountries().find((country) => digits.startsWith(getCountryCallingCode(country)));
}

function withoutCallingCode(text: string, country: CountryCode): string {
  const digits = digitsOf(text);
  const code = getCountryCallingCode(country);
  return text.startsWith('+') && digits.startsWith(code) ? digits.slice(code.length) : digits;
}
