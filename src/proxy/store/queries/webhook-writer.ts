import { callColumns, readCallRow } from '../call-row.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import type { Dialect, Sql } from '../sql.ts';
import { timeOrderedId } from '../time-ordered-id.ts';
import { acceptedEvents, callEvent, leadEvent, type WebhookFacts } from '../webhook-facts.ts';
import type { WebhookReceiver } from '../webhook-queue.ts';

export type AcceptedLead = { id: string; held: string | undefined; acceptedAt: number };

/**
 * Writes webhooks in the transaction of the change that they report. The transaction holds the lock of the lead's row, so
 * webhooks of a lead are numbered in the order of its changes.
 */
export type WebhookWriter = {
  /** Without receivers nothing is written. */
  hasReceivers: boolean;
  /** Leads were stored. */
  leadsAccepted(tx: Sql, leads: readonly AcceptedLead[]): Promise<void>;
  /** The state of a lead may have changed. A state that was reported already is not reported again. */
  leadChanged(tx: Sql, lead: string, now: number): Promise<void>;
  /** The state of a call may have changed. A state that was reported already is not reported again. */
  callChanged(tx: Sql, call: string, now: number): Promise<void>;
};

const silentWriter: WebhookWriter = {
  hasReceivers: false,
  async leadsAccepted() {},
  async leadChanged() {},
  async callChanged() {},
};

type Report = { lead: string; facts: WebhookFacts; now: number };

export function createWebhookWriter(
  { rows, indexedBy, isIn }: Dialect,
  receivers: readonly WebhookReceiver[],
): WebhookWriter {
  if (receivers.length === 0) return silentWriter;

  // Webhooks wait for an earlier one of the lead that is being posted or retried. The empty text keeps Postgres from using
  // the index of due webhooks, which is quadratic in their number without statistics.
  const insert = `
    INSERT INTO webhooks (webhook, receiver, lead, type, facts, state, created_at, next_at)
    SELECT input.id, input.url, input.about, input.event, input.facts, 'pending', input.at, coalesce(
      (SELECT max(w.next_at) FROM webhooks AS w${indexedBy('webhooks_lead')}
       WHERE w.lead = input.about AND w.receiver = input.url AND w.state || '' = 'pending'), input.at)
    FROM ${rows({ id: 'text', url: 'text', about: 'text', event: 'text', facts: 'text', at: 'integer' })}
    ORDER BY input.position`;

  const report = async (tx: Sql, reports: readonly Report[]) => {
    const webhooks = reports.flatMap(({ lead, facts, now }) =>
      receivers
        .filter(({ events }) => events.includes(facts.type))
        .map(({ url }) => [timeOrderedId(), url, lead, facts.type, JSON.stringify(facts), now]),
    );
    if (webhooks.length > 0) await tx.each(insert, webhooks);
  };

  return {
    hasReceivers: true,
    async leadsAccepted(tx, leads) {
      await report(
        tx,
        leads.flatMap(({ id, held, acceptedAt }) =>
          acceptedEvents(held).map((facts) => ({ lead: id, facts, now: acceptedAt })),
        ),
      );
      const held = leads.filter((lead) => lead.held !== undefined).map(({ id }) => id);
      if (held.length > 0) await tx.run(`UPDATE leads SET reported = 'held' WHERE ${isIn('lead', '$1')}`, [held]);
    },
    async leadChanged(tx, lead, now) {
      const row = await tx.get(`SELECT ${leadColumns}, reported FROM leads WHERE lead = $1`, [lead]);
      if (row === undefined) return;
      const stored = readLeadRow(row);
      const event = leadEvent(stored);
      if (event === undefined || stored.state === row.reported) return;
      await report(tx, [{ lead, facts: event, now }]);
      await tx.run('UPDATE leads SET reported = $2 WHERE lead = $1', [lead, stored.state]);
    },
    async callChanged(tx, call, now) {
      const row = await tx.get(`SELECT ${callColumns}, reported FROM calls WHERE call = $1`, [call]);
      if (row === undefined) return;
      const stored = readCallRow(row);
      const event = callEvent(stored);
      const reported = event === undefined ? null : stored.state;
      if (reported === row.reported) return;
      if (event !== undefined) await report(tx, [{ lead: stored.lead, facts: event, now }]);
      await tx.run('UPDATE calls SET reported = $2 WHERE call = $1', [call, reported]);
    },
  };
}
