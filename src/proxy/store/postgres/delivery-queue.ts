import { type Checkpoint, type CheckpointOutcome, type DeliveryQueue, maxLeaseMs } from '../delivery-queue.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import { afterCheckpoint, unreadableReason } from '../steps.ts';
import { StoreError } from '../store-error.ts';
import { changeCall } from './call-writer.ts';
import type { PostgresContext } from './context.ts';
import type { Queryable } from './database.ts';
import { locks } from './migrations.ts';
import { sweep } from './sweep.ts';

// A lead waits for the older leads of its phone, and for a claimed younger one: of two that are stored at the same
// time, the younger may become visible first. The empty text keeps the planner from using the index by state, which is
// quadratic in the number of waiting leads without statistics.
const isDue = `
  state = 'pending' AND next_at <= $1 AND NOT EXISTS (
    SELECT 1 FROM leadchat.leads AS other WHERE other.phone = l.phone AND other.state || '' = 'pending'
      AND other.seq <> l.seq AND (other.seq < l.seq OR (other.owner IS NOT NULL AND other.next_at > $1)))`;

// Locks the phones of due leads. Two proxies that claim at the same time read the same leads, so each skips the phones
// that the other has locked, and must read more leads than it claims. Proxies of an earlier build claim one at a time
// and hold the shared lock exclusively.
const lockDue = `
  SELECT seq, pg_advisory_xact_lock_shared(${locks.claim}) FROM (SELECT seq, phone FROM leadchat.leads AS l WHERE ${isDue} ORDER BY next_at, seq LIMIT $2::int * 16) AS due
  WHERE pg_try_advisory_xact_lock(${locks.claim}, hashtext(phone)) LIMIT $2`;

const claimLocked = `
  UPDATE leadchat.leads AS l SET owner = $3, next_at = $4 WHERE seq = ANY($2) AND ${isDue} RETURNING ${leadColumns}, seq`;

export function createDeliveryQueue(context: PostgresContext): Omit<DeliveryQueue, 'subscribe'> {
  const { database } = context;
  return {
    async claim({ owner, now, leaseMs, limit }) {
      const claimed = await database.transaction(async (tx) => {
        const due = await tx.query(lockDue, [now, limit]);
        if (due.rows.length === 0) return [];
        // Reads again: another proxy may have claimed a lead of a phone before this one had its lock.
        const locked = due.rows.map(({ seq }) => seq);
        const { rows } = await tx.query(claimLocked, [now, locked, owner, now + leaseMs]);
        const leads = rows.sort((a, b) => Number(a.seq) - Number(b.seq)).map(readLeadRow);
        for (const { id, unreadable } of leads) if (unreadable !== undefined) await park(context, tx, id, now);
        return leads;
      });
      const next = await database.query(
        `SELECT min(next_at) AS at FROM leadchat.leads WHERE state = 'pending' AND next_at > $1`,
        [now],
      );
      const at = next.rows[0]?.at;
      return {
        leads: claimed.filter(({ unreadable }) => unreadable === undefined),
        unreadable: claimed.filter(({ unreadable }) => unreadable !== undefined).map(({ id }) => id),
        ...(typeof at === 'number' ? { nextAt: at } : {}),
      };
    },
    checkpoint(point) {
      return database.transaction((tx) => commit(context, tx, point));
    },
    async extend({ owner, leads, until }) {
      await database.query(
        `UPDATE leadchat.leads SET next_at = $1 WHERE owner = $2 AND state = 'pending' AND lead = ANY($3)`,
        [until, owner, leads],
      );
    },
    async followClock({ now, backMs, toleranceMs }) {
      return database.transaction(async (tx) => {
        const { rows } = await tx.query(
          `SELECT max(accepted_at) AS at FROM leadchat.leads WHERE state = 'pending' AND accepted_at > $1`,
          [now],
        );
        const ahead = Number(rows[0]?.at ?? now) - now;
        const back = backMs ?? (ahead > toleranceMs ? ahead : 0);
        for (const table of back > 0 ? ['leads', 'webhooks'] : []) {
          await tx.query(
            `UPDATE leadchat.${table} SET next_at =
               CASE WHEN owner IS NULL THEN greatest($1, next_at - $2) ELSE least(next_at, $3) END
             WHERE state = 'pending' AND next_at > $1`,
            [now, back, now + maxLeaseMs],
          );
        }
        return back;
      });
    },
    async giveBack(leases) {
      const [which, leads] = 'leads' in leases ? ['= ANY($3)', leases.leads] : ['<> ALL($3)', leases.except];
      await database.transaction(async (tx) => {
        await tx.query(
          `UPDATE leadchat.leads SET owner = NULL, next_at = $1 WHERE owner = $2 AND state = 'pending' AND lead ${which}`,
          [leases.nextAt, leases.owner, leads],
        );
        await context.notify(tx);
      });
    },
    sweep: (request) => database.transaction((tx) => sweep(tx, context.phoneHasher, request)),
  };
}

/** Holds a lead that cannot be read. */
async function park({ webhooks }: PostgresContext, tx: Queryable, lead: string, now: number): Promise<void> {
  await tx.query(`UPDATE leadchat.leads SET state = 'held', held = $2, owner = NULL WHERE lead = $1`, [
    lead,
    unreadableReason,
  ]);
  await webhooks.leadChanged(tx, lead, now);
}

async function commit(context: PostgresContext, tx: Queryable, point: Checkpoint): Promise<CheckpointOutcome> {
  const { rows } = await tx.query(
    `SELECT ${leadColumns} FROM leadchat.leads WHERE lead = $1 AND owner = $2 AND state = 'pending' FOR UPDATE`,
    [point.lead, point.owner],
  );
  if (rows[0] === undefined) {
    const message = '[store] another process has claimed the lead, or it was erased.';
    throw new StoreError({ code: 'lease-lost', message });
  }
  if (point.enrol !== undefined) {
    const { phone, journey, since } = point.enrol;
    const { rowCount } = await tx.query(
      `INSERT INTO leadchat.enrolments AS e (phone, journey, lead, at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (phone, journey) DO UPDATE SET lead = excluded.lead, at = excluded.at
       WHERE e.lead = excluded.lead OR e.at <= $5`,
      [phone, journey, point.lead, point.now, since],
    );
    if (rowCount === 0) return { outcome: 'enrolled' };
  }
  if (point.unenrol !== undefined) {
    const { phone, journey } = point.unenrol;
    const values = [phone, journey, point.lead];
    await tx.query('DELETE FROM leadchat.enrolments WHERE phone = $1 AND journey = $2 AND lead = $3', values);
  }
  if (point.call !== undefined) await changeCall(context, tx, point.call.id, point.call);
  const stored = readLeadRow(rows[0]);
  const { steps, state, settled } = afterCheckpoint(point.steps, stored.steps);
  const released = settled || point.release !== undefined;
  await tx.query(
    `UPDATE leadchat.leads SET state = $2, steps = $3, service_lead = coalesce($4, service_lead), owner = $5,
       next_at = $6, ended_at = $7 WHERE lead = $1`,
    [
      point.lead,
      state,
      JSON.stringify(steps),
      point.serviceLead,
      released ? null : point.owner,
      point.release?.nextAt ?? (settled ? point.now : stored.nextAt),
      state === 'pending' ? null : point.now,
    ],
  );
  await context.webhooks.leadChanged(tx, point.lead, point.now);
  return { outcome: 'committed', state };
}
