import { plural } from './plural.ts';

/** Words around phone numbers, in English; they travel with what reads numbers. */
export const phoneTexts = {
  country: 'Country',
  phoneTooShort: plural('{number} digit is missing.', '{number} digits are missing.'),
  phoneTooLong: plural('{number} digit too many.', '{number} digits too many.'),
  phoneCountry: "This country code doesn't exist. Start with + and the country's code.",
  phoneNotInUse: 'No such number is in use. Please check the digits.',
  example: 'Example: {example}',
  numbers: 'One,Two,Three,Four,Five,Six,Seven,Eight,Nine,Ten',
};
