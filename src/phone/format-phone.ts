import { AsYouType, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { digitsOf } from '../protocol/index.ts';
import { countryOfCallingCode, supportedCountry, withoutCallingCode } from './country.ts';
import { isInternational } from './written-number.ts';

/**
 * Formats a partly typed number in the style of its country. Returns the text unchanged if the formatter would lose something
 * of it: digits after narrow spaces of copied numbers, the letters of an extension or of 1-800-FLOWERS.
 */
export function formatAsTyped(typed: string, defaultCountry?: string): { text: string; country: string | undefined } {
  const country = supportedCountry(defaultCountry);
  const formatter = new AsYouType(country);
  const plain = typed.normalize('NFKC');
  const text = formatter.input(plain);
  return {
    text: /\p{L}|[#;~,]|\s$/u.test(plain) || digitsOf(text).length < digitsOf(plain).length ? typed : text || typed,
    country: countryOfPrefix(plain) ?? formatter.getCountry() ?? country,
  };
}

/** Replaces the calling code of a number by that of another country. Returns a number without a code unchanged. */
export function replaceCallingCode(typed: string, country: string): string {
  const next = supportedCountry(country);
  if (next === undefined || !isInternational(typed)) return typed;
  const number = typed.normalize('NFKC').replace(internationalPrefix, '+');
  const current = countryOfCallingCode(number);
  const national = current === undefined ? '' : withoutCallingCode(number, current);
  return formatAsTyped(`+${getCountryCallingCode(next)}${national}`).text;
}

/**
 * Returns the country of a number with a calling code, and `current` for other numbers. Also returns `current` if it has the
 * number's code, because the visitor may have chosen it: countries such as Canada and the United States share +1.
 */
export function followCallingCode(typed: string, current: string | undefined): string | undefined {
  const found = supportedCountry(countryOfPrefix(typed.normalize('NFKC')));
  const code = supportedCountry(current);
  if (found === undefined) return current;
  const sharesCode = code !== undefined && getCountryCallingCode(code) === getCountryCallingCode(found);
  return sharesCode ? current : found;
}

const internationalPrefix = /^\s*(?:\+|00)/;

/** Returns the country of a number with a calling code. The formatter itself knows 00 only in countries that dial it. */
function countryOfPrefix(plain: string): string | undefined {
  if (!internationalPrefix.test(plain)) return undefined;
  const formatter = new AsYouType();
  formatter.input(plain.replace(internationalPrefix, '+'));
  return formatter.getCountry();
}

/** Returns an example number of a country, for hints: `(201) 555-0123`. */
export function examplePhone(country: string | undefined): string | undefined {
  const code = supportedCountry(country);
  return code === undefined ? undefined : getExampleNumber(code, examples)?.formatNational();
}
