import type { SweepRequest, SweptLeads } from '../delivery-queue.ts';
import type { PhoneHasher } from '../phone-hash.ts';
import type { Queryable } from './database.ts';

/** A lead with a planned call keeps its data until the call is placed. */
const isPlanless = `
  NOT EXISTS (SELECT 1 FROM leadchat.calls WHERE calls.lead = leads.lead AND calls.state = 'planned')`;

/**
 * Conditions with the column that says since when a lead is due; migrations.ts has an index for each. `order` is that of the
 * index: leads that were scrubbed already are only in another one.
 */
const unscrubbed = {
  state: `state IN ('delivered', 'closed') AND phone <> ''`,
  since: 'ended_at',
  order: 'ended_at, seq',
};
const ended = [
  { state: `state = 'delivered'`, since: 'ended_at' },
  { state: `state = 'closed'`, since: 'ended_at' },
];
const unresolved = [
  { state: `state = 'unknown'`, since: 'ended_at' },
  { state: `state = 'dead'`, since: 'ended_at' },
  // A held lead has no end: its time counts from when it was accepted.
  { state: `state = 'held'`, since: 'accepted_at' },
];

/**
 * Without statistics the planner expects so few leads that it reads and sorts all that are due, and all webhooks, for each
 * transaction of a sweep.
 */
const followIndexes = ['seqscan', 'bitmapscan', 'sort', 'incremental_sort']
  .map((plan) => `SET LOCAL enable_${plan} = off`)
  .join('; ');

/** Scrubs and deletes leads inside of a transaction. Several proxies may sweep at once: each takes other leads. */
export async function sweep(
  tx: Queryable,
  { hash }: PhoneHasher,
  { now, scrubAfterMs, deleteAfterMs, deleteUnresolvedAfterMs, limit }: SweepRequest,
): Promise<SweptLeads & { isComplete: boolean }> {
  await tx.query(followIndexes);
  let left = limit;
  const lock = async (due: DueLeads, before: number) => {
    const leads = left === 0 ? [] : await lockDue(tx, due, before, left);
    left -= leads.length;
    return leads;
  };
  const scrubbed = await scrub(tx, hash, await lock(unscrubbed, now - scrubAfterMs));
  let deleted = 0;
  for (const due of ended) deleted += await remove(tx, await lock(due, now - deleteAfterMs));
  if (deleteUnresolvedAfterMs !== undefined) {
    for (const due of unresolved) deleted += await remove(tx, await lock(due, now - deleteUnresolvedAfterMs));
  }
  return { scrubbed, deleted, isComplete: left > 0 };
}

type DueLeads = { state: string; since: string; order?: string };

type LockedLead = { lead: string; phone: string };

async function lockDue(
  tx: Queryable,
  { state, since, order = since }: DueLeads,
  before: number,
  limit: number,
): Promise<LockedLead[]> {
  const { rows } = await tx.query(
    `SELECT lead, phone FROM leadchat.leads WHERE ${state} AND ${since} <= $1 AND ${isPlanless}
     ORDER BY ${order} LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [before, limit],
  );
  return rows.map(({ lead, phone }) => ({ lead: String(lead), phone: String(phone) }));
}

async function scrub(tx: Queryable, hash: PhoneHasher['hash'], leads: readonly LockedLead[]): Promise<number> {
  if (leads.length === 0) return 0;
  const scrubbed = await tx.query(
    // Looks again: a call may have been planned before the lead was locked.
    `UPDATE leadchat.leads SET phone = '', record = '{}', session = NULL, phone_hash = h.hash
     FROM unnest($1::text[], $2::text[]) AS h (lead, hash) WHERE leads.lead = h.lead AND ${isPlanless}
     RETURNING leads.lead`,
    [leads.map(({ lead }) => lead), leads.map(({ phone }) => hash(phone))],
  );
  const ids = scrubbed.rows.map(({ lead }) => String(lead));
  await tx.query(`UPDATE leadchat.calls SET phone = '', ip = '', request_data = NULL WHERE lead = ANY($1)`, [ids]);
  await deleteEnrolments(tx, leads, ids);
  return ids.length;
}

async function remove(tx: Queryable, leads: readonly LockedLead[]): Promise<number> {
  if (leads.length === 0) return 0;
  const deleted = await tx.query(`DELETE FROM leadchat.leads WHERE lead = ANY($1) AND ${isPlanless} RETURNING lead`, [
    leads.map(({ lead }) => lead),
  ]);
  const ids = deleted.rows.map(({ lead }) => String(lead));
  await tx.query('DELETE FROM leadchat.calls WHERE lead = ANY($1)', [ids]);
  await tx.query('DELETE FROM leadchat.webhooks WHERE lead = ANY($1)', [ids]);
  await deleteEnrolments(tx, leads, ids);
  return ids.length;
}

/** Finds them by the phone of their lead, with which their primary key begins. */
async function deleteEnrolments(tx: Queryable, leads: readonly LockedLead[], ids: readonly string[]): Promise<void> {
  const phones = leads.filter(({ lead, phone }) => phone !== '' && ids.includes(lead)).map(({ phone }) => phone);
  await tx.query('DELETE FROM leadchat.enrolments WHERE phone = ANY($1) AND lead = ANY($2)', [phones, ids]);
}
