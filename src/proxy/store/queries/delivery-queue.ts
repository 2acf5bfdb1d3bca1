import { type Checkpoint, type CheckpointOutcome, type DeliveryQueue, maxLeaseMs } from '../delivery-queue.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import type { Transaction } from '../sql.ts';
import { afterCheckpoint, unreadableReason } from '../steps.ts';
import type { StoreContext } from '../store-context.ts';
import { StoreError } from '../store-error.ts';
import type { CallWriter } from './call-writer.ts';
import { createSweep } from './sweep.ts';
import type { WebhookWriter } from './webhook-writer.ts';

export function createDeliveryQueue(
  context: StoreContext,
  { calls, webhooks }: { calls: CallWriter; webhooks: WebhookWriter },
): Omit<DeliveryQueue, 'subscribe'> {
  const { database, notify } = context;
  const { dialect } = database;
  const { indexedBy, isIn, forUpdate } = dialect;

  // A lead waits for the older leads of its phone, and for a claimed younger one: of two that are stored at the same
  // time, the younger may become visible first. Without statistics both databases would rather use the index by state,
  // which is quadratic in the number of waiting leads; the empty text keeps Postgres from it.
  const isDue = `
    state = 'pending' AND next_at <= $1 AND NOT EXISTS (
      SELECT 1 FROM leads AS other${indexedBy('leads_phone')}
      WHERE other.phone = l.phone AND other.state || '' = 'pending' AND other.seq <> l.seq
        AND (other.seq < l.seq OR (other.owner IS NOT NULL AND other.next_at > $1)))`;
  const findDue = dialect.claim(
    (limit) => `
      SELECT seq, phone FROM leads AS l${indexedBy('leads_due')} WHERE ${isDue} ORDER BY next_at, seq LIMIT ${limit}`,
    '$2',
  );
  const hasDue = `SELECT 1 AS due FROM leads AS l${indexedBy('leads_due')} WHERE ${isDue} LIMIT 1`;
  const claimThese = `
    UPDATE leads AS l SET owner = $3, next_at = $4 WHERE ${isIn('seq', '$2')} AND ${isDue} RETURNING ${leadColumns}, seq`;
  const ownedBy = (which: string) => `owner = $2 AND state = 'pending' AND ${which}`;
  const sweep = createSweep(context);

  /** Holds a lead that cannot be read. */
  const park = async (tx: Transaction, lead: string, now: number) => {
    await tx.run(`UPDATE leads SET state = 'held', held = $2, owner = NULL WHERE lead = $1`, [lead, unreadableReason]);
    await webhooks.leadChanged(tx, lead, now);
  };

  const commit = async (tx: Transaction, point: Checkpoint): Promise<CheckpointOutcome> => {
    const row = await tx.get(
      `SELECT ${leadColumns} FROM leads WHERE lead = $1 AND owner = $2 AND state = 'pending'${forUpdate}`,
      [point.lead, point.owner],
    );
    if (row === undefined) {
      const message = '[store] another process has claimed the lead, or it was erased.';
      throw new StoreError({ code: 'lease-lost', message });
    }
    if (point.enrol !== undefined) {
      const { phone, journey, since } = point.enrol;
      const { count } = await tx.run(
        `INSERT INTO enrolments AS e (phone, journey, lead, at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (phone, journey) DO UPDATE SET lead = excluded.lead, at = excluded.at
         WHERE e.lead = excluded.lead OR e.at <= $5`,
        [phone, journey, point.lead, point.now, since],
      );
      if (count === 0) return { outcome: 'enrolled' };
    }
    if (point.unenrol !== undefined) {
      const { phone, journey } = point.unenrol;
      const values = [phone, journey, point.lead];
      await tx.run('DELETE FROM enrolments WHERE phone = $1 AND journey = $2 AND lead = $3', values);
    }
    if (point.call !== undefined) await calls.change(tx, point.call.id, point.call);
    const stored = readLeadRow(row);
    const { steps, state, settled } = afterCheckpoint(point.steps, stored.steps);
    const isReleased = settled || point.release !== undefined;
    await tx.run(
      `UPDATE leads SET state = $2, steps = $3, service_lead = coalesce($4, service_lead), owner = $5, next_at = $6,
         ended_at = $7 WHERE lead = $1`,
      [
        point.lead,
        state,
        JSON.stringify(steps),
        point.serviceLead,
        isReleased ? null : point.owner,
        point.release?.nextAt ?? (settled ? point.now : stored.nextAt),
        state === 'pending' ? null : point.now,
      ],
    );
    await webhooks.leadChanged(tx, point.lead, point.now);
    return { outcome: 'committed', state };
  };

  return {
    async claim({ owner, now, leaseMs, limit }) {
      const isSomeDue = (await database.get(hasDue, [now])) !== undefined;
      const claimed = !isSomeDue
        ? []
        : await database.transaction(async (tx) => {
            const due = await tx.all(findDue, [now, limit]);
            if (due.length === 0) return [];
            // Reads again: another proxy may have claimed a lead of a phone before this one had its lock.
            const found = due.map(({ seq }) => Number(seq));
            const { rows } = await tx.run(claimThese, [now, found, owner, now + leaseMs]);
            const leads = rows.sort((a, b) => Number(a.seq) - Number(b.seq)).map(readLeadRow);
            for (const { id, unreadable } of leads) if (unreadable !== undefined) await park(tx, id, now);
            return leads;
          });
      const next = await database.get(
        `SELECT min(next_at) AS at FROM leads${indexedBy('leads_due')} WHERE state = 'pending' AND next_at > $1`,
        [now],
      );
      return {
        leads: claimed.filter(({ unreadable }) => unreadable === undefined),
        unreadable: claimed.filter(({ unreadable }) => unreadable !== undefined).map(({ id }) => id),
        ...(typeof next?.at === 'number' ? { nextAt: next.at } : {}),
      };
    },
    async checkpoint(point) {
      const outcome = await database.transaction((tx) => commit(tx, point));
      const isSettled = outcome.outcome === 'committed' && outcome.state !== 'pending';
      if (point.release !== undefined || isSettled || point.call !== undefined) notify();
      return outcome;
    },
    async extend({ owner, leads, until }) {
      await database.run(
        `UPDATE leads${indexedBy('leads_owner')} SET next_at = $1 WHERE ${ownedBy(isIn('lead', '$3'))}`,
        [until, owner, leads],
      );
    },
    followClock({ now, backMs, toleranceMs }) {
      return database.transaction(async (tx) => {
        const row = await tx.get(
          `SELECT max(accepted_at) AS at FROM leads WHERE state = 'pending' AND accepted_at > $1`,
          [now],
        );
        const ahead = Number(row?.at ?? now) - now;
        const back = backMs ?? (ahead > toleranceMs ? ahead : 0);
        for (const table of back > 0 ? ['leads', 'webhooks'] : []) {
          await tx.run(
            `UPDATE ${table} SET next_at = CASE
               WHEN owner IS NULL AND next_at - $2 < $1 THEN $1 WHEN owner IS NULL THEN next_at - $2
               WHEN next_at > $3 THEN $3 ELSE next_at END
             WHERE state = 'pending' AND next_at > $1`,
            [now, back, now + maxLeaseMs],
          );
        }
        return back;
      });
    },
    async giveBack(leases) {
      const [which, leads] =
        'leads' in leases ? [isIn('lead', '$3'), leases.leads] : [`NOT (${isIn('lead', '$3')})`, leases.except];
      await database.run(
        `UPDATE leads${indexedBy('leads_owner')} SET owner = NULL, next_at = $1 WHERE ${ownedBy(which)}`,
        [leases.nextAt, leases.owner, leads],
      );
      notify();
    },
    sweep,
  };
}
