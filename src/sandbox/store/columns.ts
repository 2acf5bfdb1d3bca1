/** A JSON object: the fields of a lead, the data of a call. */
export type Fields = Record<string, unknown>;

type Row = Record<string, unknown>;

// SQLite rows are untyped. These check that a column holds the type that the schema in store.ts declares.

export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`[sandbox] column ${column} contains no text`);
  return value;
}

export function numberIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`[sandbox] column ${column} contains no number`);
  return value;
}

export function fieldsIn(row: Row, column: string): Fields {
  const value: unknown = JSON.parse(textIn(row, column));
  if (!isFields(value)) throw new TypeError(`[sandbox] column ${column} contains no JSON object`);
  return value;
}

export function textsIn(row: Row, column: string): string[] {
  const value: unknown = JSON.parse(textIn(row, column));
  if (!Array.isArray(value)) throw new TypeError(`[sandbox] column ${column} contains no JSON array`);
  return value.filter((item) => typeof item === 'string');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
