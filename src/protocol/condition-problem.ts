import { createFieldValidator } from './field-value.ts';
import type { ConditionValue, FieldValue, FormField } from './form.ts';

/** What is wrong with a condition: where it stands below the field or the route, with which value, and what to do. */
export type ConditionProblem = { path: string[]; message: string };

/** What is wrong with the condition of a field, or undefined. */
export function showIfProblem(field: FormField, fields: readonly FormField[]): ConditionProblem | undefined {
  const { name, showIf } = field;
  if (showIf === undefined) return undefined;
  const path = ['showIf'];
  if (name === 'phone') return { path, message: 'cannot be set for `phone`, which every lead needs; remove it' };
  const cycle = findCycle(name, fields);
  if (cycle?.length === 2) {
    return { path: [...path, 'field'], message: 'is the field itself; name another field' };
  }
  if (cycle !== undefined) {
    const message = `makes a circle of conditions (${cycle.join(' → ')}); remove one of them`;
    return { path: [...path, 'field'], message };
  }
  const problem = conditionProblem(showIf.field, showIf.is, fields);
  if (problem === undefined) return undefined;
  return { path: [...path, problem.key === 'field' ? 'field' : 'is'], message: problem.message };
}

/** What is wrong with a comparison of a field with values, or undefined. */
export function conditionProblem(
  name: string,
  is: ConditionValue,
  fields: readonly FormField[],
): { key: 'field' | 'value'; message: string } | undefined {
  const field = fields.find((known) => known.name === name);
  if (field === undefined) {
    const names = fields.filter(({ type }) => type !== 'tel').map((known) => known.name);
    return { key: 'field', message: `is not a field of this form; its fields are ${names.join(', ')}` };
  }
  if (field.type === 'tel') {
    return { key: 'field', message: 'is a phone number, which people write in many ways; name another field' };
  }
  const wanted: readonly FieldValue[] = typeof is === 'object' ? is : [is];
  const wrong = wanted.filter((value) => !isPossible(field, value)).map((value) => JSON.stringify(value));
  if (wrong.length === 0) return undefined;
  // A value alone stands beside the message anyway.
  const which = typeof is === 'object' ? `; ${listOf(wrong)} ${wrong.length === 1 ? 'does' : 'do'} not fit` : '';
  return { key: 'value', message: `must be ${describeValues(field)}${which}` };
}

function isPossible(field: FormField, value: FieldValue): boolean {
  // Any one of several choices can be compared with, and a date also when its time is not yet or over.
  const type = field.type === 'checkboxes' ? 'select' : field.type;
  const limits = field.type === 'date' ? { min: undefined, max: undefined } : {};
  const compared: FormField = { ...field, ...limits, type, required: true, value: undefined };
  const result = createFieldValidator(compared)(value, () => noPhone);
  // A checkbox that is required can be left empty until the form is sent.
  return field.type === 'checkbox' ? typeof value === 'boolean' : result.ok;
}

const noPhone = { ok: false, problem: { code: 'not-a-number' }, country: undefined } as const;

/** `"a", "b" and true` */
function listOf(values: readonly string[]): string {
  return [values.slice(0, -1).join(', '), ...values.slice(-1)].filter((part) => part !== '').join(' and ');
}

function describeValues({ name, type, options = [], pattern }: FormField): string {
  switch (type) {
    case 'checkbox':
      return `true or false: \`${name}\` is a checkbox`;
    case 'select':
    case 'radio':
    case 'checkboxes':
      return `an option of \`${name}\`: ${options.map(({ value }) => JSON.stringify(value)).join(', ')}`;
    case 'date':
      return `a date such as 2026-12-24, the value of \`${name}\``;
    case 'number':
      return `a number that \`${name}\` can have, as a text such as "2"`;
    case 'email':
      return `an email address, the value of \`${name}\``;
    default:
      return `a text that \`${name}\` can have${pattern === undefined ? '' : ` (${pattern})`}`;
  }
}

/** The names from the field back to itself, along the conditions. */
function findCycle(name: string, fields: readonly FormField[]): string[] | undefined {
  const path = [name];
  for (let next = targetOf(name, fields); next !== undefined; next = targetOf(next, fields)) {
    const isSeen = path.includes(next);
    path.push(next);
    if (isSeen) return next === name ? path : undefined;
  }
  return undefined;
}

function targetOf(name: string, fields: readonly FormField[]): string | undefined {
  return fields.find((known) => known.name === name)?.showIf?.field;
}
