import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import { digitsOf, phoneDigits } from '../protocol/index.ts';

export type PhoneProblem =
  | { code: 'empty' }
  | { code: 'not-a-number' }
  /** `missing`: how many digits at least. */
  | { code: 'too-short'; missing: number }
  /** `extra`: how many digits at least. */
  | { code: 'too-long'; extra: number }
  | { code: 'unknown-country' }
  /** The right length, but no such number is given out in that country. */
  | { code: 'not-in-use' };

export type PhoneReading =
  | { ok: true; digits: string; country: string | undefined; international: string; national: string }
  | { ok: false; problem: PhoneProblem; country: string | undefined };

/**
 * Reads a phone number as people type or paste it, `+44 20 7946 0958`, `0044 20…`, `(415) 555-2671`, into E.164 digits
 * (2.1). `defaultCountry` (ISO 3166-1 alpha-2) is where a number without `+` is dialled from.
 */
export function readPhone(typed: string, defaultCountry?: string): PhoneReading {
  const country = supported(defaultCountry);
  const text = prepare(typed);
  if (text === '') return failure({ code: 'empty' }, country);
  if (/[a-z]/i.test(text.replace(/\s*(?:ext|x)\.?\s*\d*$/i, ''))) {
    return failure({ code: 'not-a-number' }, country);
  }
  const number = parsePhoneNumberFromString(text, options(country));
  const foundCountry = number?.country ?? country;
  if (number?.isValid() === true) return success(number, foundCountry);
  const digits = digitsOf(text);
  if (digits === '') return failure({ code: 'not-a-number' }, country);
  switch (validatePhoneNumberLength(text, options(country))) {
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

function success(number: PhoneNumber, foundCountry: string | undefined): PhoneReading {
  const digits = number.number.slice(1);
  // Numbers that are only dialled inside their country, like 1000 in Germany, are none that the service could call.
  if (!phoneDigits.safeParse(digits).success) return failure({ code: 'not-in-use' }, foundCountry);
  return {
    ok: true,
    digits,
    country: number.country,
    // Most callers want the digits only, and writing a number out takes as long as reading it.
    get international() {
      return number.formatInternational();
    },
    get national() {
      return number.formatNational();
    },
  };
}

/** Every country whose numbers can be read, with its calling code, in the order of the codes `AC`, `AD`, … */
export function phoneCountries(): { country: string; callingCode: string }[] {
  return getCountries().map((country) => ({ country, callingCode: getCountryCallingCode(country) }));
}

function failure(problem: PhoneProblem, country: string | undefined): PhoneReading {
  return { ok: false, problem, country };
}

function supported(country: string | undefined): CountryCode | undefined {
  const code = country?.toUpperCase();
  return code !== undefined && isSupportedCountry(code) ? code : undefined;
}

function options(country: CountryCode | undefined) {
  return country === undefined ? {} : { defaultCountry: country };
}

/** `00` is how most of the world dials `+`; a `tel:` link is what a copied number often is. */
function prepare(typed: string): string {
  const text = typed
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^\s*tel:/i, '')
    .trim();
  return text.replace(/^00(?=[\s\d])/, '+');
}

/** Digits of the shortest numbers in use, calling code included. */
const shortest = 7;

/** A few digits are the beginning of a number. */
function notANumber(digits: string): PhoneProblem {
  return digits.length < shortest ? { code: 'too-short', missing: shortest - digits.length } : { code: 'not-a-number' };
}

/** How far the national number is from the nearest possible length; at least 1. */
function distance(
  text: string,
  number: PhoneNumber | undefined,
  country: string | undefined,
  side: 'short' | 'long',
): number {
  const code = supported(country) ?? countryOfCallingCode(text);
  if (code === undefined) return side === 'short' ? Math.max(1, shortest - digitsOf(text).length) : 1;
  const metadata = new Metadata();
  metadata.selectNumberingPlan(code);
  const possible = metadata.numberingPlan?.possibleLengths() ?? [];
  if (possible.length === 0) return 1;
  const national = number?.nationalNumber ?? withoutCallingCode(text, code);
  const limit = side === 'short' ? Math.min(...possible) : Math.max(...possible);
  return Math.max(1, Math.abs(limit - national.length));
}

/** A country of the calling code that `+…` begins with, for the lengths of its numbers: those that share a code share the lengths. */
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
