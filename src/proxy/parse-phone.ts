import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { type PhoneParseResult, parsePhone as parse } from '../phone/index.ts';

/** Parses a phone with the metadata of the whole library, which browsers do not load. */
export function parsePhone(typed: string, defaultCountry?: string): PhoneParseResult {
  return parse(typed, defaultCountry, (number) => isValidPhoneNumber(number));
}
