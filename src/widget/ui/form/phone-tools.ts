/** What the form needs of phone numbers. Loaded apart from it, because the metadata of all countries is heavy. */
export { examplePhone, formatAsTyped, isInternational, parsePhone } from '../../../phone/index.ts';
export { CountrySelect } from './CountrySelect.tsx';
export { guessCountry } from './guess-country.ts';
