import type { FormField } from './form.ts';

export const phoneField: FormField = { name: 'phone', type: 'tel', required: true };

/** The fields of a form that names none. */
export const defaultFields: FormField[] = [
  phoneField,
  { name: 'first_name', type: 'text', required: false },
  { name: 'last_name', type: 'text', required: false },
  { name: 'email', type: 'email', required: false },
];

/** A form always asks for the phone: it is put first when the configuration leaves it out, and is always required. */
export function withPhone(fields: readonly FormField[]): FormField[] {
  const configured = fields.find((field) => field.name === 'phone');
  if (configured === undefined) return [phoneField, ...fields];
  return fields.map((field) => (field === configured ? { ...field, type: 'tel', required: true } : field));
}
