import type { FieldValue, FormField } from './form.ts';

/** Whether a field can take a value as far as its kind and its options go. */
export function hasOption({ type, options = [] }: FormField, value: FieldValue): boolean {
  if (type !== 'select' && type !== 'radio' && type !== 'checkboxes') return fitsType(type, value);
  const isOption = (chosen: FieldValue) => options.some((option) => option.value === chosen);
  return type === 'checkboxes' ? Array.isArray(value) && value.every(isOption) : isOption(value);
}

/** Whether a field of this type can have a value of this kind. */
export function fitsType(type: FormField['type'], value: unknown): boolean {
  if (type === 'checkboxes') return Array.isArray(value) && value.every((choice) => typeof choice === 'string');
  return typeof value === (type === 'checkbox' ? 'boolean' : 'string');
}

/** The value of a field that nobody has filled in. */
export function emptyValue({ type, value = '' }: FormField): FieldValue {
  if (type === 'checkboxes') return [];
  return type === 'checkbox' ? false : value;
}

/** Whether a value says nothing. */
export function isEmptyValue(value: FieldValue | undefined): boolean {
  return value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}
