import { AsYouType, type CountryCode, getExampleNumber, isSupportedCountry } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';

/** The number as it is written in its country, as far as it is typed. Text that is no number comes back as it was. */
export function formatAsTyped(typed: string, defaultCountry?: string): { text: string; country: string | undefined } {
  const formatter = new AsYouType(known(defaultCountry));
  const text = formatter.input(typed);
  return { text: text === '' ? typed : text, country: formatter.getCountry() ?? known(defaultCountry) };
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
