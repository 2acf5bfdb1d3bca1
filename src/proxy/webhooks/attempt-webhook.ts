import { Webhook } from 'standardwebhooks';
import type { Clock } from '../../clock.ts';
import { retryDelay } from '../jobs/retry-delay.ts';
import type { WebhookOutcome } from '../store/queries/webhook-queue.ts';
import type { StoredWebhook } from '../store/webhook-rows.ts';
import type { PostWebhook, WebhookResponse } from './post-webhook.ts';
import type { PacedRequest, ReceiverPace } from './receiver-pace.ts';
import { describeWebhook, type WebhookFormat, webhookBody } from './webhook-body.ts';

export type AttemptWebhookDeps = {
  url: string;
  /** Without one the webhooks are not signed. */
  secret?: string | undefined;
  format: WebhookFormat;
  /** A redirect means success: the receiver has taken the webhook, and shows its answer elsewhere. */
  acceptRedirect: boolean;
  /** Of the times in a message to people, by the name of the lead's form. */
  timeZoneOf(form: string): string | undefined;
  post: PostWebhook;
  pace: Pick<ReceiverPace, 'begin'>;
  clock: Clock;
  /** For the jitter of retries. */
  random(): number;
};

/** Posts one webhook once. `signal` interrupts the request. Never rejects. */
export type AttemptWebhook = (webhook: StoredWebhook, signal: AbortSignal) => Promise<WebhookOutcome>;

export const attemptTimeoutMs = 15_000;
/** How long a receiver may ask a webhook to wait before that counts as a failure: as long as all retries take. */
const maxBusyMs = 3 * 86_400_000;

/** Creates the attempts of one receiver, which share its secret. */
export function createWebhookAttempt(deps: AttemptWebhookDeps): AttemptWebhook {
  const { url, secret, format, acceptRedirect, timeZoneOf, post, pace, clock, random } = deps;
  const signer = secret === undefined ? undefined : new Webhook(secret);

  /** Signs each attempt with its own time, because receivers refuse signatures that are minutes old. */
  const writeRequest = (webhook: StoredWebhook) => {
    const body = webhookBody(format, describeWebhook(webhook), timeZoneOf(webhook.lead.form));
    const now = new Date(clock.now());
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'leadchat',
        'webhook-id': webhook.id,
        ...(signer !== undefined && {
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': signer.sign(webhook.id, now, body),
        }),
      },
    };
  };

  const afterFailure = (webhook: StoredWebhook, answer: string, response?: WebhookResponse): WebhookOutcome => {
    const at = clock.now();
    // 410 Gone: the receiver wants no more. After a redirect, the address is wrong, and remains so.
    const isFinal = response !== undefined && (response.status === 410 || isRedirect(response));
    const delay = isFinal ? undefined : retryDelay(webhook.attempts + 1, random, response?.retryAfterMs);
    return delay === undefined ? { state: 'dead', at, answer } : { state: 'pending', at, nextAt: at + delay, answer };
  };

  /** The receiver takes webhooks, but not so many. That is no failure of this one, unless it never ends. */
  const afterBusy = (
    webhook: StoredWebhook,
    answer: string,
    response: WebhookResponse,
    request: PacedRequest,
  ): WebhookOutcome => {
    const at = clock.now();
    const waitMs = request.askedToWait(response.retryAfterMs);
    if (at - webhook.createdAt > maxBusyMs) return afterFailure(webhook, answer, response);
    return { state: 'pending', at, nextAt: at + waitMs, answer, isAskedToWait: true };
  };

  return async (webhook, signal) => {
    const request = pace.begin();
    const timeout = new AbortController();
    const cancelTimeout = clock.after(attemptTimeoutMs, () => timeout.abort());
    try {
      const response = await post({ url, ...writeRequest(webhook) }, AbortSignal.any([timeout.signal, signal]));
      const { status } = response;
      const answer = isRedirect(response) ? `${status} redirect` : String(status);
      const isTaken = (status >= 200 && status < 300) || (acceptRedirect && isRedirect(response));
      if (isTaken) {
        request.taken();
        return { state: 'delivered', at: clock.now(), answer };
      }
      return isBusy(response) ? afterBusy(webhook, answer, response, request) : afterFailure(webhook, answer, response);
    } catch (error) {
      if (signal.aborted) return { state: 'pending', at: clock.now(), nextAt: clock.now(), answer: 'interrupted' };
      return afterFailure(webhook, timeout.signal.aborted ? 'timeout' : codeOf(error));
    } finally {
      cancelTimeout();
    }
  };
}

/** Whether the receiver asks to wait (RFC 9110, 10.2.3; RFC 6585, 4). */
function isBusy({ status, retryAfterMs }: WebhookResponse): boolean {
  return status === 429 || (status === 503 && retryAfterMs !== undefined);
}

function isRedirect({ status }: WebhookResponse): boolean {
  return status >= 300 && status < 400;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no response';
}
