import * as z from 'zod/mini';
import { type WebhookState, type WebhookType, webhookStates } from '../../protocol/index.ts';
import { type WebhookFacts, webhookFactsSchema } from '../domain/events.ts';
import { describeRows, jsonText, type UnreadableColumns } from './rows.ts';
import type { Row } from './sql.ts';
import { type LeadOrigin, leadOriginRows } from './stored-lead.ts';

/** A receiver of webhooks. */
export type WebhookReceiver = {
  /** Identifies it, so that its URL can change. Absent: the URL does. */
  name?: string | undefined;
  url: string;
  events: readonly WebhookType[];
  /** Only events after which the lead or the call is in one of these states. */
  states?: readonly WebhookFacts['state'][] | undefined;
};

/** What is stored of a receiver with its webhooks. */
export function receiverId({ name, url }: Pick<WebhookReceiver, 'name' | 'url'>): string {
  return name ?? url;
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
  const { unreadable: ofWebhook, ...webhook } = webhookRows.read(row);
  const { unreadable: ofLead, ...lead } = leadOriginRows.read(row);
  const isReadable = ofWebhook === undefined && ofLead === undefined;
  return { ...webhook, lead, ...(!isReadable && { unreadable: { ...ofWebhook, ...ofLead } }) };
}

/** For a list, when the facts are damaged: the type of the event has a column of its own. */
function knownFacts({ type, created_at }: Row): string {
  const call = { type, call: '', state: 'unknown', requestedAt: created_at, transfers: 0 };
  return JSON.stringify(String(type).startsWith('call.') ? call : { type, state: 'unknown' });
}

export type WebhookClaim = {
  receiver: string;
  /** The owner of the claimed webhooks. Another owner may claim them when the lease ends. */
  owner: string;
  now: number;
  leaseMs: number;
  limit: number;
};

export type ClaimedWebhooks = {
  webhooks: StoredWebhook[];
  /** Due webhooks that cannot be read. The claim has parked them: they are dead. */
  unreadable: string[];
  /** When the next webhook that is not due yet becomes due. */
  nextAt?: number | undefined;
};

export type WebhookOutcome = { at: number; answer: string } & (
  | { state: 'delivered' | 'dead' }
  /** Retried at `nextAt`, like all later webhooks of the same lead. */
  | {
      state: 'pending';
      nextAt: number;
      /** The receiver named this time. So the attempt does not count, and `pullWebhooks` of this receiver leaves the webhook there. */
      isAskedToWait?: boolean;
    }
);

export type OrphanedWebhooks = {
  /** Receivers that exist. */
  receivers: readonly string[];
  /** Later webhooks stay: another proxy may still have their receiver. */
  before: number;
  now: number;
  /** How many webhooks this call ends at most: other requests to the store wait for its transaction. */
  limit: number;
};

export type PullRequest = {
  now: number;
  /** Between two webhooks of a receiver, so that it is not flooded when it is back. */
  paceMs: number;
  /**
   * Only those of this receiver that did not ask them to wait, and each only once between two attempts of its own schedule.
   * Absent: all that wait for their next attempt.
   */
  receiver?: string | undefined;
};

export type WebhookQuery = {
  /** Only this one. */
  webhook?: string | undefined;
  state?: WebhookState | undefined;
  /** Only webhooks before this one of an earlier page. */
  before?: string | undefined;
  /** At most 200. @default 50 */
  limit?: number | undefined;
};

/** One webhook, all dead ones, or all that wait for a receiver that is not configured. */
export type DismissedWebhooks = { webhook: string } | 'dead' | 'orphaned';

/**
 * The part of the store that webhooks use. A change of a lead or call writes one row for each receiver of its event, in
 * the same transaction.
 */
export interface WebhookQueue {
  /** Due webhooks of a receiver, but only the oldest pending one of each lead. */
  claimWebhooks(claim: WebhookClaim): Promise<ClaimedWebhooks>;
  /** Stores the outcome of an attempt, unless another owner has claimed the webhook since. */
  settleWebhook(id: string, owner: string, outcome: WebhookOutcome): Promise<void>;
  /** Ends webhooks whose receiver is gone, because nobody posts them any more. Resolves with their number. */
  endOrphanedWebhooks(request: OrphanedWebhooks): Promise<number>;
  /** Makes webhooks that wait for another attempt due, the oldest first. Resolves with their number. */
  pullWebhooks(request: PullRequest): Promise<number>;
  /** Newest first. */
  listWebhooks(query: WebhookQuery): Promise<StoredWebhook[]>;
  /**
   * Gives webhooks that were stored under the URL of a receiver to the name that it has now, at most `limit` of each receiver.
   * Resolves with their number.
   */
  adoptWebhooks(limit: number): Promise<number>;
  /** Posts a webhook again. Resolves with false if it does not exist, is being posted or has no receiver any more. */
  replayWebhook(id: string, now: number): Promise<boolean>;
  /** Posts all dead webhooks again whose receiver is configured. Resolves with their number. */
  replayDeadWebhooks(now: number): Promise<number>;
  /** Gives up webhooks that are dead, or wait for a receiver that is not configured. Resolves with their number. */
  dismissWebhooks(which: DismissedWebhooks, now: number): Promise<number>;
  /** How many webhooks wait for a receiver that is not configured. */
  orphanedWebhookCount(): Promise<number>;
  webhookCounts(): Promise<Record<WebhookState, number>>;
  /** When the oldest pending webhook was created; undefined when none is pending. */
  oldestPendingWebhookAt(): Promise<number | undefined>;
}
