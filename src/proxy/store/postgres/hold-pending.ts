import { leadColumns, readLeadRow } from '../lead-row.ts';
import { callsOf, dueCallsSql, type HeldPending, holdSliceSize, uncertain } from '../restored-lead.ts';
import { changeCall } from './call-writer.ts';
import type { PostgresContext } from './context.ts';

/** `holdPending`, in short transactions. */
export function createHoldPending(context: PostgresContext) {
  const { database, webhooks } = context;

  const holdSlice = (after: number, now: number) =>
    database.transaction(async (tx) => {
      const { rows } = await tx.query(
        `SELECT ${leadColumns}, seq::float8 AS position FROM leadchat.leads WHERE state = 'pending' AND seq > $1
         ORDER BY seq LIMIT ${holdSliceSize} FOR UPDATE`,
        [after],
      );
      let leads = 0;
      for (const row of rows) {
        const lead = readLeadRow(row);
        if (lead.unreadable !== undefined) continue;
        for (const call of callsOf(lead)) await changeCall(context, tx, call, { state: 'unknown' });
        await tx.query(
          `UPDATE leadchat.leads SET state = 'unknown', steps = $2, next_at = $3, ended_at = $3, owner = NULL
           WHERE lead = $1`,
          [lead.id, JSON.stringify(uncertain(lead.steps, now)), now],
        );
        await webhooks.leadChanged(tx, lead.id, now);
        leads++;
      }
      return { leads, last: rows.length < holdSliceSize ? undefined : Number(rows.at(-1)?.position) };
    });

  return async (now: number): Promise<HeldPending> => {
    const held = { leads: 0, calls: 0 };
    for (let after: number | undefined = 0; after !== undefined; ) {
      const slice: { leads: number; last: number | undefined } = await holdSlice(after, now);
      held.leads += slice.leads;
      after = slice.last;
    }
    held.calls = await database.transaction(async (tx) => {
      const { rows } = await tx.query(`SELECT call FROM leadchat.calls WHERE ${dueCallsSql('$1')} FOR UPDATE`, [now]);
      for (const { call } of rows) await changeCall(context, tx, String(call), { state: 'unknown' });
      return rows.length;
    });
    return held;
  };
}
