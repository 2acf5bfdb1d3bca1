export { examplePhone, followCallingCode, formatAsTyped, replaceCallingCode } from './format-phone.ts';
export { type IsAssigned, type PhoneParseResult, parsePhone, phoneCountries } from './parse-phone.ts';
export { isInternational } from './written-number.ts';
