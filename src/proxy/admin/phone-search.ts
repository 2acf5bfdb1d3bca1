import { cleanPhone, digitsOf } from '../../protocol/index.ts';
import { parsePhone } from '../parse-phone.ts';

/** Fewer digits are in too many numbers, dates and ids. */
const minDigits = 4;

/**
 * The digits that a search for a phone may mean, as they are stored or as a part of them: of `+1 (415) …`, of `(+1) 415 …` as
 * the CSV file writes it, of `0049 …`, and of `0415 …` as people of one of `countries` write it. Empty for other searches.
 */
export function phonesOf(search: string, countries: readonly string[]): string[] {
  // The zero in brackets is left out by who calls from abroad.
  const written = cleanPhone(search).replace(/\(0\)/g, '');
  const digits = digitsOf(written);
  if (/\p{L}/u.test(written) || digits.length < minDigits) return [];
  const whole = countries.flatMap((country) => {
    const phone = parsePhone(written, country);
    if (phone.ok) return [phone.digits];
    return phone.problem.code === 'ambiguous' ? phone.problem.readings.map(digitsOf) : [];
  });
  const parts = [digits, digits.replace(/^0+/, ''), digits.replace(/^011/, '')];
  return [...new Set([...whole, ...parts.filter((part) => part.length >= minDigits)])];
}
