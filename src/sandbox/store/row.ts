/** A JSON object: a lead's fields, a call's context. */
export type Fields = Record<string, unknown>;

type Row = Record<string, unknown>;

/** The column as the schema of the database promises it. */
export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`[sandbox] column ${column} holds no text`);
  return value;
}

export function numberIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`[sandbox] column ${column} holds no number`);
  return value;
}

export function fieldsIn(row: Row, column: string): Fields {
  const value: unknown = JSON.parse(textIn(row, column));
  if (!isFields(value)) throw new TypeError(`[sandbox] column ${column} holds no JSON object`);
  return value;
}

export function textsIn(row: Row, column: string): string[] {
  const value: unknown = JSON.parse(textIn(row, column));
  if (!Array.isArray(value)) throw new TypeError(`[sandbox] column ${column} holds no JSON array`);
  return value.filter((one) => typeof one === 'string');
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
