import type { SqlValue } from '../sql.ts';

/** A condition on values, which `sql` gets as parameters. Without the first value, everything fulfils it. */
export type Condition = [sql: (...parameters: [string, ...string[]]) => string, value: SqlValue, ...more: SqlValue[]];

/**
 * A column of texts, to compare it in a statement that names its rows. Keeps Postgres from combining the index of this column with
 * the few rows that the statement names: without statistics it would read all that are due.
 */
export function withoutIndex(column: string): string {
  return `${column} || ''`;
}

/** A WHERE clause of those that have a value, with the values. */
export function conditions(all: readonly Condition[]): { where: string; values: SqlValue[] } {
  const values: SqlValue[] = [];
  const bind = (value: SqlValue) => `$${values.push(value)}`;
  const wanted = all.filter(([, value]) => value !== undefined);
  const texts = wanted.map(([sql, value, ...more]) => sql(bind(value), ...more.map(bind)));
  return { where: texts.length === 0 ? '' : `WHERE ${texts.join(' AND ')}`, values };
}
