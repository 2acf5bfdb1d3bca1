import type { DeliveryQueue } from '../store/delivery-queue.ts';
import { isStoreError, type WebhookQueue } from '../store/index.ts';
import { type ReceiverDeps, type ReceiverOptions, startReceiver } from './start-receiver.ts';

export type WebhooksDeps = ReceiverDeps & {
  store: Pick<WebhookQueue, 'retireWebhooks'> & Pick<DeliveryQueue, 'subscribe'>;
};

const hourMs = 3_600_000;
/** Longer than all retries take. Until then, another proxy may still have a receiver that this one does not have. */
const retireAfterMs = 4 * 24 * hourMs;

/**
 * Posts the stored webhooks. Each receiver has a separate queue, so a slow or dead one delays no other. Returns the
 * function that stops all queues and waits for requests in flight.
 */
export function startWebhooks(receivers: readonly ReceiverOptions[], deps: WebhooksDeps): () => Promise<void> {
  const { store, clock, log } = deps;
  const running = receivers.map((receiver) => startReceiver(receiver, deps));
  const unsubscribe = store.subscribe(() => {
    for (const { wake } of running) wake();
  });
  let cancelTimer = () => {};
  const retire = async () => {
    cancelTimer = clock.after(hourMs, () => void retire());
    try {
      const urls = receivers.map(({ url }) => url);
      const retired = await store.retireWebhooks(urls, clock.now() - retireAfterMs, clock.now());
      if (retired > 0) log.warn('webhooks-without-receiver', { webhooks: retired });
    } catch (error) {
      log.error('webhooks-failed', error, { code: isStoreError(error) ? error.code : 'fault' });
    }
  };
  const retiring = retire();
  return async () => {
    cancelTimer();
    unsubscribe();
    await Promise.all([retiring, ...running.map(({ stop }) => stop())]);
  };
}
