import * as z from 'zod/mini';

/** A phone as the service takes it: E.164 digits with country code, without `+`, spaces or dashes. */
export const phoneDigits = z.string().check(z.regex(/^[1-9]\d{6,14}$/));

/**
 * The digits of a phone as people write it: `+44 20 7946 0958` → `442079460958`. Drops letters and other characters and
 * converts the digits of other scripts to ASCII. `src/phone` checks whether they are a phone number.
 */
export function digitsOf(written: string): string {
  let digits = '';
  for (const character of written.normalize('NFKC')) {
    const value = decimalValue(character);
    if (value !== undefined) digits += value;
  }
  return digits;
}

/** Code points of the digit zero in the scripts that people type on phones: ASCII, Arabic-Indic, Persian, Devanagari, Bengali, Thai. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

function decimalValue(character: string): number | undefined {
  const point = character.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => point >= first && point <= first + 9);
  return zero === undefined ? undefined : point - zero;
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
  /** The right length, but the country does not use such numbers. */
  | { code: 'not-in-use' };
