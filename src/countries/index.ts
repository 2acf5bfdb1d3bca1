export { examplePhone, followCallingCode, phoneCountries } from './country.ts';
export { formatAsTyped, replaceCallingCode } from './format-phone.ts';
export { findLengthProblem } from './length-problem.ts';
