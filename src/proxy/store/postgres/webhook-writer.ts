import { callColumns, readCallRow } from '../call-row.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import { timeOrderedId } from '../time-ordered-id.ts';
import { acceptedEvents, callEvent, leadEvent, type WebhookFacts } from '../webhook-facts.ts';
import type { WebhookReceiver } from '../webhook-queue.ts';
import type { Queryable } from './database.ts';

export type AcceptedLead = { id: string; held: string | undefined; acceptedAt: number };

/**
 * Writes webhooks in the transaction of the change that they report. Does nothing without receivers. The transaction
 * holds the lock of the lead's row, so webhooks of a lead are numbered in the order of its changes.
 */
export type WebhookWriter = {
  /** Leads were stored. */
  leadsAccepted(tx: Queryable, leads: readonly AcceptedLead[]): Promise<void>;
  /** The state of a lead may have changed. A state that was reported already is not reported again. */
  leadChanged(tx: Queryable, lead: string, now: number): Promise<void>;
  /** The state of a call may have changed. A state that was reported already is not reported again. */
  callChanged(tx: Queryable, call: string, now: number): Promise<void>;
};

const silentWriter: WebhookWriter = { async leadsAccepted() {}, async leadChanged() {}, async callChanged() {} };

type LeadReport = { lead: string; facts: WebhookFacts; now: number };

export function createWebhookWriter(
  receivers: readonly WebhookReceiver[],
  notify: (tx: Queryable) => Promise<void>,
): WebhookWriter {
  if (receivers.length === 0) return silentWriter;

  const report = async (tx: Queryable, reports: readonly LeadReport[]) => {
    const rows = reports.flatMap(({ lead, facts, now }) =>
      receivers
        .filter(({ events }) => events.includes(facts.type))
        .map(({ url }) => ({ id: timeOrderedId(), url, lead, type: facts.type, facts: JSON.stringify(facts), now })),
    );
    if (rows.length === 0) return;
    await tx.query(
      // Webhooks wait for an earlier one of the lead that is being posted or retried. The empty text keeps the planner
      // from using the index of due webhooks, which is quadratic in their number without statistics.
      `INSERT INTO leadchat.webhooks (webhook, receiver, lead, type, facts, state, created_at, next_at)
       SELECT id, receiver, lead, type, facts, 'pending', at, coalesce(
         (SELECT max(w.next_at) FROM leadchat.webhooks AS w
          WHERE w.lead = n.lead AND w.receiver = n.receiver AND w.state || '' = 'pending'), at)
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::float8[])
         WITH ORDINALITY AS n (id, receiver, lead, type, facts, at, position) ORDER BY position`,
      [
        rows.map(({ id }) => id),
        rows.map(({ url }) => url),
        rows.map(({ lead }) => lead),
        rows.map(({ type }) => type),
        rows.map(({ facts }) => facts),
        rows.map(({ now }) => now),
      ],
    );
    await notify(tx);
  };

  return {
    async leadsAccepted(tx, leads) {
      await report(
        tx,
        leads.flatMap(({ id, held, acceptedAt }) =>
          acceptedEvents(held).map((facts) => ({ lead: id, facts, now: acceptedAt })),
        ),
      );
      const held = leads.filter((lead) => lead.held !== undefined).map(({ id }) => id);
      if (held.length > 0) {
        await tx.query(`UPDATE leadchat.leads SET reported = 'held' WHERE lead = ANY($1)`, [held]);
      }
    },
    async leadChanged(tx, lead, now) {
      const { rows } = await tx.query(`SELECT ${leadColumns}, reported FROM leadchat.leads WHERE lead = $1`, [lead]);
      const [row] = rows;
      if (row === undefined) return;
      const stored = readLeadRow(row);
      const event = leadEvent(stored);
      if (event === undefined || stored.state === row.reported) return;
      await report(tx, [{ lead, facts: event, now }]);
      await tx.query('UPDATE leadchat.leads SET reported = $2 WHERE lead = $1', [lead, stored.state]);
    },
    async callChanged(tx, call, now) {
      const { rows } = await tx.query(`SELECT ${callColumns}, reported FROM leadchat.calls WHERE call = $1`, [call]);
      const [row] = rows;
      if (row === undefined) return;
      const stored = readCallRow(row);
      const event = callEvent(stored);
      const reported = event === undefined ? null : stored.state;
      if (reported === row.reported) return;
      if (event !== undefined) await report(tx, [{ lead: stored.lead, facts: event, now }]);
      await tx.query('UPDATE leadchat.calls SET reported = $2 WHERE call = $1', [call, reported]);
    },
  };
}
