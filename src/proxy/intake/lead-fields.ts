import { examplePhone, type PhoneParseResult, parsePhone } from '../../phone/index.ts';
import type { FormField, Issue } from '../../protocol/index.ts';
import type { FormConfig } from '../config/form-schema.ts';
import { compilePattern } from '../config/pattern.ts';
import { cleanText, isEmail } from './text.ts';

type FieldValue = string | boolean;
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
  const fields = new Map(form.fields.map((field) => [field.name, { field, parse: createFieldParser(field, form) }]));
  return (input) => {
    const issues: Issue[] = Object.keys(input)
      .filter((name) => !fields.has(name))
      .map((name) => ({ path: `fields.${name}`, message: 'is not a field of this form' }));
    const values: Record<string, FieldValue> = {};
    for (const [name, { field, parse }] of fields) {
      const result = parse(Object.hasOwn(input, name) ? input[name] : undefined);
      if (!result.ok) issues.push({ path: `fields.${name}`, message: result.message });
      else if (result.value !== undefined) values[name] = result.value;
      else if (field.required) issues.push({ path: `fields.${name}`, message: 'is required' });
    }
    if (issues.length > 0) return { ok: false, issues };
    return { ok: true, phone: String(values.phone), values };
  };
}

export function createFieldParser(field: FormField, form: FormConfig): FieldParser {
  if (field.type === 'checkbox') return (value) => parseCheckbox(field, value);
  const check = createTextCheck(field, form);
  const maxLength = field.maxLength ?? (field.type === 'textarea' || field.type === 'hidden' ? 2000 : 200);
  return (value) => {
    if (typeof value === 'boolean') return { ok: false, message: 'must be a text' };
    const text = cleanText(value ?? (field.type === 'hidden' ? (field.value ?? '') : ''), {
      multiline: field.type === 'textarea',
    });
    if (text === '') return { ok: true, value: undefined };
    if (text.length > maxLength) return { ok: false, message: `must not be longer than ${maxLength} characters` };
    return check(text);
  };
}

/** A required checkbox must be ticked; an optional one is stored as false too. */
function parseCheckbox(field: FormField, value: FieldValue | undefined): FieldResult {
  if (typeof value === 'string') return { ok: false, message: 'must be true or false' };
  if (field.required && value === false) return { ok: true, value: undefined };
  return { ok: true, value };
}

function createTextCheck(field: FormField, form: FormConfig): (text: string) => FieldResult {
  const pattern = field.pattern === undefined ? undefined : compilePattern(field.pattern);
  const options = field.type === 'select' ? new Set(field.options?.map((option) => option.value)) : undefined;
  return (text) => {
    if (pattern !== undefined && !pattern.test(text)) {
      return { ok: false, message: "doesn't match the required format" };
    }
    if (options !== undefined && !options.has(text)) return { ok: false, message: 'is not one of the options' };
    if (field.type === 'email' && !isEmail(text)) {
      return { ok: false, message: 'must be an email address, such as ada@example.com' };
    }
    if (field.type !== 'tel') return { ok: true, value: text };
    const phone = parsePhone(text, form.defaultCountry);
    return phone.ok
      ? { ok: true, value: phone.digits }
      : { ok: false, message: describePhoneProblem(phone, form.defaultCountry) };
  };
}

/** Says what is wrong with a phone and how to fix it. */
function describePhoneProblem(
  { problem, country }: Extract<PhoneParseResult, { ok: false }>,
  defaultCountry: string,
): string {
  const example = examplePhone(country ?? defaultCountry);
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
