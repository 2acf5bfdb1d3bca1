import * as z from 'zod/mini';
import { leadStates } from '../../protocol/index.ts';
import type { CauseCount } from './lead-admin.ts';

/** Reads rows of `state` and `n`, the number of rows in that state. A state without rows counts 0. */
export function readCounts<S extends string>(
  states: readonly S[],
  rows: readonly Record<string, unknown>[],
): Record<S, number> {
  const counts = new Map(rows.map(({ state, n }) => [state, Number(n)]));
  const entries = z.record(z.enum(states), z.number());
  return entries.parse(Object.fromEntries(states.map((state) => [state, counts.get(state) ?? 0])));
}

const causeRow = z.object({ state: z.enum(leadStates), cause: z.string(), n: z.number() });

/** Reads a row of a count by state and cause. */
export function readCauseRow(row: unknown): CauseCount {
  const { state, cause, n } = causeRow.parse(row);
  return { state, cause, count: n };
}
