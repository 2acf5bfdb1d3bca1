import { type FieldValue, type Issue, visibleFields } from '../../protocol/index.ts';
import type { FormConfig } from '../config/form-schema.ts';
import { badRequest, ProxyError } from '../http/proxy-error.ts';
import { createFieldParser } from '../intake/lead-fields.ts';
import type { StoredLead } from '../store/index.ts';

/**
 * Checks corrected values like those of a visitor. Returns them as they go to the service; undefined for a value to remove,
 * such as one that the form does not ask for any more with the corrected answers.
 * @throws ProxyError 400; 409 if the form is no longer configured
 */
export function checkCorrection(
  fields: Readonly<Record<string, FieldValue>>,
  form: FormConfig | undefined,
  record: StoredLead['record'],
): Record<string, FieldValue | undefined> {
  if (form === undefined) {
    const message = 'The form of this lead is not configured any more, so its values cannot be checked.';
    throw new ProxyError('wrong-state', { message });
  }
  const issues: Issue[] = [];
  const corrected = { ...record, ...fields };
  const visible = visibleFields(form.fields, corrected).map(({ name }) => name);
  const hidden = form.fields.filter(({ name }) => !visible.includes(name) && Object.hasOwn(corrected, name));
  const values: Record<string, FieldValue | undefined> = Object.fromEntries(
    hidden.map(({ name }) => [name, undefined]),
  );
  for (const [name, value] of Object.entries(fields)) {
    const field = form.fields.find((known) => known.name === name);
    const result =
      field === undefined
        ? ({ ok: false, message: 'is not a field of this form' } as const)
        : hidden.includes(field)
          ? ({ ok: false, message: 'is not asked for with these answers: its condition is not met' } as const)
          : createFieldParser(field, form)(value);
    if (result.ok) values[name] = result.value;
    else issues.push({ path: `fields.${name}`, message: result.message });
  }
  if (issues.length > 0) throw badRequest(issues);
  return values;
}
