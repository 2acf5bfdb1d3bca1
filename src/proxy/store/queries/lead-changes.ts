import { isHeldCall } from '../../delivery/call-transitions.ts';
import { changeLead, type LeadEvent } from '../../delivery/lead-transitions.ts';
import type { LeadAdmin } from '../lead-admin.ts';
import type { StoreContext } from '../store-context.ts';
import type { CallDecisions } from './call-decisions.ts';
import type { LeadWriter } from './lead-writer.ts';

type LeadChanges = Pick<LeadAdmin, 'replay' | 'resolve' | 'closeLead' | 'correct' | 'release'>;

/** What operators change about a lead: `delivery/lead-transitions.ts` says what follows from it. */
export function createLeadChanges(
  { database, notify }: StoreContext,
  { leads, decisions }: { leads: LeadWriter; decisions: CallDecisions },
): LeadChanges {
  /** Changes a lead that no process is delivering. Resolves with false if the event is not possible. */
  const change = async (lead: string, event: LeadEvent & { now: number }): Promise<boolean> => {
    const isChanged = await database.transaction(async (tx) => {
      const before = await leads.lock(tx, 'lead = $1 AND (owner IS NULL OR next_at <= $2)', [lead, event.now]);
      const after = before === undefined ? undefined : changeLead(before, event);
      if (before === undefined || after === undefined) return false;
      await leads.write(tx, { before, after, now: event.now, owner: null });
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
        const calls = new Map<string, Awaited<ReturnType<CallDecisions['release']>>>();
        for (const call of held) calls.set(call.id, await decisions.release(tx, call, request));
        const after = changeLead(before, { type: 'released', calls, now, form });
        if (after === undefined) return false;
        await leads.write(tx, { before, after, now });
        return true;
      });
      if (isReleased) notify();
      return isReleased;
    },
  };
}
