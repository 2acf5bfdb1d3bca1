import type { Transaction } from '../sql.ts';
import type { StoreContext } from '../store-context.ts';

export type SweepRequest = {
  now: number;
  /** Delivered and closed leads, their calls and enrolments lose their personal data after this long. */
  scrubAfterMs: number;
  /** Delivered and closed leads are deleted after this long, with keys, hashes, calls and enrolments. */
  deleteAfterMs: number;
  /** The same for held, unknown and dead leads. Absent: they stay until an operator resolves them. */
  deleteUnresolvedAfterMs?: number | undefined;
  /** How many leads this call scrubs and deletes at most: other requests to the store wait for its transaction. */
  limit: number;
};

/** A lead that is scrubbed and deleted by the same sweep counts as both. */
export type SweptLeads = { scrubbed: number; deleted: number };

/** Which leads are due, since when, and the index that has only those, in its order. */
type DueLeads = { state: string; since: string; index: string; order?: string };

const unscrubbed: DueLeads = {
  state: `state IN ('delivered', 'closed') AND phone <> ''`,
  since: 'ended_at',
  index: 'leads_unscrubbed',
  order: 'ended_at, seq',
};
const ended = ['delivered', 'closed'].map(endedAs);
const unresolved = [
  ...['unknown', 'dead'].map(endedAs),
  // A held lead has no end: its time counts from when it was accepted.
  { state: `state = 'held'`, since: 'accepted_at', index: 'leads_held' },
];

function endedAs(state: string): DueLeads {
  return { state: `state = '${state}'`, since: 'ended_at', index: 'leads_ended' };
}

type FoundLead = { lead: string; phone: string };

/**
 * One transaction of a sweep: scrubs and deletes leads, the oldest first, together with what belongs to them. The sweep is complete
 * when fewer leads were due than `limit`. Several proxies may sweep at once: each takes other leads.
 */
export function createSweep({
  database,
  phoneHasher,
  emptyLog,
}: StoreContext): (request: SweepRequest) => Promise<SweptLeads & { isComplete: boolean }> {
  const { isIn, updateRows, indexedBy, skipLocked, preferIndexes } = database.dialect;
  // A lead with a planned call keeps its data until the call is placed.
  const hasNoPlannedCall = `NOT EXISTS
    (SELECT 1 FROM calls${indexedBy('calls_lead')} WHERE calls.lead = leads.lead AND calls.state = 'planned')`;

  const scrubLeads = updateRows('leads', { id: 'text', hash: 'text' }, (value) => ({
    set: `phone = '', record = '{}', session = NULL, phone_hash = ${value('hash')}`,
    // Looks again: a call may have been planned before the lead was locked.
    where: `leads.lead = ${value('id')} AND ${hasNoPlannedCall}`,
  }));

  const find = async (tx: Transaction, due: DueLeads, before: number, limit: number): Promise<FoundLead[]> => {
    if (limit === 0) return [];
    const { state, since, index, order = since } = due;
    const found = await tx.all(
      `SELECT lead, phone FROM leads${indexedBy(index)} WHERE ${state} AND ${since} <= $1 AND ${hasNoPlannedCall}
       ORDER BY ${order} LIMIT $2${skipLocked}`,
      [before, limit],
    );
    return found.map(({ lead, phone }) => ({ lead: String(lead), phone: String(phone) }));
  };

  /** Finds them by the phone of their lead, with which their primary key begins. */
  const deleteEnrolments = async (tx: Transaction, leads: readonly FoundLead[], ids: readonly string[]) => {
    const known = new Set(ids);
    const phones = leads.filter(({ lead, phone }) => phone !== '' && known.has(lead)).map(({ phone }) => phone);
    await tx.run(`DELETE FROM enrolments WHERE ${isIn('phone', '$1')} AND ${isIn('lead', '$2')}`, [phones, ids]);
  };

  const deleteOf = async (tx: Transaction, tables: readonly string[], leads: readonly string[]) => {
    for (const table of tables) await tx.run(`DELETE FROM ${table} WHERE ${isIn('lead', '$1')}`, [leads]);
  };

  const scrub = async (tx: Transaction, leads: readonly FoundLead[]): Promise<number> => {
    if (leads.length === 0) return 0;
    const scrubbed = await tx.each(
      `${scrubLeads} RETURNING leads.lead`,
      leads.map(({ lead, phone }) => [lead, phoneHasher.hash(phone)]),
    );
    const ids = scrubbed.rows.map(({ lead }) => String(lead));
    await tx.run(`UPDATE calls SET phone = '', ip = '', request_data = NULL WHERE ${isIn('lead', '$1')}`, [ids]);
    // What a visitor has written about the chat is theirs, too. It is counted already.
    await deleteOf(tx, ['ratings', 'notes'], ids);
    await deleteEnrolments(tx, leads, ids);
    return ids.length;
  };

  const remove = async (tx: Transaction, leads: readonly FoundLead[]): Promise<number> => {
    if (leads.length === 0) return 0;
    const deleted = await tx.run(
      `DELETE FROM leads WHERE ${isIn('lead', '$1')} AND ${hasNoPlannedCall} RETURNING lead`,
      [leads.map(({ lead }) => lead)],
    );
    const ids = deleted.rows.map(({ lead }) => String(lead));
    await deleteOf(tx, ['calls', 'webhooks', 'ratings', 'notes'], ids);
    await deleteEnrolments(tx, leads, ids);
    return ids.length;
  };

  /** Kept as long as their lead, and without one as long as any. */
  const removeAudit = (tx: Transaction, before: number, limit: number) =>
    tx.run(
      `DELETE FROM audit WHERE seq IN (
         SELECT seq FROM audit WHERE at <= $1 AND NOT EXISTS (SELECT 1 FROM leads WHERE leads.lead = audit.lead)
         ORDER BY at LIMIT $2)`,
      [before, limit],
    );

  let hasSwept = false;
  return async ({ now, scrubAfterMs, deleteAfterMs, deleteUnresolvedAfterMs, limit }) => {
    const swept = await database.transaction(async (tx) => {
      await tx.script(preferIndexes);
      let left = limit;
      const apply = async (due: DueLeads, before: number, change: typeof scrub) => {
        const leads = await find(tx, due, before, left);
        left -= leads.length;
        return change(tx, leads);
      };
      const scrubbed = await apply(unscrubbed, now - scrubAfterMs, scrub);
      let deleted = 0;
      for (const due of ended) deleted += await apply(due, now - deleteAfterMs, remove);
      if (deleteUnresolvedAfterMs !== undefined) {
        for (const due of unresolved) deleted += await apply(due, now - deleteUnresolvedAfterMs, remove);
      }
      await removeAudit(tx, now - deleteAfterMs, limit);
      return { scrubbed, deleted, isComplete: left > 0 };
    });
    hasSwept ||= swept.scrubbed + swept.deleted > 0;
    if (swept.isComplete && hasSwept) {
      hasSwept = false;
      await emptyLog();
    }
    return swept;
  };
}
