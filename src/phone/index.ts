export { examplePhone, formatAsTyped } from './format-phone.ts';
export { type PhoneProblem, type PhoneReading, phoneCountries, readPhone } from './read-phone.ts';
