import { repeat } from '../jobs/repeat.ts';
import { storeErrorCode, type WebhookQueue } from '../store/index.ts';
import { type ReceiverDeps, type ReceiverOptions, startReceiver } from './start-receiver.ts';

export type WebhooksDeps = ReceiverDeps & {
  store: Pick<WebhookQueue, 'retireWebhooks'>;
};

const hourMs = 3_600_000;
/** Longer than all retries take. Until then, another proxy may still have a receiver that this one does not have. */
const retireAfterMs = 4 * 24 * hourMs;
/** Webhooks of one transaction. */
const retiredAtOnce = 500;

/**
 * Posts the stored webhooks. Each receiver has a separate queue, so a slow or dead one delays no other. Returns the
 * function that stops all queues and waits for requests in flight.
 */
export function startWebhooks(receivers: readonly ReceiverOptions[], deps: WebhooksDeps): () => Promise<void> {
  const { store, clock, log } = deps;
  const running = receivers.map((receiver) => startReceiver(receiver, deps));
  let isStopped = false;
  const stopRetiring = repeat(clock, hourMs, async () => {
    try {
      const urls = receivers.map(({ url }) => url);
      const request = { receivers: urls, before: clock.now() - retireAfterMs, now: clock.now(), limit: retiredAtOnce };
      let webhooks = 0;
      let retired = retiredAtOnce;
      while (retired === retiredAtOnce && !isStopped) {
        retired = await store.retireWebhooks(request);
        webhooks += retired;
      }
      if (webhooks > 0) log.warn('webhooks-without-receiver', { webhooks });
    } catch (error) {
      log.error('webhooks-failed', error, { code: storeErrorCode(error) });
    }
  });
  return async () => {
    isStopped = true;
    await Promise.all([stopRetiring(), ...running.map(({ stop }) => stop())]);
  };
}
