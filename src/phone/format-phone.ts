import { AsYouType, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { digitsOf } from '../protocol/index.ts';
import { supportedCountry } from './country.ts';

/**
 * Formats a number the way its country writes it, as far as it has been typed. Returns the text unchanged if the formatter
 * would lose digits, as it does behind the narrow spaces that other software writes.
 */
export function formatAsTyped(typed: string, defaultCountry?: string): { text: string; country: string | undefined } {
  const country = supportedCountry(defaultCountry);
  const formatter = new AsYouType(country);
  const plain = typed.normalize('NFKC');
  const text = formatter.input(plain);
  return {
    text: digitsOf(text).length < digitsOf(plain).length ? typed : text || typed,
    country: formatter.getCountry() ?? country,
  };
}

/** An example number of a country, for hints: `(201) 555-0123`. */
export function examplePhone(country: string | undefined): string | undefined {
  const code = supportedCountry(country);
  return code === undefined ? undefined : getExampleNumber(code, examples)?.formatNational();
}
