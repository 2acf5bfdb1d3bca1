import type { LeadAdmin } from '../lead-admin.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import { callsOf, dueCallsSql, holdSliceSize, uncertain } from '../restored-lead.ts';
import type { StoreContext } from '../store-context.ts';
import type { CallWriter } from './call-writer.ts';
import type { WebhookWriter } from './webhook-writer.ts';

/** `holdPending`, in short transactions. */
export function createHoldPending(
  { database }: StoreContext,
  { calls, webhooks }: { calls: CallWriter; webhooks: WebhookWriter },
): LeadAdmin['holdPending'] {
  const { forUpdate } = database.dialect;

  const holdSlice = (after: number, now: number) =>
    database.transaction(async (tx) => {
      const rows = await tx.all(
        `SELECT ${leadColumns}, seq FROM leads WHERE state = 'pending' AND seq > $1
         ORDER BY seq LIMIT ${holdSliceSize}${forUpdate}`,
        [after],
      );
      let leads = 0;
      for (const row of rows) {
        const lead = readLeadRow(row);
        if (lead.unreadable !== undefined) continue;
        for (const call of callsOf(lead)) await calls.change(tx, call, { state: 'unknown' });
        await tx.run(
          `UPDATE leads SET state = 'unknown', steps = $2, next_at = $3, ended_at = $3, owner = NULL WHERE lead = $1`,
          [lead.id, JSON.stringify(uncertain(lead.steps, now)), now],
        );
        await webhooks.leadChanged(tx, lead.id, now);
        leads++;
      }
      return { leads, last: rows.length < holdSliceSize ? undefined : Number(rows.at(-1)?.seq) };
    });

  const holdDueCalls = (now: number) =>
    database.transaction(async (tx) => {
      const due = await tx.all(`SELECT call FROM calls WHERE ${dueCallsSql('$1')}${forUpdate}`, [now]);
      for (const { call } of due) await calls.change(tx, String(call), { state: 'unknown' });
      return due.length;
    });

  return async (now) => {
    let leads = 0;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const slice: { leads: number; last: number | undefined } = await holdSlice(after, now);
      leads += slice.leads;
      after = slice.last;
    }
    return { leads, calls: await holdDueCalls(now) };
  };
}
