import { examplePhone } from '../../countries/index.ts';
import { joinChoices } from '../../protocol/choices-value.ts';
import { visibleFields } from '../../protocol/condition.ts';
import { todayAnywhere } from '../../protocol/date-value.ts';
import { createFieldValidator, type PhoneResult, type ValueProblem } from '../../protocol/field-value.ts';
import type { FieldValue, FormField } from '../../protocol/form.ts';
import type { Issue } from '../../protocol/issue.ts';
import type { PhoneProblem } from '../../protocol/phone.ts';
import type { FormConfig } from '../config/form-schema.ts';
import { compileLinearPattern } from '../config/pattern.ts';
import { parsePhone } from '../written-phone.ts';

type FieldResult =
  /** `isConfirmed`: a phone that is not known to be in use, and counts because somebody has confirmed it. */
  { ok: true; value: string | boolean | undefined; isConfirmed?: boolean } | { ok: false; issue: Omit<Issue, 'path'> };

export type ReadPhoneOptions = {
  /** Country of a phone without `+`. @default the form's */
  country?: string | undefined;
  /** Whether somebody says that a phone is right which is not known to be in use. */
  isConfirmed?: boolean | undefined;
};
export type FieldParser = (value: FieldValue | undefined, phoneOptions?: ReadPhoneOptions) => FieldResult;

export type LeadFieldsResult =
  | { ok: true; phone: string; values: Record<string, string | boolean>; hasConfirmedPhone: boolean }
  | { ok: false; issues: Issue[] };

export type LeadFieldsOptions = Pick<ReadPhoneOptions, 'country'> & {
  /** Whether somebody vouches for the field's phone. */
  isConfirmed(name: string): boolean;
};

/**
 * Creates the check of a visitor's fields against the configured form. It returns cleaned values, and phones as E.164
 * digits.
 */
export function createLeadFieldsParser(
  form: FormConfig,
  now: () => number = Date.now,
): (input: Readonly<Record<string, FieldValue>>, options: LeadFieldsOptions) => LeadFieldsResult {
  const parsers = new Map(form.fields.map((field) => [field.name, createFieldParser(field, form, now)]));
  return (input, { country, isConfirmed }) => {
    const issues: Issue[] = Object.keys(input)
      .filter((name) => !parsers.has(name))
      .map((name) => ({ path: `fields.${name}`, message: 'is not a field of this form' }));
    const values: Record<string, string | boolean> = {};
    let hasConfirmedPhone = false;
    // What the browser sends for a field that is not shown is dropped: it may be left over from another answer.
    for (const { name } of visibleFields(form.fields, input)) {
      const value = Object.hasOwn(input, name) ? input[name] : undefined;
      const result = parsers.get(name)?.(value, { country, isConfirmed: isConfirmed(name) });
      if (result === undefined) continue;
      if (!result.ok) issues.push({ path: `fields.${name}`, ...result.issue });
      else if (result.value !== undefined) values[name] = result.value;
      if (result.ok && result.isConfirmed === true) hasConfirmedPhone = true;
    }
    if (issues.length > 0) return { ok: false, issues };
    return { ok: true, phone: String(values.phone), values, hasConfirmedPhone };
  };
}

export function createFieldParser(
  field: FormField,
  { defaultCountry }: FormConfig,
  now: () => number = Date.now,
): FieldParser {
  const createPattern = (pattern: string) => {
    // Only a visitor of this browser waits for the engine there; here everyone does.
    const linear = compileLinearPattern(pattern);
    return (text: string) => linear.test(text);
  };
  const validate = createFieldValidator(field, createPattern, () => todayAnywhere(now()));
  return (value, { country = defaultCountry, isConfirmed = false } = {}) => {
    const confirmed: string[] = [];
    const parseFieldPhone = (text: string): PhoneResult => {
      const phone = parsePhone(text, country);
      if (phone.ok) return { ok: true, value: phone.digits, digits: phone.digits };
      if (!isConfirmed || phone.digits === undefined) return phone;
      confirmed.push(phone.digits);
      return { ok: true, value: phone.digits, digits: phone.digits };
    };
    const result = validate(value, parseFieldPhone);
    if (result.ok)
      return { ok: true, value: leadValue(result.value), ...(confirmed.length > 0 && { isConfirmed: true }) };
    return { ok: false, issue: issueOf(result.problem, field, result.country ?? country) };
  };
}

/** The service's custom fields are texts: several choices become one. */
function leadValue(value: FieldValue | undefined): string | boolean | undefined {
  return Array.isArray(value) ? joinChoices(value) : value;
}

/** What is wrong with a value, for a program and for its developer. */
function issueOf(problem: ValueProblem, field: FormField, country: string): Omit<Issue, 'path'> {
  return {
    message: describeProblem(problem, field, country),
    ...(problem.code === 'phone' ? problem.problem : problem),
  };
}

/** Says what is wrong with a value and how to fix it. `country`: for the example of a phone. */
function describeProblem(problem: ValueProblem, { type }: FormField, country: string): string {
  switch (problem.code) {
    case 'required':
      return 'is required';
    case 'type':
      return type === 'checkbox'
        ? 'must be true or false'
        : `must be a ${type === 'checkboxes' ? 'list of texts' : 'text'}`;
    case 'too-long':
      return `must not be longer than ${problem.max} characters`;
    case 'pattern':
      return "doesn't match the required format";
    case 'option':
      return 'is not one of the options';
    case 'email':
      return 'must be an email address, such as ada@example.com';
    case 'too-few':
      return `must have at least ${problem.min} choices`;
    case 'too-many':
      return `must not have more than ${problem.max} choices`;
    case 'date':
      return 'must be a date, such as 2026-12-24';
    case 'too-early':
      return `must not be before ${problem.earliest}`;
    case 'too-late':
      return `must not be after ${problem.latest}`;
    case 'number':
      return 'must be a number, such as 12.5';
    case 'too-small':
      return `must not be less than ${problem.min}`;
    case 'too-large':
      return `must not be more than ${problem.max}`;
    case 'step':
      return `must be in steps of ${problem.step}`;
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
    case 'ambiguous':
      return `can be read as ${problem.readings.join(' or ')}; write it with + and its country code`;
    case 'unknown-country':
      return 'starts with a country code that does not exist';
    case 'not-in-use':
      return `is not known to be in use; check its digits, and send it again with phoneConfirmed if it is right.${hint}`;
    default:
      return problem satisfies never;
  }
}

function countDigits(count: number): string {
  return count === 1 ? 'one digit is' : `${count} digits are`;
}
