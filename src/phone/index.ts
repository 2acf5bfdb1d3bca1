export { examplePhone, followCallingCode, formatAsTyped, isInternational, replaceCallingCode } from './format-phone.ts';
export { type PhoneParseResult, type PhoneProblem, parsePhone, phoneCountries } from './parse-phone.ts';
