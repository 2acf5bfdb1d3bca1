import * as z from 'zod/mini';

/** A phone number as the service takes it: E.164, digits only, with country code; no `+`, spaces or dashes (2.1). */
export const phoneDigits = z.string().check(z.regex(/^[1-9]\d{6,14}$/));

/**
 * The digits of a number that was written for people: `+44 20 7946 0958` → `442079460958`. Letters and other marks are
 * dropped, digits of other scripts become ASCII. It does not judge the number: see `src/phone` for that.
 */
export function digitsOf(written: string): string {
  let digits = '';
  for (const character of written.normalize('NFKC')) {
    const value = decimalValue(character);
    if (value !== undefined) digits += value;
  }
  return digits;
}

/** The first code points of the decimal digits that people type on phones: ASCII, Arabic-Indic, Persian, Devanagari, Bengali, Thai. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

function decimalValue(character: string): number | undefined {
  const point = character.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => point >= first && point <= first + 9);
  return zero === undefined ? undefined : point - zero;
}

/**
 * The service's own rule for a number without country code: `1` is put before it (2.1, 4.2). What "without country
 * code" means is not shown; see `assumptions.nationalNumberLength`.
 */
export function withCountryCode(digits: string, nationalNumberLength = 10): string {
  return digits.length === nationalNumberLength ? `1${digits}` : digits;
}
