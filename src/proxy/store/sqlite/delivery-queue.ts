import {
  type Checkpoint,
  type CheckpointOutcome,
  type ClaimRequest,
  type DeliveryQueue,
  maxLeaseMs,
} from '../delivery-queue.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import { afterCheckpoint, unreadableReason } from '../steps.ts';
import { StoreError } from '../store-error.ts';
import type { StoredLead } from '../stored-lead.ts';
import type { CallWriter } from './call-writer.ts';
import type { SqliteContext } from './open-database.ts';
import { sqliteError } from './sqlite-error.ts';
import { createSweep } from './sweep.ts';

export function createDeliveryQueue(
  { db, write, notify, webhooks, phoneHasher, log }: SqliteContext,
  calls: CallWriter,
): Omit<DeliveryQueue, 'subscribe'> {
  // A lead waits for the older leads of its phone, and for a claimed younger one, which it can meet after a replay.
  // The indexes are named because without statistics SQLite takes leads_state for both, which is quadratic in the number
  // of waiting leads.
  const due = db.prepare(
    `SELECT ${leadColumns} FROM leads AS l INDEXED BY leads_due WHERE state = 'pending' AND next_at <= ?1 AND NOT EXISTS
     (SELECT 1 FROM leads AS other INDEXED BY leads_phone WHERE other.phone = l.phone AND other.state = 'pending'
      AND other.seq <> l.seq AND (other.seq < l.seq OR (other.owner IS NOT NULL AND other.next_at > ?1)))
     ORDER BY next_at, seq LIMIT ?2`,
  );
  const next = db.prepare(
    `SELECT min(next_at) AS at FROM leads INDEXED BY leads_due WHERE state = 'pending' AND next_at > ?`,
  );
  const lease = db.prepare('UPDATE leads SET owner = ?, next_at = ? WHERE lead = ?');
  const park = db.prepare(`UPDATE leads SET state = 'held', held = ?, owner = NULL WHERE lead = ?`);
  const owned = db.prepare(`SELECT ${leadColumns} FROM leads WHERE lead = ? AND owner = ? AND state = 'pending'`);
  const save = db.prepare(
    `UPDATE leads SET state = ?, steps = ?, service_lead = coalesce(?, service_lead), owner = ?, next_at = ?, ended_at = ?
     WHERE lead = ?`,
  );
  const enrol = db.prepare(
    `INSERT INTO enrolments (phone, journey, lead, at) VALUES (?, ?, ?, ?) ON CONFLICT (phone, journey)
     DO UPDATE SET lead = excluded.lead, at = excluded.at WHERE lead = excluded.lead OR at <= ?`,
  );
  const unenrol = db.prepare('DELETE FROM enrolments WHERE phone = ? AND journey = ? AND lead = ?');
  const ownedBy = `WHERE owner = ? AND state = 'pending' AND lead`;
  const extend = db.prepare(
    `UPDATE leads INDEXED BY leads_owner SET next_at = ? ${ownedBy} IN (SELECT value FROM json_each(?))`,
  );
  const giveBack = `UPDATE leads INDEXED BY leads_owner SET owner = NULL, next_at = ? ${ownedBy}`;
  const giveBackThese = db.prepare(`${giveBack} IN (SELECT value FROM json_each(?))`);
  const giveBackOthers = db.prepare(`${giveBack} NOT IN (SELECT value FROM json_each(?))`);
  const newestPending = db.prepare(
    `SELECT max(accepted_at) AS at FROM leads WHERE state = 'pending' AND accepted_at > ?`,
  );
  const follows = ['leads', 'webhooks'].map((table) =>
    db.prepare(
      `UPDATE ${table} SET next_at = iif(owner IS NULL, max(?1, next_at - ?2), min(next_at, ?3))
       WHERE state = 'pending' AND next_at > ?1`,
    ),
  );
  let hasSwept = false;
  const sweep = createSweep(db, phoneHasher);

  /** Leases the due leads, and parks those that cannot be read. */
  const claim = ({ owner, now, leaseMs, limit }: ClaimRequest): StoredLead[] => {
    const leads = due.all(now, limit).map(readLeadRow);
    for (const { id, unreadable } of leads) {
      if (unreadable === undefined) {
        lease.run(owner, now + leaseMs, id);
        continue;
      }
      park.run(unreadableReason, id);
      webhooks.leadChanged(id, now);
    }
    return leads;
  };

  const commit = (point: Checkpoint): CheckpointOutcome => {
    const row = owned.get(point.lead, point.owner);
    if (row === undefined) throw leaseLost();
    if (point.enrol !== undefined) {
      const { phone, journey, since } = point.enrol;
      if (enrol.run(phone, journey, point.lead, point.now, since).changes === 0) {
        return { outcome: 'enrolled' };
      }
    }
    if (point.unenrol !== undefined) unenrol.run(point.unenrol.phone, point.unenrol.journey, point.lead);
    if (point.call !== undefined) calls.change(point.call.id, point.call);
    const stored = readLeadRow(row);
    const { steps, state, settled } = afterCheckpoint(point.steps, stored.steps);
    const released = settled || point.release !== undefined;
    const nextAt = point.release?.nextAt ?? (settled ? point.now : stored.nextAt);
    const ended = state === 'pending' ? null : point.now;
    const owner = released ? null : point.owner;
    save.run(state, JSON.stringify(steps), point.serviceLead ?? null, owner, nextAt, ended, point.lead);
    webhooks.leadChanged(point.lead, point.now);
    return { outcome: 'committed', state };
  };

  return {
    async claim({ owner, now, leaseMs, limit }) {
      try {
        // Looking for due leads takes no write lock.
        const claimed =
          due.all(now, limit).length === 0 ? [] : await write(() => claim({ owner, now, leaseMs, limit }));
        const at = next.get(now)?.at;
        return {
          leads: claimed.filter(({ unreadable }) => unreadable === undefined),
          unreadable: claimed.filter(({ unreadable }) => unreadable !== undefined).map(({ id }) => id),
          ...(typeof at === 'number' ? { nextAt: at } : {}),
        };
      } catch (error) {
        throw sqliteError(error);
      }
    },
    async checkpoint(point) {
      const outcome = await write(() => commit(point));
      const isSettled = outcome.outcome === 'committed' && outcome.state !== 'pending';
      if (point.release !== undefined || isSettled || point.call !== undefined) notify();
      return outcome;
    },
    async extend({ owner, leads, until }) {
      await write(() => extend.run(until, owner, JSON.stringify(leads)));
    },
    async followClock({ now, backMs, toleranceMs }) {
      return write(() => {
        const ahead = Number(newestPending.get(now)?.at ?? now) - now;
        const back = backMs ?? (ahead > toleranceMs ? ahead : 0);
        if (back > 0) for (const follow of follows) follow.run(now, back, now + maxLeaseMs);
        return back;
      });
    },
    async giveBack(leases) {
      const { owner, nextAt } = leases;
      await write(() =>
        'leads' in leases
          ? giveBackThese.run(nextAt, owner, JSON.stringify(leases.leads))
          : giveBackOthers.run(nextAt, owner, JSON.stringify(leases.except)),
      );
      notify();
    },
    async sweep(request) {
      const swept = await write(() => sweep(request));
      hasSwept ||= swept.scrubbed + swept.deleted > 0;
      if (swept.isComplete && hasSwept) {
        hasSwept = false;
        log.empty();
      }
      return swept;
    },
  };
}

function leaseLost(): StoreError {
  return new StoreError({
    code: 'lease-lost',
    message: '[store] another process has claimed the lead, or it was erased.',
  });
}
