import * as z from 'zod/mini';
import { webhookStates } from '../../protocol/admin/webhooks.ts';
import type { WebhookType } from '../../protocol/proxy/webhook.ts';
import { type WebhookFacts, webhookFactsSchema } from '../domain/events.ts';
import { type LeadOrigin, leadOriginRows } from './lead-row.ts';
import { describeRows, jsonText, type UnreadableColumns } from './rows.ts';
import type { Row } from './sql.ts';

/**
 * What identifies a receiver: its name, so that its URL can change, or else the URL. One of the dashboard has a name that stays,
 * and may be called otherwise.
 */
export type ReceiverIdentity = { firstName?: string; name?: string | undefined; url: string } | { name: string };

/** A receiver of webhooks. */
export type WebhookReceiver = ReceiverIdentity & {
  events: readonly WebhookType[];
  /** Only events after which the lead or the call is in one of these states. */
  states?: readonly WebhookFacts['state'][] | undefined;
};

/** What is stored of a receiver with its webhooks. */
export function receiverId(receiver: ReceiverIdentity): string {
  return 'url' in receiver ? (receiver.firstName ?? receiver.name ?? receiver.url) : receiver.name;
}

/** The texts under which webhooks of a receiver are stored: until they are adopted, also its URL. */
export function receiverIds(receiver: ReceiverIdentity): string[] {
  return [receiverId(receiver), ...('url' in receiver ? [receiver.url] : [])];
}

/** Of a stored text, the name or the host of the URL, whose path may be a secret. */
export function shownReceiver(receiver: string): string {
  return URL.parse(receiver)?.host ?? receiver;
}

const storedWebhook = z.object({
  id: z.string(),
  /** `receiverId` of the receiver. */
  receiver: z.string(),
  /** What changed, without personal data. */
  facts: jsonText(webhookFactsSchema),
  state: z.enum(webhookStates),
  attempts: z.number(),
  createdAt: z.number(),
  /** When the webhook is due, or the end of the lease while it is claimed. */
  nextAt: z.number(),
  endedAt: z.optional(z.number()),
  /** Outcome of the last attempt: `200`, `503`, `timeout`. */
  answer: z.optional(z.string()),
});

export type StoredWebhook = z.output<typeof storedWebhook> & {
  /** The lead as it is stored now. Phone and record are empty once it is scrubbed. */
  lead: LeadOrigin;
  /** What is damaged, and not as it was here. Such a webhook is not posted. */
  unreadable?: UnreadableColumns | undefined;
};

const webhookRows = describeRows(storedWebhook, { names: { id: 'webhook' }, fallbacks: { facts: knownFacts } });

/** The columns that `readWebhook` needs, of `webhooks AS w` and its lead, `leads AS l`. */
export const webhookColumns = [
  ...[...webhookRows.columns, 'type'].map((column) => `w.${column}`),
  ...leadOriginRows.columns.map((column) => `l.${column}`),
].join(', ');

/** Reads a row of `webhooks` joined with its lead. */
export function readWebhook(row: Row): StoredWebhook {
  const { unreadable: ofWebhook, ...webhook } = webhookRows.readMarked(row);
  const { unreadable: ofLead, ...lead } = leadOriginRows.readMarked(row);
  const isWhole = ofWebhook === undefined && ofLead === undefined;
  return { ...webhook, lead, ...(!isWhole && { unreadable: { ...ofWebhook, ...ofLead } }) };
}

/** For a list, when the facts are damaged: the type of the event has a column of its own. */
function knownFacts({ type, created_at }: Row): string {
  const call = { type, call: '', state: 'unknown', requestedAt: created_at, transfers: 0 };
  return JSON.stringify(String(type).startsWith('call.') ? call : { type, state: 'unknown' });
}
