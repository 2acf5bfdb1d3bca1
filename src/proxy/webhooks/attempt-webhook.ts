import { Webhook } from 'standardwebhooks';
import type { Clock } from '../../clock.ts';
import { retryDelay } from '../delivery/schedule.ts';
import type { StoredWebhook, WebhookOutcome } from '../store/index.ts';
import { describeWebhook } from './describe-webhook.ts';
import type { PostWebhook, WebhookResponse } from './post-webhook.ts';

export type AttemptWebhookDeps = {
  url: string;
  secret: string;
  post: PostWebhook;
  clock: Clock;
  /** For the jitter of retries. */
  random(): number;
};

/** Posts one webhook once. `signal` interrupts the request. Never rejects. */
export type AttemptWebhook = (webhook: StoredWebhook, signal: AbortSignal) => Promise<WebhookOutcome>;

export const attemptTimeoutMs = 15_000;

/** Creates the attempts of one receiver, which share its secret. */
export function createWebhookAttempt({ url, secret, post, clock, random }: AttemptWebhookDeps): AttemptWebhook {
  const signer = new Webhook(secret);

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
      response?.status === 410 ? undefined : retryDelay(webhook.attempts + 1, random, response?.retryAfterMs);
    return delay === undefined ? { state: 'dead', at, answer } : { state: 'pending', at, nextAt: at + delay, answer };
  };

  return async (webhook, signal) => {
    const timeout = new AbortController();
    const cancelTimeout = clock.after(attemptTimeoutMs, () => timeout.abort());
    try {
      const response = await post({ url, ...sign(webhook) }, AbortSignal.any([timeout.signal, signal]));
      const { status } = response;
      if (status >= 200 && status < 300) return { state: 'delivered', at: clock.now(), answer: String(status) };
      return afterFailure(webhook, status >= 300 && status < 400 ? `${status} redirect` : String(status), response);
    } catch (error) {
      if (signal.aborted) return { state: 'pending', at: clock.now(), nextAt: clock.now(), answer: 'interrupted' };
      return afterFailure(webhook, timeout.signal.aborted ? 'timeout' : codeOf(error));
    } finally {
      cancelTimeout();
    }
  };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no response';
}
