import { digitsOf, type PhoneProblem } from '../protocol/phone.ts';
import { readWritten, withoutTrunkZero } from '../protocol/written-number.ts';
import { type Country, findCountry, readInternational, sharedLengths } from './country.ts';

/** E.164 numbers have at most 15 digits, and no number in use has fewer than 7. */
const fewestDigits = 7;

/**
 * What is certainly wrong with a number, as far as its digits can be counted. Whether it is a number at all is for the proxy to
 * say, which knows how people dial in each country: whatever the proxy accepts has no problem here.
 */
export function findLengthProblem(typed: string, country: string | undefined): PhoneProblem | undefined {
  const text = readWritten(typed);
  // A zero in brackets may belong to the number.
  const problem = problemOf(text, country) && problemOf(withoutTrunkZero(text), country);
  // What follows a comma may be an extension, or more digits of the number.
  return problem?.code === 'too-long' && text.includes(',') ? undefined : problem;
}

function problemOf(text: string, country: string | undefined): PhoneProblem | undefined {
  const digits = digitsOf(text);
  if (/[a-z]/i.test(text) || digits === '') return { code: 'not-a-number' };
  const chosen = findCountry(country);
  // A country with other prefixes may mean something else by 00.
  if (chosen !== undefined && chosen.abroad === undefined && /^[\s(]*00/.test(text)) return undefined;
  const international = readInternational(text, chosen);
  if (international === undefined) {
    return chosen === undefined ? tooShort(fewestDigits - digits.length) : problemOfNational(digits, chosen);
  }
  const { country: called, national } = international;
  if (called !== undefined) return problemOfInternational(national, called);
  // Zeros without a calling code behind them may be those of a number inside the country.
  return text.includes('+') ? tooShort(fewestDigits - national.length) : undefined;
}

function problemOfInternational(national: string, country: Country): PhoneProblem | undefined {
  const { trunk } = country;
  const { min, max } = sharedLengths(country);
  // Some write `+44 (0)20`.
  if (max !== undefined && national.length > max + trunk.length) return tooLong(national.length - max);
  return tooShort(min - national.length);
}

function problemOfNational(digits: string, country: Country): PhoneProblem | undefined {
  const { trunk, callingCode } = country;
  const { min, max } = sharedLengths(country);
  const hasTrunk = trunk !== '' && digits.startsWith(trunk);
  const length = digits.length - (hasTrunk ? trunk.length : 0);
  // Some numbers begin with the digits of a trunk prefix, so one that is long enough with it may be complete.
  if (digits.length < min) return tooShort(min - length);
  if (max === undefined) return undefined;
  // A number with the country's code, whose plus is missing, may have the trunk prefix too.
  const most = digits.startsWith(callingCode)
    ? max + callingCode.length + trunk.length
    : max + (hasTrunk ? trunk.length : 0);
  return digits.length > most ? tooLong(length - max) : undefined;
}

function tooShort(missing: number): PhoneProblem | undefined {
  return missing > 0 ? { code: 'too-short', missing } : undefined;
}

function tooLong(extra: number): PhoneProblem {
  return { code: 'too-long', extra };
}
