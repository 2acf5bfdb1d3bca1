import type { SqlValue } from '../sql.ts';

/** A condition on one value, which `sql` gets as a parameter. Without the value, everything fulfils it. */
export type Condition = [sql: (parameter: string) => string, value: SqlValue];

/**
 * A column of texts, to compare it in a statement that names its rows. Keeps Postgres from combining the index of this column with
 * the few rows that the statement names: without statistics it would read all that are due.
 */
export function withoutIndex(column: string): string {
  return `${column} || ''`;
}

/** A WHERE clause of those that have a value, with the values. */
export function conditions(all: readonly Condition[]): { where: string; values: SqlValue[] } {
  const wanted = all.filter(([, value]) => value !== undefined);
  const texts = wanted.map(([sql], index) => sql(`$${index + 1}`));
  return {
    where: texts.length === 0 ? '' : `WHERE ${texts.join(' AND ')}`,
    values: wanted.map(([, value]) => value),
  };
}
