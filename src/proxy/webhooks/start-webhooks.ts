import { effect, untracked } from '@preact/signals-core';
import { receiverLabel } from '../config/webhook-schema.ts';
import { unreadableReason } from '../domain/lead.ts';
import { repeat, type Stop } from '../jobs/repeat.ts';
import { createRunner, type JobHandler, type Runner } from '../jobs/runner.ts';
import type { Log } from '../log.ts';
import type { LeadStore } from '../store/create-store.ts';
import type { WebhookOutcome } from '../store/queries/webhook-queue.ts';
import { storeErrorCode } from '../store/store-error.ts';
import { receiverId, receiverIds, type StoredWebhook } from '../store/webhook-rows.ts';
import { type AttemptWebhookDeps, attemptTimeoutMs, createWebhookAttempt } from './attempt-webhook.ts';
import { createReceiverPace } from './receiver-pace.ts';

export type WebhooksDeps = ReceiverDeps & {
  store: Pick<LeadStore, 'endOrphanedWebhooks' | 'adoptWebhooks'>;
};

/** How often to look for webhooks that belong to no receiver as it is configured. */
const lookMs = 60_000;
/** Longer than all retries take. Until then, another proxy may still have a receiver that this one does not have. */
const orphanedAfterMs = 4 * 24 * 3_600_000;
/** Webhooks of one transaction. */
const atOnce = 500;

export type Receivers = {
  posted: readonly ReceiverOptions[];
  /** The names of receivers that cannot be used now: what is meant for them waits. @default none */
  waiting?: readonly string[];
};

/**
 * Posts the stored webhooks. Each receiver has a separate queue, so a slow or dead one delays no other. `receivers` may read
 * signals: then each change applies at once.
 */
export function startWebhooks(receivers: () => Receivers, deps: WebhooksDeps): Stop {
  const { store, clock, log } = deps;
  const queues = followReceivers(receivers, deps);
  const endOrphaned = async (signal: AbortSignal) => {
    // Again and again: until it is restarted too, another proxy stores webhooks under the URL of a receiver.
    let adopted = atOnce;
    while (adopted >= atOnce && !signal.aborted) adopted = await store.adoptWebhooks(atOnce);
    const { posted, waiting = [] } = receivers();
    const known = [...posted.flatMap(receiverIds), ...waiting];
    const request = { receivers: known, before: clock.now() - orphanedAfterMs, now: clock.now(), limit: atOnce };
    let webhooks = 0;
    let ended = atOnce;
    while (ended === atOnce && !signal.aborted) {
      ended = await store.endOrphanedWebhooks(request);
      webhooks += ended;
    }
    if (webhooks > 0) log.warn('webhooks-without-receiver', { webhooks });
  };
  const stopEnding = repeat({ clock, log }, { everyMs: lookMs, failedEvent: 'webhooks-failed' }, endOrphaned);
  return async () => {
    await Promise.all([stopEnding(), queues.stop()]);
  };
}

/** Starts and stops the queues of receivers as they are added, changed and removed. */
function followReceivers(receivers: () => Receivers, deps: ReceiverDeps): Pick<Runner, 'stop'> {
  const running = new Map<string, Runner>();
  const stopping = new Set<Promise<void>>();
  const end = (key: string, runner: Runner) => {
    running.delete(key);
    const stopped = runner.stop().finally(() => stopping.delete(stopped));
    stopping.add(stopped);
  };
  const stopFollowing = effect(() => {
    // A changed receiver is another one. What its earlier queue has in flight is under a lease, so the new one waits for it.
    const wanted = new Map(receivers().posted.map((receiver) => [JSON.stringify(receiver), receiver]));
    untracked(() => {
      for (const [key, runner] of running) if (!wanted.has(key)) end(key, runner);
      for (const [key, receiver] of wanted) if (!running.has(key)) running.set(key, startReceiver(receiver, deps));
    });
  });
  return {
    async stop() {
      stopFollowing();
      for (const [key, runner] of running) end(key, runner);
      await Promise.all(stopping);
    },
  };
}

export type ReceiverOptions = { name?: string | undefined; firstName?: string } & Pick<
  AttemptWebhookDeps,
  'url' | 'secret' | 'format' | 'acceptRedirect'
>;

export type ReceiverDeps = Omit<AttemptWebhookDeps, keyof ReceiverOptions | 'pace'> & {
  store: Pick<LeadStore, 'claimWebhooks' | 'settleWebhook' | 'pullWebhooks' | 'subscribe'>;
  log: Log;
};

