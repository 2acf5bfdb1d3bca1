import type { WebhookFacts } from '../../domain/events.ts';
import type { ReceiverBook } from '../saved-receivers.ts';
import type { Dialect, Sql } from '../sql.ts';
import { timeOrderedId } from '../time-ordered-id.ts';
import { receiverId } from '../webhook-rows.ts';
import { withoutIndex } from './conditions.ts';

export type Report = { lead: string; facts: WebhookFacts; now: number };

export type WebhookWriter = ReturnType<typeof createWebhookWriter>;

/**
 * Writes webhooks in the transaction of the change that they report. The transaction holds the lock of the lead's row, so
 * webhooks of a lead are numbered in the order of its changes.
 */
export function createWebhookWriter({ rows, indexedBy }: Dialect, book: ReceiverBook) {
  // Webhooks wait for an earlier one of the lead that is retried. One that is being posted (it has an owner) holds them back by
  // its place alone: the end of its lease says nothing, and its outcome, which is stored meanwhile, does not see this row yet.
  const insert = `
    INSERT INTO webhooks (webhook, receiver, lead, type, facts, state, created_at, next_at)
    SELECT input.id, input.receiver, input.about, input.event, input.facts, 'pending', input.at, coalesce(
      (SELECT max(w.next_at) FROM webhooks AS w${indexedBy('webhooks_lead')}
       WHERE w.lead = input.about AND w.receiver = input.receiver AND ${withoutIndex('w.state')} = 'pending'
         AND w.owner IS NULL), input.at)
    FROM ${rows({ id: 'text', receiver: 'text', about: 'text', event: 'text', facts: 'text', at: 'integer' })}
    ORDER BY input.position`;

  return {
    /** Without receivers nothing is written. */
    hasReceivers: async (sql: Sql): Promise<boolean> => (await book.all(sql)).length > 0,
    /** Resolves with whether a receiver wants one of them. */
    async report(tx: Sql, reports: readonly Report[]): Promise<boolean> {
      if (reports.length === 0) return false;
      const receivers = await book.all(tx);
      const webhooks = reports.flatMap(({ lead, facts, now }) =>
        receivers
          .filter(({ events, states }) => events.includes(facts.type) && (states?.includes(facts.state) ?? true))
          .map((receiver) => [timeOrderedId(), receiverId(receiver), lead, facts.type, JSON.stringify(facts), now]),
      );
      if (webhooks.length > 0) await tx.each(insert, webhooks);
      return webhooks.length > 0;
    },
  };
}
