import { type CallEvent, changeCall, isHeldCall } from '../../domain/call-transitions.ts';
import type { Decision } from '../../domain/lead.ts';
import { changeLead, type LeadEvent, type LeadWithCalls, type ReplayRequest } from '../../domain/lead-transitions.ts';
import type { CorrectRequest } from '../../domain/record-changes.ts';
import type { Transaction } from '../sql.ts';
import type { StoreContext } from '../store-context.ts';
import type { CallDecisions, ReleaseRequest } from './call-decisions.ts';
import { followBarriers } from './enrolments.ts';
import { type LeadWriter, writableLeadColumns } from './lead-writer.ts';

/** How many leads and planned calls have become `unknown` after a restore, and wait for the operator; no lead becomes `held`. */
export type HeldPending = { leads: number; calls: number };

/**
 * What operators change about a lead: `domain/lead-transitions.ts` says what follows from it. Each change resolves with false if
 * the lead is in the wrong state for it.
 */
export function createLeadChanges(
  context: StoreContext,
  { leads, decisions }: { leads: LeadWriter; decisions: CallDecisions },
) {
  const { database, notify } = context;
  /** Changes a lead that no process is delivering. Resolves with false if the event is not possible. */
  const changeBy = async (
    lead: string,
    now: number,
    eventOf: (tx: Transaction, before: LeadWithCalls) => Promise<LeadEvent>,
  ): Promise<boolean> => {
    const isChanged = await database.transaction(async (tx) => {
      const before = await leads.lockFree(tx, lead, now);
      const after = before && changeLead(before, await eventOf(tx, before));
      if (before === undefined || after === undefined) return false;
      await leads.write(tx, [{ before, after, now, owner: null }]);
      await followBarriers(tx, { before: before.lead, after: after.lead, now });
      return true;
    });
    if (isChanged) notify();
    return isChanged;
  };
  const change = (lead: string, event: LeadEvent & { now: number }) => changeBy(lead, event.now, async () => event);

  return {
    /**
     * Retries the unknown, dead and expired steps of a lead, and all that a closed one still had, with the current
     * configuration of its form. Done steps stay done.
     */
    replay: (lead: string, request: ReplayRequest): Promise<boolean> => change(lead, { type: 'replayed', ...request }),
    /**
     * Settles the unknown steps as `done` (they happened) or `skipped`. A lead whose enrolment is skipped is closed: it was not
     * delivered.
     */
    resolve: (lead: string, outcome: 'done' | 'skipped', decision: Decision): Promise<boolean> =>
      change(lead, { type: 'resolved', outcome, ...decision }),
    /**
     * Ends a lead without delivery: nothing more of it is sent, and its open calls are cancelled. Resolves with false for a
     * delivered or closed lead, and for one that is being delivered right now. A replay opens it again.
     */
    closeLead: (lead: string, decision: Decision): Promise<boolean> => change(lead, { type: 'closed', ...decision }),
    /**
     * Corrects values of a lead, and records which, when and by whom. If the service has the lead already, a step writes them
     * there. Resolves with false for a delivered lead, for one that is being delivered, and for the phone of a lead that the
     * service has.
     */
    correct: (lead: string, request: CorrectRequest): Promise<boolean> =>
      change(lead, { type: 'corrected', ...request }),
    /** Starts the delivery of a held lead as its form is now, and decides about the call that was requested for it. */
    release: (lead: string, request: ReleaseRequest): Promise<boolean> =>
      changeBy(lead, request.now, async (tx, before) => {
        const calls = new Map<string, CallEvent>();
        for (const call of before.calls.filter(isHeldCall)) {
          calls.set(call.id, await decisions.release(tx, call, request));
        }
        return { type: 'released', calls, now: request.now, form: request.form };
      }),
    /**
     * After a restore: every pending lead becomes `unknown` with all its open steps, because it may have been delivered since the
     * backup; so does every planned call whose time is over. The operator decides.
     */
    holdPending: createHoldPending(context, leads),
  };
}

/** Leads that one transaction changes. */
const sliceSize = 200;

/** After a restore, in short transactions. */
function createHoldPending({ database }: StoreContext, leads: LeadWriter): (now: number) => Promise<HeldPending> {
  const { forUpdate } = database.dialect;

  const holdSlice = (afterSeq: number, now: number) =>
    database.transaction(async (tx) => {
      const rows = await tx.all(
        `SELECT ${writableLeadColumns}, seq FROM leads WHERE state = 'pending' AND seq > $1
         ORDER BY seq LIMIT ${sliceSize}${forUpdate}`,
        [afterSeq],
      );
      let count = 0;
      for (const before of await leads.withCalls(tx, rows)) {
        const after = changeLead(before, { type: 'restored', now });
        if (after === undefined) continue;
        await leads.write(tx, [{ before, after, now, owner: null }]);
        await followBarriers(tx, { before: before.lead, after: after.lead, now });
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
        const after = changeCall(found.call, { type: 'outcome-lost', answer: 'planned in the backup', now });
        await leads.writeCall(tx, found.before, after, now);
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
