import { AsYouType, type CountryCode, getExampleNumber, isSupportedCountry } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { digitsOf } from '../protocol/index.ts';

/**
 * The number as it is written in its country, as far as it is typed. Text that is no number comes back as it was, and so
 * does one that the formatter reads only in part, as it does behind the narrow spaces that other software writes.
 */
export function formatAsTyped(typed: string, defaultCountry?: string): { text: string; country: string | undefined } {
  const formatter = new AsYouType(known(defaultCountry));
  const plain = typed.normalize('NFKC');
  const text = formatter.input(plain);
  return {
    text: digitsOf(text).length < digitsOf(plain).length ? typed : text || typed,
    country: formatter.getCountry() ?? known(defaultCountry),
  };
}

/** A number that could be one of that country, for hints: `(201) 555-0123`. */
export function examplePhone(country: string | undefined): string | undefined {
  const code = known(country);
  return code === undefined ? undefined : getExampleNumber(code, examples)?.formatNational();
}

function known(country: string | undefined): CountryCode | undefined {
  const code = country?.toUpperCase();
  return code !== undefined && isSupportedCountry(code) ? code : undefined;
}
