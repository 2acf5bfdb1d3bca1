export { examplePhone, followCallingCode, formatAsTyped, isInternational, replaceCallingCode } from './format-phone.ts';
export { type PhoneParseResult, parsePhone, phoneCountries } from './parse-phone.ts';
