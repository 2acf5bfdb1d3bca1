import { examplePhone, type PhoneParseResult } from '../../phone/index.ts';

type UnparsePhone = Extract<PhoneParseResult, { ok: false }>;

/** What is wrong with a phone and what to do about it. */
export function phoneProblemText({ problem, country }: UnparsePhone, defaultCountry: string): string {
  const example = examplePhone(country ?? defaultCountry);
  const hint = example === undefined ? '' : ` Example: ${example}`;
  switch (problem.code) {
    case 'empty':
      return 'is required';
    case 'not-a-number':
      return `is not a phone number.${hint}`;
    case 'too-short':
      return `is not complete: ${count(problem.missing)} missing.${hint}`;
    case 'too-long':
      return `is too long: ${count(problem.extra)} too many.${hint}`;
    case 'unknown-country':
      return 'begins with a country code that does not exist';
    case 'not-in-use':
      return `is not a number that is in use; check its digits.${hint}`;
    default:
      return problem satisfies never;
  }
}

function count(digits: number): string {
  return digits === 1 ? 'one digit is' : `${digits} digits are`;
}
