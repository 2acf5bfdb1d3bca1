import { examplePhone, parsePhone } from '../../phone/index.ts';
import {
  createFieldValidator,
  type FieldValue,
  type FormField,
  type Issue,
  type PhoneProblem,
  type PhoneResult,
  type ValueProblem,
  visibleFields,
} from '../../protocol/index.ts';
import type { FormConfig } from '../config/form-schema.ts';
import { compileLinearPattern } from '../config/pattern.ts';

type FieldResult = { ok: true; value: FieldValue | undefined } | { ok: false; message: string };
export type FieldParser = (value: FieldValue | undefined) => FieldResult;

export type LeadFieldsResult =
  | { ok: true; phone: string; values: Record<string, FieldValue> }
  | { ok: false; issues: Issue[] };

/**
 * Creates the check of a visitor's fields against the configured form. It returns trimmed values, and phones as E.164
 * digits.
 */
export function createLeadFieldsParser(
  form: FormConfig,
): (input: Readonly<Record<string, FieldValue>>) => LeadFieldsResult {
  const parsers = new Map(form.fields.map((field) => [field.name, createFieldParser(field, form)]));
  return (input) => {
    const issues: Issue[] = Object.keys(input)
      .filter((name) => !parsers.has(name))
      .map((name) => ({ path: `fields.${name}`, message: 'is not a field of this form' }));
    const values: Record<string, FieldValue> = {};
    // What the browser sends for a field that is not shown is dropped: it may be left over from another answer.
    for (const { name } of visibleFields(form.fields, input)) {
      const result = parsers.get(name)?.(Object.hasOwn(input, name) ? input[name] : undefined);
      if (result === undefined) continue;
      if (!result.ok) issues.push({ path: `fields.${name}`, message: result.message });
      else if (result.value !== undefined) values[name] = result.value;
    }
    if (issues.length > 0) return { ok: false, issues };
    return { ok: true, phone: String(values.phone), values };
  };
}

export function createFieldParser(field: FormField, { defaultCountry }: FormConfig): FieldParser {
  const validate = createFieldValidator(field, (pattern) => {
    // Only a visitor of this browser waits for the engine there; here everyone does.
    const linear = compileLinearPattern(pattern);
    return (text) => linear.test(text);
  });
  const parseFieldPhone = (text: string): PhoneResult => {
    const phone = parsePhone(text, defaultCountry);
    return phone.ok ? { ok: true, value: phone.digits, digits: phone.digits } : phone;
  };
  return (value) => {
    const result = validate(value, parseFieldPhone);
    if (result.ok) return result;
    return { ok: false, message: describeProblem(result.problem, field, result.country ?? defaultCountry) };
  };
}

/** Says what is wrong with a value and how to fix it. `country`: for the example of a phone. */
function describeProblem(problem: ValueProblem, { type }: FormField, country: string): string {
  switch (problem.code) {
    case 'required':
      return 'is required';
    case 'type':
      return type === 'checkbox' ? 'must be true or false' : 'must be a text';
    case 'too-long':
      return `must not be longer than ${problem.max} characters`;
    case 'pattern':
      return "doesn't match the required format";
    case 'option':
      return 'is not one of the options';
    case 'email':
      return 'must be an email address, such as ada@example.com';
    case 'phone':
      return describePhoneProblem(problem.problem, country);
    default:
      return problem satisfies never;
  }
}

function describePhoneProblem(problem: PhoneProblem, country: string): string {
  const example = examplePhone(country);
  const hint = example === undefined ? '' : ` Example: ${example}`;
  switch (problem.code) {
    case 'empty':
      return 'is required';
    case 'not-a-number':
      return `is not a phone number.${hint}`;
    case 'too-short':
      return `is incomplete: ${countDigits(problem.missing)} missing.${hint}`;
    case 'too-long':
      return `is too long: ${countDigits(problem.extra)} too many.${hint}`;
    case 'unknown-country':
      return 'starts with a country code that does not exist';
    case 'not-in-use':
      return `is not a number in use; check its digits.${hint}`;
    default:
      return problem satisfies never;
  }
}

function countDigits(count: number): string {
  return count === 1 ? 'one digit is' : `${count} digits are`;
}
