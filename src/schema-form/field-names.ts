import { createContext } from 'preact';
import { defaultFields } from '../protocol/form.ts';
import type { JsonObject } from './json-schema.ts';
import { objectValue } from './schema-values.ts';

/** The names of the form's fields, which conditions and routes refer to. */
export const FieldNames = createContext<readonly string[]>([]);

/** A form has a phone field, also if it lists none. */
export function fieldNamesOf({ fields }: JsonObject): string[] {
  if (!Array.isArray(fields)) return defaultFields.map(({ name }) => name);
  const names = fields
    .map((field) => objectValue(field).name)
    .filter((name) => typeof name === 'string' && name !== '');
  return [...new Set(['phone', ...names.map(String)])];
}
