import { parsePhone } from '../../phone/index.ts';
import type { FormField, Issue } from '../../protocol/index.ts';
import type { FormConfig } from '../config/form-schema.ts';
import { compilePattern } from '../config/pattern.ts';
import { cleanText } from './clean-text.ts';
import { isEmail } from './email.ts';
import { phoneProblemText } from './phone-problem.ts';

type Value = string | boolean;
type FieldReading = { ok: true; value: Value | undefined } | { ok: false; message: string };

export type FieldsReading = { ok: true; phone: string; values: Record<string, Value> } | { ok: false; issues: Issue[] };

/** Checks what a visitor filled in against the form of the configuration. Values come back trimmed, phones as E.164 digits. */
export function createFieldsReader(form: FormConfig): (given: Readonly<Record<string, Value>>) => FieldsReading {
  const fields = new Map(form.fields.map((field) => [field.name, { field, read: createFieldReader(field, form) }]));
  return (given) => {
    const issues: Issue[] = Object.keys(given)
      .filter((name) => !fields.has(name))
      .map((name) => ({ path: `fields.${name}`, message: 'is not a field of this form' }));
    const values: Record<string, Value> = {};
    for (const [name, { field, read }] of fields) {
      const reading = read(Object.hasOwn(given, name) ? given[name] : undefined);
      if (!reading.ok) issues.push({ path: `fields.${name}`, message: reading.message });
      else if (reading.value !== undefined) values[name] = reading.value;
      else if (field.required) issues.push({ path: `fields.${name}`, message: 'is required' });
    }
    if (issues.length > 0) return { ok: false, issues };
    return { ok: true, phone: String(values.phone), values };
  };
}

function createFieldReader(field: FormField, form: FormConfig): (given: Value | undefined) => FieldReading {
  if (field.type === 'checkbox') return (given) => readCheckbox(field, given);
  const judge = createTextJudge(field, form);
  const maxLength = field.maxLength ?? (field.type === 'textarea' || field.type === 'hidden' ? 2000 : 200);
  return (given) => {
    if (typeof given === 'boolean') return { ok: false, message: 'must be a text' };
    const text = cleanText(given ?? (field.type === 'hidden' ? (field.value ?? '') : ''), {
      lines: field.type === 'textarea',
    });
    if (text === '') return { ok: true, value: undefined };
    if (text.length > maxLength) return { ok: false, message: `must not be longer than ${maxLength} characters` };
    return judge(text);
  };
}

/** A required box must be ticked; one that is not is told as a value too. */
function readCheckbox(field: FormField, given: Value | undefined): FieldReading {
  if (typeof given === 'string') return { ok: false, message: 'must be true or false' };
  if (field.required && given === false) return { ok: true, value: undefined };
  return { ok: true, value: given };
}

function createTextJudge(field: FormField, form: FormConfig): (text: string) => FieldReading {
  const pattern = field.pattern === undefined ? undefined : compilePattern(field.pattern);
  const options = field.type === 'select' ? new Set(field.options?.map((option) => option.value)) : undefined;
  return (text) => {
    if (pattern !== undefined && !pattern.test(text))
      return { ok: false, message: 'has not the form that is asked for' };
    if (options !== undefined && !options.has(text)) return { ok: false, message: 'is not one of the choices' };
    if (field.type === 'email' && !isEmail(text))
      return { ok: false, message: 'must be an email address, such as ada@example.com' };
    if (field.type !== 'tel') return { ok: true, value: text };
    const phone = parsePhone(text, form.defaultCountry);
    return phone.ok
      ? { ok: true, value: phone.digits }
      : { ok: false, message: phoneProblemText(phone, form.defaultCountry) };
  };
}
