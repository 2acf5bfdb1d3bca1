import type { FieldValue, FormField } from '../../protocol/form.ts';
import { emptyValue, hasOption } from '../../protocol/value-kind.ts';
import type { SignedVisitorState } from './lead-form-state.ts';

export type FormValues = Readonly<Record<string, FieldValue>>;

export function initialValues(fields: readonly FormField[]): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, emptyValue(field)]));
}

/** The name in the draft, which forms of other pages share: a field of another type may have the same name. */
export function draftName({ type, name }: FormField): string {
  return `${type}:${name}`;
}

/** What was typed into this form, which has `changed` these fields, or into the same fields of another one. */
export function typedValues(draft: FormValues, fields: readonly FormField[], changed: ReadonlySet<string>): FormValues {
  const entries = fields.flatMap((field) => {
    const { name } = field;
    const value = draft[draftName(field)];
    // The select of another form may have other options.
    return value !== undefined && (changed.has(name) || hasOption(field, value)) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The values of the form's own fields. */
export function ownValues(values: FormValues, fields: readonly FormField[]): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields.some((field) => field.name === name)));
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
