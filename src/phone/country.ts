import { type CountryCode, getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import { digitsOf } from '../protocol/index.ts';

/** Returns the country in capital letters, if its numbers can be parsed. */
export function supportedCountry(country: string | undefined): CountryCode | undefined {
  const code = country?.toUpperCase();
  return code !== undefined && isSupportedCountry(code) ? code : undefined;
}

/** Returns any country with the calling code of `+…`. Countries that share a code share the lengths of their numbers. */
export function countryOfCallingCode(text: string): CountryCode | undefined {
  const digits = digitsOf(text);
  if (!text.startsWith('+')) return undefined;
  return getCountries().find((country) => digits.startsWith(getCountryCallingCode(country)));
}

export function withoutCallingCode(text: string, country: CountryCode): string {
  const digits = digitsOf(text);
  const code = getCountryCallingCode(country);
  return text.startsWith('+') && digits.startsWith(code) ? digits.slice(code.length) : digits;
}
