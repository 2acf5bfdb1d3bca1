import type { DatabaseSync } from 'node:sqlite';
import { callColumns, readCallRow } from '../call-row.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import { timeOrderedId } from '../time-ordered-id.ts';
import { acceptedEvents, callEvent, leadEvent, type WebhookFacts } from '../webhook-facts.ts';
import type { WebhookReceiver } from '../webhook-queue.ts';

/** Writes webhooks in the transaction of the change that they report. Does nothing without receivers. */
export type WebhookWriter = {
  /** A lead was stored. */
  leadAccepted(lead: string, held: string | undefined, now: number): void;
  /** The state of a lead may have changed. A state that was reported already is not reported again. */
  leadChanged(lead: string, now: number): void;
  /** The state of a call may have changed. A state that was reported already is not reported again. */
  callChanged(call: string, now: number): void;
};

const silentWriter: WebhookWriter = { leadAccepted() {}, leadChanged() {}, callChanged() {} };

export function createWebhookWriter(db: DatabaseSync, receivers: readonly WebhookReceiver[]): WebhookWriter {
  if (receivers.length === 0) return silentWriter;
  // Webhooks wait for an earlier one of the lead that is being posted or retried.
  const insert = db.prepare(
    `INSERT INTO webhooks (webhook, receiver, lead, type, facts, state, created_at, next_at)
     VALUES ($id, $receiver, $lead, $type, $facts, 'pending', $now, coalesce(
       (SELECT max(next_at) FROM webhooks INDEXED BY webhooks_lead
        WHERE lead = $lead AND receiver = $receiver AND state = 'pending'), $now))`,
  );
  const findLead = db.prepare(`SELECT ${leadColumns}, reported FROM leads WHERE lead = ?`);
  const findCall = db.prepare(`SELECT ${callColumns}, reported FROM calls WHERE call = ?`);
  const setLeadReported = db.prepare('UPDATE leads SET reported = ? WHERE lead = ?');
  const setCallReported = db.prepare('UPDATE calls SET reported = ? WHERE call = ?');

  const report = (lead: string, facts: WebhookFacts, now: number) => {
    for (const { url, events } of receivers) {
      if (!events.includes(facts.type)) continue;
      insert.run({ id: timeOrderedId(), receiver: url, lead, type: facts.type, facts: JSON.stringify(facts), now });
    }
  };

  return {
    leadAccepted(lead, held, now) {
      for (const event of acceptedEvents(held)) report(lead, event, now);
      if (held !== undefined) setLeadReported.run('held', lead);
    },
    leadChanged(lead, now) {
      const row = findLead.get(lead);
      if (row === undefined) return;
      const stored = readLeadRow(row);
      const event = leadEvent(stored);
      if (event === undefined || stored.state === row.reported) return;
      report(lead, event, now);
      setLeadReported.run(stored.state, lead);
    },
    callChanged(call, now) {
      const row = findCall.get(call);
      if (row === undefined) return;
      const stored = readCallRow(row);
      const event = callEvent(stored);
      const reported = event === undefined ? null : stored.state;
      if (reported === row.reported) return;
      if (event !== undefined) report(stored.lead, event, now);
      setCallReported.run(reported, call);
    },
  };
}
