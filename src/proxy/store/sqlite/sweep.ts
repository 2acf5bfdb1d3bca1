import type { DatabaseSync } from 'node:sqlite';
import type { SweepRequest, SweptLeads } from '../delivery-queue.ts';
import type { PhoneHasher } from '../phone-hash.ts';

type FoundLead = { seq: number; lead: string; phone: string };

/** Scrubs and deletes leads inside of a transaction. */
export function createSweep(
  db: DatabaseSync,
  { hash }: PhoneHasher,
): (request: SweepRequest) => SweptLeads & { isComplete: boolean } {
  // The indexes are named because others reach the due leads only past all that were scrubbed, or are to stay.
  const findDue = (index: string, condition: string) =>
    db.prepare(
      // A lead with a planned call keeps its data until the call is placed.
      `SELECT seq, lead, phone FROM leads INDEXED BY ${index} WHERE ${condition} AND NOT EXISTS
         (SELECT 1 FROM calls WHERE calls.lead = leads.lead AND calls.state = 'planned')
       LIMIT ?`,
    );
  const unscrubbed = findDue('leads_unscrubbed', `state IN ('delivered', 'closed') AND phone <> '' AND ended_at <= ?`);
  const ended = [
    findDue('leads_ended', `state = 'delivered' AND ended_at <= ?`),
    findDue('leads_ended', `state = 'closed' AND ended_at <= ?`),
  ];
  const unresolved = [
    findDue('leads_ended', `state = 'unknown' AND ended_at <= ?`),
    findDue('leads_ended', `state = 'dead' AND ended_at <= ?`),
    // A held lead has no end: its time counts from when it was accepted.
    findDue('leads_held', `state = 'held' AND accepted_at <= ?`),
  ];
  const scrubLead = db.prepare(
    `UPDATE leads SET phone = '', record = '{}', session = NULL, phone_hash = ? WHERE seq = ?`,
  );
  const scrubCalls = db.prepare(`UPDATE calls SET phone = '', ip = '', request_data = NULL WHERE lead = ?`);
  const deleteEnrolments = db.prepare('DELETE FROM enrolments WHERE phone = ? AND lead = ?');
  const deleteCalls = db.prepare('DELETE FROM calls WHERE lead = ?');
  const deleteWebhooks = db.prepare('DELETE FROM webhooks WHERE lead = ?');
  const deleteLead = db.prepare('DELETE FROM leads WHERE seq = ?');

  const scrub = ({ seq, lead, phone }: FoundLead) => {
    scrubCalls.run(lead);
    deleteEnrolments.run(phone, lead);
    scrubLead.run(hash(phone), seq);
  };
  const remove = ({ seq, lead, phone }: FoundLead) => {
    deleteCalls.run(lead);
    deleteEnrolments.run(phone, lead);
    deleteWebhooks.run(lead);
    deleteLead.run(seq);
  };

  return ({ now, scrubAfterMs, deleteAfterMs, deleteUnresolvedAfterMs, limit }) => {
    let left = limit;
    const apply = (find: typeof unscrubbed, before: number, change: (lead: FoundLead) => void) => {
      const found = left === 0 ? [] : find.all(before, left);
      for (const { seq, lead, phone } of found) change({ seq: Number(seq), lead: String(lead), phone: String(phone) });
      left -= found.length;
      return found.length;
    };
    const scrubbed = apply(unscrubbed, now - scrubAfterMs, scrub);
    let deleted = 0;
    for (const find of ended) deleted += apply(find, now - deleteAfterMs, remove);
    if (deleteUnresolvedAfterMs !== undefined) {
      for (const find of unresolved) deleted += apply(find, now - deleteUnresolvedAfterMs, remove);
    }
    return { scrubbed, deleted, isComplete: left > 0 };
  };
}
