import { Webhook } from 'standardwebhooks';
import type { Clock } from '../../clock.ts';
import { retryDelay } from '../delivery/schedule.ts';
import type { Log } from '../log.ts';
import { isStoreError, type StoredWebhook, type WebhookOutcome, type WebhookQueue } from '../store/index.ts';
import { describeWebhook } from './describe-webhook.ts';
import type { PostWebhook, WebhookResponse } from './post-webhook.ts';

export type ReceiverOptions = { url: string; secret: string };

export type ReceiverDeps = {
  store: Pick<WebhookQueue, 'claimWebhooks' | 'settleWebhook' | 'pullWebhooks'>;
  post: PostWebhook;
  clock: Clock;
  /** For the jitter of retries. */
  random(): number;
  log: Log;
};

export type Receiver = {
  /** Looks for due webhooks now. */
  wake(): void;
  /** Posts no more webhooks, and waits for those in flight. */
  stop(): Promise<void>;
};

/** Webhooks in flight to one receiver, never more than one per lead. */
const concurrency = 4;
/** After so many failures in a row, requests go one at a time until one succeeds. */
const maxFailures = 3;
const timeoutMs = 15_000;
/** Longer than an attempt takes; otherwise another process would post the webhook, too. */
const leaseMs = timeoutMs + 5_000;
/** How long `stop` waits for requests in flight. The next process posts interrupted webhooks again. */
const stopGraceMs = 3_000;
/** Between two webhooks that waited for the receiver to be back. */
export const pullPaceMs = 50;
/** How often to look for webhooks that another process stored. */
const pollMs = 2_000;

/** Posts the webhooks of one receiver, in order per lead. */
export function startReceiver({ url, secret }: ReceiverOptions, deps: ReceiverDeps): Receiver {
  const { store, clock, log } = deps;
  const { host } = new URL(url);
  const signer = new Webhook(secret);
  const owner = crypto.randomUUID();
  const inFlight = new Map<string, Promise<void>>();
  const interruption = new AbortController();
  let failureCount = 0;
  /** Whether webhooks may still wait for a retry because of an outage that has ended. */
  let shouldPull = true;
  let isStopped = false;
  let shouldClaim = false;
  let claiming: Promise<void> | undefined;
  let cancelTimer = () => {};

  const wake = () => {
    shouldClaim = true;
    if (isStopped) return;
    claiming ??= claimAll();
  };

  const wakeAt = (at: number) => {
    cancelTimer();
    if (!isStopped) cancelTimer = clock.after(Math.max(0, at - clock.now()), wake);
  };

  const claimAll = async () => {
    try {
      while (shouldClaim && !isStopped) {
        shouldClaim = false;
        await claim();
      }
    } catch (error) {
      log.error('webhooks-failed', error, { receiver: host, code: isStoreError(error) ? error.code : 'fault' });
      wakeAt(clock.now() + pollMs);
    } finally {
      claiming = undefined;
    }
  };

  const claim = async () => {
    const limit = (failureCount < maxFailures ? concurrency : 1) - inFlight.size;
    // The next claim follows the end of a request.
    if (limit <= 0) return;
    const now = clock.now();
    const {
      webhooks,
      unreadable,
      nextAt = Number.POSITIVE_INFINITY,
    } = await store.claimWebhooks({
      receiver: url,
      owner,
      now,
      leaseMs,
      limit,
    });
    for (const webhook of unreadable) log.warn('webhook-dead', { webhook, receiver: host, cause: 'unreadable' });
    // They took the place of others.
    if (unreadable.length > 0) shouldClaim = true;
    for (const webhook of webhooks) inFlight.set(webhook.id, deliver(webhook));
    wakeAt(Math.min(now + pollMs, nextAt));
  };

  const deliver = async (webhook: StoredWebhook) => {
    try {
      const outcome = await attempt(webhook);
      await store.settleWebhook(webhook.id, owner, outcome);
      const isFirstSuccess = outcome.state === 'delivered' && shouldPull;
      shouldPull = outcome.state !== 'delivered';
      const pulled = isFirstSuccess
        ? await store.pullWebhooks({ receiver: url, now: clock.now(), paceMs: pullPaceMs })
        : 0;
      report(webhook, outcome, pulled);
    } catch (error) {
      // When the lease ends, the webhook is posted again.
      const facts = { ...factsOf(webhook), code: isStoreError(error) ? error.code : 'fault' };
      log.error('webhook-interrupted', error, facts);
    } finally {
      inFlight.delete(webhook.id);
      wake();
    }
  };

  const attempt = async (webhook: StoredWebhook): Promise<WebhookOutcome> => {
    const abort = new AbortController();
    const cancelTimeout = clock.after(timeoutMs, () => abort.abort());
    try {
      const signal = AbortSignal.any([abort.signal, interruption.signal]);
      const response = await deps.post({ url, ...sign(webhook) }, signal);
      const { status } = response;
      if (status >= 200 && status < 300) return { state: 'delivered', at: clock.now(), answer: String(status) };
      return afterFailure(webhook, status >= 300 && status < 400 ? `${status} redirect` : String(status), response);
    } catch (error) {
      if (interruption.signal.aborted) {
        return { state: 'pending', at: clock.now(), nextAt: clock.now(), answer: 'interrupted' };
      }
      return afterFailure(webhook, abort.signal.aborted ? 'timeout' : codeOf(error));
    } finally {
      cancelTimeout();
    }
  };

  /** Signs each attempt with its own time, because receivers refuse signatures that are minutes old. */
  const sign = (webhook: StoredWebhook) => {
    const body = JSON.stringify(describeWebhook(webhook));
    const now = new Date(clock.now());
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'leadchat',
        'webhook-id': webhook.id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signer.sign(webhook.id, now, body),
      },
    };
  };

  const afterFailure = (webhook: StoredWebhook, answer: string, response?: WebhookResponse): WebhookOutcome => {
    const at = clock.now();
    // 410 Gone: the receiver wants no more.
    const delay =
      response?.status === 410 ? undefined : retryDelay(webhook.attempts + 1, deps.random, response?.retryAfterMs);
    return delay === undefined ? { state: 'dead', at, answer } : { state: 'pending', at, nextAt: at + delay, answer };
  };

  /** Logs each dead webhook, and when the receiver begins to fail or works again. */
  const report = (webhook: StoredWebhook, outcome: WebhookOutcome, pulled: number) => {
    const facts = { ...factsOf(webhook), attempt: webhook.attempts + 1, cause: outcome.answer };
    if (outcome.answer === 'interrupted') return;
    if (outcome.state === 'delivered') {
      if (failureCount > 0 || pulled > 0) log.info('webhooks-recovered', { receiver: host, webhooks: pulled });
      failureCount = 0;
      log.debug?.('webhook-delivered', facts);
      return;
    }
    failureCount++;
    if (outcome.state === 'dead') log.warn('webhook-dead', facts);
    else if (failureCount === 1) log.warn('webhook-retried', facts);
    else log.debug?.('webhook-retried', facts);
  };

  const factsOf = ({ id, facts, lead }: StoredWebhook) => ({
    webhook: id,
    event: facts.type,
    lead: lead.id,
    receiver: host,
  });

  wake();
  return {
    wake,
    async stop() {
      isStopped = true;
      cancelTimer();
      await claiming;
      const cancelInterruption = clock.after(stopGraceMs, () => interruption.abort());
      await Promise.all(inFlight.values());
      cancelInterruption();
    },
  };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no response';
}
