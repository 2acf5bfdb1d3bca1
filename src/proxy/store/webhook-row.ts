import * as z from 'zod/mini';
import { webhookStates } from '../../protocol/index.ts';
import { jsonText, present, readRow, recordText } from './json-text.ts';
import { deliveryPlanSchema } from './stored-lead.ts';
import { type StoredWebhook, webhookFactsSchema } from './webhook-queue.ts';

const webhookRow = z.object({
  webhook: z.string(),
  receiver: z.string(),
  facts: jsonText(webhookFactsSchema),
  webhook_state: z.enum(webhookStates),
  attempts: z.number(),
  created_at: z.number(),
  webhook_next_at: z.number(),
  webhook_ended_at: z.nullable(z.number()),
  answer: z.nullable(z.string()),
  lead: z.string(),
  form: z.string(),
  phone: z.string(),
  record: recordText,
  plan: jsonText(deliveryPlanSchema),
  accepted_at: z.number(),
});

/** The columns that `readWebhookRow` needs, of `webhooks AS w` and its lead, `leads AS l`. */
export const webhookColumns = `w.webhook, w.receiver, w.type, w.facts, w.state AS webhook_state, w.attempts, w.created_at,
  w.next_at AS webhook_next_at, w.ended_at AS webhook_ended_at, w.answer, l.lead, l.form, l.phone, l.record, l.plan, l.accepted_at`;

/** Reads a row of `webhooks` joined with its lead. */
export function readWebhookRow(row: Record<string, unknown>): StoredWebhook {
  const { read, unreadable } = readRow(webhookRow, row, { facts: knownFacts(row), record: '{}', plan: '{"tags":[]}' });
  return present({
    id: read.webhook,
    receiver: read.receiver,
    facts: read.facts,
    lead: {
      id: read.lead,
      form: read.form,
      phone: read.phone,
      record: read.record,
      plan: read.plan,
      acceptedAt: read.accepted_at,
    },
    state: read.webhook_state,
    attempts: read.attempts,
    createdAt: read.created_at,
    nextAt: read.webhook_next_at,
    endedAt: read.webhook_ended_at ?? undefined,
    answer: read.answer ?? undefined,
    unreadable,
  });
}

/** For a list, when the facts are damaged: the type of the event has a column of its own. */
function knownFacts({ type, created_at }: Record<string, unknown>): string {
  const call = { type, call: '', state: 'unknown', requestedAt: created_at, transfers: 0 };
  return JSON.stringify(String(type).startsWith('call.') ? call : { type, state: 'unknown' });
}
