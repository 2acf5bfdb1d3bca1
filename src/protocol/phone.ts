import * as z from 'zod/mini';
import { cleanIdentifier, isPlain } from './clean-text.ts';

/** A phone as the service takes it: E.164 digits with country code, without `+`, spaces or dashes. */
export const phoneDigits = z.string().check(z.regex(/^[1-9]\d{6,14}$/));

/** Cleans a typed phone, and writes its digits in ASCII, whichever script they are in. */
export function cleanPhone(typed: string): string {
  return asciiDigits(typed);
}

/** Cleans a number, a date or a phone, and writes its digits in ASCII. */
export function asciiDigits(typed: string): string {
  const text = cleanIdentifier(typed);
  return isPlain(text) ? text : text.replace(/\p{Nd}/gu, (digit) => String(decimalValue(digit)));
}

/**
 * The digits of a phone as people write it: `+44 20 7946 0958` → `442079460958`. Drops letters and other characters.
 * `src/phone` checks whether they are a phone number.
 */
export function digitsOf(written: string): string {
  return cleanPhone(written).replace(/\D/g, '');
}

/** The value of a decimal digit. Unicode has the ten digits of each script in a row, zero first. */
function decimalValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  const isDecimal = /^\p{Nd}$/u;
  let below = 0;
  while (isDecimal.test(String.fromCodePoint(point - below - 1))) below++;
  return below % 10;
}

/**
 * Applies Create Lead's rule: a number without country code gets `1` in front. The service API does not say how it
 * recognizes such a number; see `assumptions.nationalNumberLength`.
 */
export function withCountryCode(digits: string, nationalNumberLength = 10): string {
  return digits.length === nationalNumberLength ? `1${digits}` : digits;
}

/** Why a text is no phone. `src/phone` finds out. */
export type PhoneProblem =
  | { code: 'empty' }
  | { code: 'not-a-number' }
  /** At least this many digits are missing. */
  | { code: 'too-short'; missing: number }
  /** At least this many digits are too many. */
  | { code: 'too-long'; extra: number }
  | { code: 'unknown-country' }
  /** It begins with the country's own code: with or without it in front, it is a number. */
  | { code: 'ambiguous'; readings: string[] }
  /** The right length, but the country does not use such numbers, or not yet: lists lag behind new area codes. */
  | { code: 'not-in-use' };
