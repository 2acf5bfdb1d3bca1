import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { readCounts } from '../state-counts.ts';
import { sqliteError } from './sqlite-error.ts';

/** Rows that are counted in one turn of the event loop, in about two milliseconds. Other requests are served in between. */
const sliceSize = 50_000;

/** Counts the rows of each state. A row whose state changes meanwhile may be counted twice, or not at all. */
export function createStateCounter<State extends string>(
  db: DatabaseSync,
  table: 'leads' | 'calls' | 'webhooks',
  states: readonly State[],
): () => Promise<Record<State, number>> {
  const slice = db.prepare(
    `SELECT count(*) AS n, max(rowid) AS last FROM
       (SELECT rowid FROM ${table} INDEXED BY ${table}_state WHERE state = ? AND rowid > ? ORDER BY rowid LIMIT ${sliceSize})`,
  );
  const count = async (state: State) => {
    let total = 0;
    let last = 0;
    for (;;) {
      const row = slice.get(state, last);
      const n = Number(row?.n);
      total += n;
      if (n < sliceSize) return { state, n: total };
      last = Number(row?.last);
      await setImmediate();
    }
  };
  return async () => {
    try {
      const rows: { state: State; n: number }[] = [];
      for (const state of states) rows.push(await count(state));
      return readCounts(states, rows);
    } catch (error) {
      throw sqliteError(error);
    }
  };
}
