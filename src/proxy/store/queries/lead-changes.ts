import { endedBarriers } from '../../domain/barriers.ts';
import { type CallEvent, changeCall, isHeldCall } from '../../domain/call-transitions.ts';
import { changeLead, type LeadEvent } from '../../domain/lead-transitions.ts';
import type { LeadAdmin } from '../lead-admin.ts';
import type { StoreContext } from '../store-context.ts';
import type { CallDecisions } from './call-decisions.ts';
import { type LeadWriter, writableLeadColumns } from './lead-writer.ts';

type LeadChanges = Pick<LeadAdmin, 'replay' | 'resolve' | 'closeLead' | 'correct' | 'release' | 'holdPending'>;

/** What operators change about a lead: `domain/lead-transitions.ts` says what follows from it. */
export function createLeadChanges(
  context: StoreContext,
  { leads, decisions }: { leads: LeadWriter; decisions: CallDecisions },
): LeadChanges {
  const { database, notify } = context;
  /** Changes a lead that no process is delivering. Resolves with false if the event is not possible. */
  const change = async (lead: string, event: LeadEvent & { now: number }): Promise<boolean> => {
    const isChanged = await database.transaction(async (tx) => {
      const before = await leads.lock(tx, 'lead = $1 AND (owner IS NULL OR next_at <= $2)', [lead, event.now]);
      const after = before === undefined ? undefined : changeLead(before, event);
      if (before === undefined || after === undefined) return false;
      await leads.write(tx, { before, after, now: event.now, owner: null });
      for (const journey of endedBarriers(before.lead, after.lead)) {
        await tx.run('DELETE FROM enrolments WHERE phone = $1 AND journey = $2 AND lead = $3', [
          before.lead.phone,
          journey,
          lead,
        ]);
      }
      return true;
    });
    if (isChanged) notify();
    return isChanged;
  };

  return {
    replay: (lead, request) => change(lead, { type: 'replayed', ...request }),
    resolve: (lead, outcome, decision) => change(lead, { type: 'resolved', outcome, ...decision }),
    closeLead: (lead, decision) => change(lead, { type: 'closed', ...decision }),
    correct: (lead, request) => change(lead, { type: 'corrected', ...request }),
    async release(lead, request) {
      const { now, form } = request;
      const isReleased = await database.transaction(async (tx) => {
        const before = await leads.lock(tx, `lead = $1 AND state = 'held'`, [lead]);
        if (before === undefined || before.lead.unreadable !== undefined) return false;
        const held = before.calls.filter(isHeldCall);
        const calls = new Map<string, CallEvent>();
        for (const call of held) calls.set(call.id, await decisions.release(tx, call, request));
        const after = changeLead(before, { type: 'released', calls, now, form });
        if (after === undefined) return false;
        await leads.write(tx, { before, after, now });
        return true;
      });
      if (isReleased) notify();
      return isReleased;
    },
    holdPending: createHoldPending(context, leads),
  };
}

/** Leads that one transaction changes. */
const sliceSize = 200;

/** After a restore, in short transactions. */
function createHoldPending({ database }: StoreContext, leads: LeadWriter): LeadAdmin['holdPending'] {
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
        const found = await leads.lockCall(tx, String(id));
        if (found === undefined) continue;
        const held = changeCall(found.call, { type: 'restored', answer: 'planned in the backup', now });
        await leads.writeCall(tx, found.before, held, now);
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
