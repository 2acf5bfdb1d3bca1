import type { WebhookState, WebhookType } from '../../protocol/index.ts';
import type { WebhookFacts } from './webhook-facts.ts';

/** A receiver for which the store writes webhooks. Its URL identifies it. */
export type WebhookReceiver = { url: string; events: readonly WebhookType[] };

export type StoredWebhook = {
  id: string;
  /** URL of the receiver. */
  receiver: string;
  /** What changed, without personal data. */
  facts: WebhookFacts;
  /** Of the lead as it is stored now; phone and record are empty once it is scrubbed. */
  lead: { id: string; form: string; phone: string; record: Record<string, unknown>; acceptedAt: number };
  state: WebhookState;
  attempts: number;
  createdAt: number;
  /** When it is due; for a claimed one, the end of the lease. */
  nextAt: number;
  endedAt?: number;
  /** Outcome of the last attempt: `200`, `503`, `timeout`. */
  answer?: string;
};

export type WebhookClaim = {
  receiver: string;
  /** Marks the claimed webhooks; another owner may claim them when the lease ends. */
  owner: string;
  now: number;
  leaseMs: number;
  limit: number;
};

export type ClaimedWebhooks = {
  webhooks: StoredWebhook[];
  /** When the next one that is not due yet becomes due. */
  nextAt?: number;
};

export type WebhookOutcome = { at: number; answer: string } & (
  | { state: 'delivered' | 'dead' }
  /** It is tried again at `nextAt`, and so is what follows it for the same lead. */
  | { state: 'pending'; nextAt: number }
);

export type WebhookQuery = {
  state?: WebhookState;
  /** Only webhooks before this one of an earlier page. */
  before?: string;
  /** At most 200. @default 50 */
  limit?: number;
};

/**
 * The store as webhooks use it. The change of a lead or call writes one row for each receiver of its event, in the same
 * transaction.
 */
export interface WebhookQueue {
  /** Due webhooks of a receiver; of each lead only the oldest that is pending. */
  claimWebhooks(claim: WebhookClaim): Promise<ClaimedWebhooks>;
  /** Stores the outcome of an attempt, unless another owner has claimed the webhook since. */
  settleWebhook(id: string, owner: string, outcome: WebhookOutcome): Promise<void>;
  /** Ends webhooks from before `before` whose receiver is none of `receivers`: nobody posts them any more. */
  retireWebhooks(receivers: readonly string[], before: number, now: number): Promise<number>;
  /** Newest first. */
  listWebhooks(query: WebhookQuery): Promise<StoredWebhook[]>;
  /** Posts a webhook again. Resolves with false when there is none, or when it is being posted. */
  replayWebhook(id: string, now: number): Promise<boolean>;
  /** Posts all dead webhooks again; resolves with their number. */
  replayDeadWebhooks(now: number): Promise<number>;
  webhookCounts(): Promise<Record<WebhookState, number>>;
  /** When the oldest pending webhook was created; undefined when none is pending. */
  oldestPendingWebhookAt(): Promise<number | undefined>;
}
