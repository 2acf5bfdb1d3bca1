import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import { digitsOf, type PhoneProblem, phoneDigits } from '../protocol/index.ts';
import { countryOfCallingCode, supportedCountry, withoutCallingCode } from './country.ts';

export type PhoneParseResult =
  | { ok: true; digits: string; country: string | undefined; international: string; national: string }
  | { ok: false; problem: PhoneProblem; country: string | undefined };

/**
 * Parses a phone number as people type or paste it, `+44 20 7946 0958`, `0044 20…`, `(415) 555-2671`, into E.164 digits.
 * `defaultCountry` (ISO 3166-1 alpha-2) is the country of a number without `+`.
 */
export function parsePhone(typed: string, defaultCountry?: string): PhoneParseResult {
  const country = supportedCountry(defaultCountry);
  const text = normalize(typed);
  if (text === '') return failure({ code: 'empty' }, country);
  const hasLetters = /[a-z]/i.test(text.replace(/\s*(?:ext|x)\.?\s*\d*$/i, ''));
  if (hasLetters) return failure({ code: 'not-a-number' }, country);
  const number = parsePhoneNumberFromString(text, parseOptions(country));
  const foundCountry = number?.country ?? country;
  if (number?.isValid() === true) return success(number, foundCountry);
  const digits = digitsOf(text);
  if (digits === '') return failure({ code: 'not-a-number' }, country);
  switch (validatePhoneNumberLength(text, parseOptions(country))) {
    case 'TOO_SHORT':
      return failure({ code: 'too-short', missing: distance(text, number, foundCountry, 'short') }, foundCountry);
    case 'TOO_LONG':
      return failure({ code: 'too-long', extra: distance(text, number, foundCountry, 'long') }, foundCountry);
    case 'INVALID_COUNTRY':
      return failure({ code: 'unknown-country' }, country);
    case 'NOT_A_NUMBER':
      return failure(notANumber(digits), country);
    case 'INVALID_LENGTH':
    case undefined:
      return failure({ code: 'not-in-use' }, foundCountry);
  }
}

function success(number: PhoneNumber, foundCountry: string | undefined): PhoneParseResult {
  const digits = number.number.slice(1);
  // The service cannot call numbers that work only inside their country, such as 1000 in Germany.
  if (!phoneDigits.safeParse(digits).success) return failure({ code: 'not-in-use' }, foundCountry);
  return {
    ok: true,
    digits,
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

/** Returns all countries whose numbers can be parsed, with their calling codes, in the order `AC`, `AD`, … */
export function phoneCountries(): { country: string; callingCode: string }[] {
  return getCountries().map((country) => ({ country, callingCode: getCountryCallingCode(country) }));
}

function failure(problem: PhoneProblem, country: string | undefined): PhoneParseResult {
  return { ok: false, problem, country };
}

function parseOptions(country: CountryCode | undefined) {
  return country === undefined ? {} : { defaultCountry: country };
}

/** Removes direction marks and `tel:`, which copied numbers may contain. Replaces `00`, as dialled in most countries, by `+`. */
function normalize(typed: string): string {
  const text = typed
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^\s*tel:/i, '')
    .trim();
  return text.replace(/^00(?=[\s\d])/, '+');
}

/** The length of the shortest numbers in use, including the calling code. */
const minDigits = 7;

/** A few digits count as the beginning of a number. */
function notANumber(digits: string): PhoneProblem {
  return digits.length < minDigits
    ? { code: 'too-short', missing: minDigits - digits.length }
    : { code: 'not-a-number' };
}

/** Returns by how many digits the national number differs from the nearest possible length; at least 1. */
function distance(
  text: string,
  number: PhoneNumber | undefined,
  country: string | undefined,
  side: 'short' | 'long',
): number {
  const code = supportedCountry(country) ?? countryOfCallingCode(text);
  if (code === undefined) return side === 'short' ? Math.max(1, minDigits - digitsOf(text).length) : 1;
  const metadata = new Metadata();
  metadata.selectNumberingPlan(code);
  const possible = metadata.numberingPlan?.possibleLengths() ?? [];
  if (possible.length === 0) return 1;
  const national = number?.nationalNumber ?? withoutCallingCode(text, code);
  const limit = side === 'short' ? Math.min(...possible) : Math.max(...possible);
  return Math.max(1, Math.abs(limit - national.length));
}
