import { digitsOf } from '../protocol/phone.ts';
import { isInternational } from '../protocol/written-number.ts';
import { type Country, findCountry, readInternational } from './country.ts';

/**
 * Groups the digits of a partly typed number like the example of its country. Whoever groups them otherwise, or types something
 * else, such as an extension, keeps what was typed.
 */
export function formatAsTyped(typed: string, country?: string): string {
  const grouped = group(typed, findCountry(country));
  return grouped !== undefined && isPartOf(typed, grouped) ? grouped : typed;
}

/** Replaces the calling code of a number by that of another country. Returns a number without a code unchanged. */
export function replaceCallingCode(typed: string, country: string): string {
  const next = findCountry(country);
  if (next === undefined || !isInternational(typed)) return typed;
  const national = readInternational(typed)?.national ?? '';
  return formatAsTyped(`+${next.callingCode}${national}`);
}

function group(typed: string, chosen: Country | undefined): string | undefined {
  const digits = typed.match(/\p{Nd}/gu) ?? [];
  const international = readInternational(typed, chosen);
  if (international === undefined) return chosen && groupNational(digits, chosen);
  const { country } = international;
  if (country === undefined || !/^\s*\+/.test(typed)) return undefined;
  const { callingCode } = country;
  // Zeros may stand between the plus and the code: `+0049`.
  if (!digitsOf(digits.join('')).startsWith(callingCode)) return undefined;
  const national = fill(digits.slice(callingCode.length), significantPattern(country).replace(/\D+/g, ' ').trim());
  return `+${digits.slice(0, callingCode.length).join('')}${national === '' ? '' : ' '}${national}`;
}

/** With the trunk prefix, as examples are written in most countries, or without it. */
function groupNational(digits: readonly string[], country: Country): string {
  const { trunk, example, isPattern } = country;
  const plain = digitsOf(digits.join(''));
  if (trunk === '' || !plain.startsWith(trunk)) return fill(digits, significantPattern(country));
  if (!isPattern) return plain;
  if (digitsOf(example).startsWith(trunk)) return fill(digits, example);
  const rest = fill(digits.slice(trunk.length), example);
  return `${digits.slice(0, trunk.length).join('')}${rest === '' ? '' : ' '}${rest}`;
}

/** The example without its trunk prefix. */
function significantPattern({ trunk, example, isPattern }: Country): string {
  if (!isPattern) return '';
  const hasTrunk = trunk !== '' && digitsOf(example).startsWith(trunk);
  return hasTrunk ? example.slice(example.indexOf(trunk) + trunk.length).replace(/^[^\d(]+/, '') : example;
}

/** Puts the digits where the pattern has some. Those that are too many follow. A bracket opens when it can be closed. */
function fill(digits: readonly string[], pattern: string): string {
  let text = '';
  let count = 0;
  for (const character of pattern) {
    if (count === digits.length) return text.replace(/\(([^)]*)$/, '$1');
    text += /\d/.test(character) ? (digits[count++] ?? '') : character;
  }
  return text + digits.slice(count).join('');
}

/** Whether a text has all characters of `part` in their order. */
function isPartOf(part: string, text: string): boolean {
  let at = 0;
  for (const character of part) {
    const found = text.indexOf(character, at);
    if (found === -1) return false;
    at = found + character.length;
  }
  return true;
}