/** Webhooks in flight to one receiver, never more than one per lead. */
const concurrency = 4;
/** After so many failures in a row, requests go one at a time until one succeeds. */
const maxFailures = 3;
/** Longer than an attempt takes; otherwise another process would post the webhook, too. */
const leaseMs = attemptTimeoutMs + 5_000;
/** The next process posts interrupted webhooks again. */
const stopGraceMs = 3_000;
/** Between two webhooks that waited for the receiver to be back. */
export const pullPaceMs = 50;
/** How often to look for webhooks that another process stored. */
const pollMs = 2_000;

/** Posts the webhooks of one receiver, in order per lead. */
export function startReceiver(options: ReceiverOptions, deps: ReceiverDeps): Runner {
  const id = receiverId(options);
  const { store, clock, log } = deps;
  const receiver = receiverLabel(options);
  const pace = createReceiverPace(clock);
  const attempt = createWebhookAttempt({ ...deps, ...options, pace });
  let failureCount = 0;
  /** Whether webhooks may still wait for a retry because of an outage that has ended. */
  let shouldPull = true;
  /** Whether the log says already that the receiver asks to wait. */
  let isSlowed = false;

  /** The first success after a failure shows that the receiver is back. Resolves with the webhooks that waited for it. */
  const pull = async (outcome: WebhookOutcome) => {
    // What the receiver asked to wait has its time.
    if (isAskedToWait(outcome)) return 0;
    const { state } = outcome;
    const isFirstSuccess = state === 'delivered' && shouldPull;
    shouldPull = state !== 'delivered';
    return isFirstSuccess ? store.pullWebhooks({ receiver: id, now: clock.now(), paceMs: pullPaceMs }) : 0;
  };

  /** Logs each dead webhook, and when the receiver begins to fail or works again. */
  const report = (webhook: StoredWebhook, outcome: WebhookOutcome, pulled: number) => {
    const { state, answer } = outcome;
    const facts = { ...factsOf(webhook), attempt: webhook.attempts + 1, cause: answer };
    if (answer === 'interrupted') return;
    if (isAskedToWait(outcome)) {
      if (isSlowed) log.debug?.('webhook-retried', facts);
      else log.warn('webhook-retried', facts);
      isSlowed = true;
      return;
    }
    if (state === 'delivered') {
      isSlowed = pace.isLimited();
      // None, if an operator has sent them all already, or nothing else waited.
      const waiting = pulled > 0 && { webhooks: pulled };
      if (failureCount > 0 || pulled > 0) log.info('webhooks-recovered', { receiver, ...waiting });
      failureCount = 0;
      log.debug?.('webhook-delivered', facts);
      return;
    }
    failureCount++;
    if (state === 'dead') log.warn('webhook-dead', facts);
    else if (failureCount === 1) log.warn('webhook-retried', facts);
    else log.debug?.('webhook-retried', facts);
  };

  const factsOf = ({ id, facts, lead }: StoredWebhook) => ({
    webhook: id,
    event: facts.type,
    lead: lead.id,
    receiver,
  });

  const handler: JobHandler<StoredWebhook> = {
    async claim(request) {
      const { webhooks, ...claimed } = await store.claimWebhooks({ receiver: id, ...request });
      return { jobs: webhooks, ...claimed };
    },
    capacity() {
      const waitMs = pace.waitMs();
      if (waitMs > 0) return { max: 0, until: clock.now() + waitMs };
      return { max: failureCount < maxFailures && !pace.isLimited() ? concurrency : 1 };
    },
    async run(webhook, { owner, signal }) {
      const outcome = await attempt(webhook, signal);
      await store.settleWebhook(webhook.id, owner, outcome);
      report(webhook, outcome, await pull(outcome));
    },
    onUnreadable: (webhook) => log.warn('webhook-dead', { webhook, receiver, cause: unreadableReason }),
    // When the lease ends, the webhook is posted again.
    onInterrupted: (webhook, error) =>
      log.error('webhook-interrupted', error, { ...factsOf(webhook), code: storeErrorCode(error) }),
    onClaimFailed: (error) => log.error('webhooks-failed', error, { receiver, code: storeErrorCode(error) }),
  };
  const runner = createRunner(handler, { leaseMs, pollMs, stopGraceMs }, { clock, subscribe: store.subscribe });
  runner.start();
  return runner;
}

function isAskedToWait(outcome: WebhookOutcome): boolean {
  return outcome.state === 'pending' && outcome.isAskedToWait === true;
}
