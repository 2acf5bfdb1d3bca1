export { formerNumbers, type IsAssigned, type PhoneParseResult, parsePhone } from './parse-phone.ts';
