import * as z from 'zod/mini';
import type { Sql } from '../sql.ts';

/** How many rows of a table are in each of these states. */
export async function countStates<S extends string>(
  database: Sql,
  table: 'leads' | 'calls' | 'webhooks',
  states: readonly S[],
): Promise<Record<S, number>> {
  const listed = states.map((state) => `'${state}'`).join(', ');
  const rows = await database.all(
    `SELECT state, count(*) AS n FROM ${table} WHERE state IN (${listed}) GROUP BY state`,
  );
  const counts = new Map(rows.map(({ state, n }) => [state, Number(n)]));
  const entries = z.record(z.enum(states), z.number());
  return entries.parse(Object.fromEntries(states.map((state) => [state, counts.get(state) ?? 0])));
}
