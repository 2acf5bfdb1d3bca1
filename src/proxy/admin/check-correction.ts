import type { FieldValue, Issue } from '../../protocol/index.ts';
import type { FormConfig } from '../config/form-schema.ts';
import { badRequest, ProxyError } from '../http/proxy-error.ts';
import { createFieldParser } from '../intake/lead-fields.ts';

/**
 * Checks corrected values like those of a visitor. Returns them as they go to the service; undefined for a value to remove.
 * @throws ProxyError 400; 409 if the form is no longer configured
 */
export function checkCorrection(
  fields: Readonly<Record<string, FieldValue>>,
  form: FormConfig | undefined,
): Record<string, FieldValue | undefined> {
  if (form === undefined) {
    const message = 'The form of this lead is not configured any more, so its values cannot be checked.';
    throw new ProxyError('wrong-state', { message });
  }
  const issues: Issue[] = [];
  const values: Record<string, FieldValue | undefined> = {};
  for (const [name, value] of Object.entries(fields)) {
    const field = form.fields.find((known) => known.name === name);
    const result =
      field === undefined
        ? ({ ok: false, message: 'is not a field of this form' } as const)
        : createFieldParser(field, form)(value);
    if (result.ok) values[name] = result.value;
    else issues.push({ path: `fields.${name}`, message: result.message });
  }
  if (issues.length > 0) throw badRequest(issues);
  return values;
}
