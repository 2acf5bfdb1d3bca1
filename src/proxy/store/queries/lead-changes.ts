import { corrected, correctedColumns } from '../corrected-lead.ts';
import type { LeadAdmin } from '../lead-admin.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import { type ChangedLead, closed, hasEnded, openCallsSql, replayed, resolved } from '../operator-steps.ts';
import type { Transaction } from '../sql.ts';
import { stateOf, stepsOnRelease } from '../steps.ts';
import type { StoreContext } from '../store-context.ts';
import type { DeliveryPlan, StoredLead } from '../stored-lead.ts';
import type { CallWriter } from './call-writer.ts';
import type { WebhookWriter } from './webhook-writer.ts';

type LeadChanges = Pick<LeadAdmin, 'replay' | 'resolve' | 'closeLead' | 'correct' | 'release'>;

type Change = (stored: StoredLead, tx: Transaction) => Promise<ChangedLead | undefined>;

/** What operators change about a lead. */
export function createLeadChanges(
  { database, notify }: StoreContext,
  { calls, webhooks }: { calls: CallWriter; webhooks: WebhookWriter },
): LeadChanges {
  const { forUpdate } = database.dialect;

  /** A lead that no process is delivering. */
  const lockIdle = async (tx: Transaction, lead: string, now: number): Promise<StoredLead | undefined> => {
    const row = await tx.get(
      `SELECT ${leadColumns} FROM leads WHERE lead = $1 AND (owner IS NULL OR next_at <= $2)${forUpdate}`,
      [lead, now],
    );
    return row === undefined ? undefined : readLeadRow(row);
  };

  /** Changes a lead, and its plan if `plan` is passed. */
  const rewrite = async (lead: string, now: number, change: Change, plan?: DeliveryPlan): Promise<boolean> => {
    const isChanged = await database.transaction(async (tx) => {
      const stored = await lockIdle(tx, lead, now);
      // A scrubbed lead has no data to send.
      if (stored === undefined || stored.phone === '' || stored.unreadable !== undefined) return false;
      const changed = await change(stored, tx);
      if (changed === undefined) return false;
      const { state, steps } = changed;
      await tx.run(
        `UPDATE leads SET state = $2, steps = $3, closed = $4, plan = $5, next_at = $6, ended_at = $7, owner = NULL
         WHERE lead = $1`,
        [
          lead,
          state,
          JSON.stringify(steps),
          changed.closed === undefined ? null : JSON.stringify(changed.closed),
          JSON.stringify(plan ?? stored.plan),
          now,
          state === 'pending' ? null : now,
        ],
      );
      await webhooks.leadChanged(tx, lead, now);
      return true;
    });
    if (isChanged) notify();
    return isChanged;
  };

  return {
    replay(lead, { now, callTtlMs, form }) {
      const replaySteps: Change = async (stored, tx) => {
        const again = hasEnded(stored) ? replayed(stored, form?.plan) : undefined;
        if (again === undefined) return undefined;
        for (const { step, state, name } of again) {
          if (step !== 'call' || state !== 'pending' || name === undefined) continue;
          await calls.change(tx, name, { state: 'waiting', expiresAt: now + callTtlMs, ...form?.callback });
        }
        // How the lead ends is reported again, even if it ends as before.
        await tx.run('UPDATE leads SET reported = NULL WHERE lead = $1', [lead]);
        return { state: stateOf(again), steps: again };
      };
      return rewrite(lead, now, replaySteps, form?.plan);
    },
    resolve(lead, outcome, decision) {
      return rewrite(lead, decision.now, async (stored) =>
        hasEnded(stored) ? resolved(stored, outcome, decision) : undefined,
      );
    },
    closeLead(lead, decision) {
      return rewrite(lead, decision.now, async (stored, tx) => {
        const changed = closed(stored, decision);
        if (changed === undefined) return undefined;
        const open = await tx.all(`SELECT call FROM calls WHERE lead = $1 AND ${openCallsSql}`, [lead]);
        for (const { call } of open) await calls.change(tx, String(call), { state: 'cancelled' });
        return changed;
      });
    },
    correct(lead, request) {
      return database.transaction(async (tx) => {
        const stored = await lockIdle(tx, lead, request.now);
        const changed = stored === undefined ? undefined : corrected(stored, request);
        if (changed === undefined) return false;
        await tx.run('UPDATE leads SET phone = $1, record = $2, steps = $3, corrections = $4 WHERE lead = $5', [
          ...correctedColumns(changed),
          lead,
        ]);
        await tx.run('UPDATE calls SET phone = $1 WHERE lead = $2', [changed.phone, lead]);
        return true;
      });
    },
    async release(lead, request) {
      const isReleased = await database.transaction(async (tx) => {
        const row = await tx.get(`SELECT ${leadColumns} FROM leads WHERE lead = $1 AND state = 'held'${forUpdate}`, [
          lead,
        ]);
        const stored = row === undefined ? undefined : readLeadRow(row);
        if (stored === undefined || stored.unreadable !== undefined) return false;
        const steps = stepsOnRelease(stored.steps, await calls.release(tx, lead, request));
        await tx.run(`UPDATE leads SET state = 'pending', steps = $1, next_at = $2 WHERE lead = $3`, [
          JSON.stringify(steps),
          request.now,
          lead,
        ]);
        return true;
      });
      if (isReleased) notify();
      return isReleased;
    },
  };
}
