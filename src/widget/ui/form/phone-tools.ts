/** The form's code for phone numbers. A separate chunk, because the metadata of all countries is large. */
export { examplePhone, followCallingCode, formatAsTyped, isInternational, parsePhone } from '../../../phone/index.ts';
export { CountrySelect } from './CountrySelect.tsx';
export { guessCountry } from './guess-country.ts';
