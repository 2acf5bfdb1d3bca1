import type { PhoneParseResult } from '../../phone/index.ts';
import type { FormField } from '../../protocol/index.ts';
import type { FieldValue, SignedVisitorState } from './lead-form-model.ts';

export type FormValues = Readonly<Record<string, FieldValue>>;

export function initialValues(fields: readonly FormField[]): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, initialValue(field)]));
}

export function initialValue({ type, value }: FormField): FieldValue {
  return type === 'checkbox' ? false : (value ?? '');
}

/** Returns the values for the request, without empty ones. */
export function toRequestFields(
  fields: readonly FormField[],
  values: FormValues,
  parsePhone: (typed: string) => PhoneParseResult,
): FormValues {
  const entries = fields.flatMap(({ name, type }): [string, FieldValue][] => {
    const value = values[name] ?? '';
    if (typeof value === 'boolean') return [[name, value]];
    const text = value.trim();
    if (text === '') return [];
    // Phones get the international format, because the proxy does not know which country the visitor chose.
    const phone = type === 'tel' ? parsePhone(text) : undefined;
    return [[name, phone?.ok === true ? phone.international : text]];
  });
  return Object.fromEntries(entries);
}

/** Whether the visitor's signed token contains the field. */
export function isVerified(visitor: SignedVisitorState, name: string): boolean {
  return visitor.status === 'verified' && Object.hasOwn(visitor.fields, name);
}

/** Whether the visitor's signed token contains all required fields. */
export function coversRequiredFields(visitor: SignedVisitorState, fields: readonly FormField[]): boolean {
  return fields.every(
    ({ name, type, required, value = '' }) =>
      !required || isVerified(visitor, name) || (type === 'hidden' && value !== ''),
  );
}
