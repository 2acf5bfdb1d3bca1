import { leadColumns, readLeadRow } from '../lead-row.ts';
import { callsOf, dueCallsSql, type HeldPending, holdSliceSize, uncertain } from '../restored-lead.ts';
import type { CallWriter } from './call-writer.ts';
import type { SqliteContext } from './open-database.ts';

/** `holdPending`, in short transactions. */
export function createHoldPending({ db, write, webhooks }: SqliteContext, calls: CallWriter) {
  const select = db.prepare(
    `SELECT ${leadColumns}, seq FROM leads WHERE state = 'pending' AND seq > ? ORDER BY seq LIMIT ${holdSliceSize}`,
  );
  const update = db.prepare(
    `UPDATE leads SET state = 'unknown', steps = ?, next_at = ?, ended_at = ?, owner = NULL WHERE lead = ?`,
  );
  const dueCalls = db.prepare(`SELECT call FROM calls WHERE ${dueCallsSql('?')}`);

  const holdSlice = (after: number, now: number) =>
    write(() => {
      const rows = select.all(after);
      let leads = 0;
      for (const row of rows) {
        const lead = readLeadRow(row);
        if (lead.unreadable !== undefined) continue;
        for (const call of callsOf(lead)) calls.change(call, { state: 'unknown' });
        update.run(JSON.stringify(uncertain(lead.steps, now)), now, now, lead.id);
        webhooks.leadChanged(lead.id, now);
        leads++;
      }
      return { leads, last: rows.length < holdSliceSize ? undefined : Number(rows.at(-1)?.seq) };
    });

  return async (now: number): Promise<HeldPending> => {
    const held = { leads: 0, calls: 0 };
    for (let after: number | undefined = 0; after !== undefined; ) {
      const slice: { leads: number; last: number | undefined } = await holdSlice(after, now);
      held.leads += slice.leads;
      after = slice.last;
    }
    held.calls = await write(() => {
      const due = dueCalls.all(now);
      for (const { call } of due) calls.change(String(call), { state: 'unknown' });
      return due.length;
    });
    return held;
  };
}
