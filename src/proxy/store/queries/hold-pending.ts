import { changeCall } from '../../delivery/call-transitions.ts';
import { changeLead } from '../../delivery/lead-transitions.ts';
import type { LeadAdmin } from '../lead-admin.ts';
import type { StoreContext } from '../store-context.ts';
import { type LeadWriter, writableLeadColumns } from './lead-writer.ts';

/** Leads that one transaction changes. */
const sliceSize = 200;

/** `holdPending`, in short transactions. */
export function createHoldPending({ database }: StoreContext, leads: LeadWriter): LeadAdmin['holdPending'] {
  const { forUpdate } = database.dialect;

  const holdSlice = (after: number, now: number) =>
    database.transaction(async (tx) => {
      const rows = await tx.all(
        `SELECT ${writableLeadColumns}, seq FROM leads WHERE state = 'pending' AND seq > $1
         ORDER BY seq LIMIT ${sliceSize}${forUpdate}`,
        [after],
      );
      let count = 0;
      for (const row of rows) {
        const before = await leads.withCalls(tx, row);
        const held = changeLead(before, { type: 'restored', now });
        if (held === undefined) continue;
        await leads.write(tx, { before, after: held, now, owner: null });
        count++;
      }
      return { count, last: rows.length < sliceSize ? undefined : Number(rows.at(-1)?.seq) };
    });

  /** Planned calls whose time was before the restore may have been placed. The others are placed as planned. */
  const holdDueCalls = (now: number) =>
    database.transaction(async (tx) => {
      const due = await tx.all(`SELECT call FROM calls WHERE state = 'planned' AND planned_at <= $1`, [now]);
      for (const { call: id } of due) {
        const before = await leads.lockOfCall(tx, String(id));
        const call = before?.calls.find((found) => found.id === id);
        if (before === undefined || call === undefined) continue;
        const held = changeCall(call, { type: 'restored', answer: 'planned in the backup', now });
        const after = changeLead(before, { type: 'called', call: held, now });
        if (after !== undefined) await leads.write(tx, { before, after, now });
      }
      return due.length;
    });

  return async (now) => {
    let held = 0;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const slice: { count: number; last: number | undefined } = await holdSlice(after, now);
      held += slice.count;
      after = slice.last;
    }
    return { leads: held, calls: await holdDueCalls(now) };
  };
}
