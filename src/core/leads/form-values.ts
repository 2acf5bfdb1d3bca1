import type { FieldValue, FormField } from '../../protocol/index.ts';
import type { SignedVisitorState } from './lead-form-model.ts';

export type FormValues = Readonly<Record<string, FieldValue>>;

export function initialValues(fields: readonly FormField[]): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, initialValue(field)]));
}

/** The values of the form's own fields: the visitor may have typed into another form on another page. */
export function ownValues(values: FormValues, fields: readonly FormField[]): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields.some((field) => field.name === name)));
}

function initialValue({ type, value }: FormField): FieldValue {
  return type === 'checkbox' ? false : (value ?? '');
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
