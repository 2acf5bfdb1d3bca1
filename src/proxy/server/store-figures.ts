import type { LeadIntake } from '../store/lead-intake.ts';
import { isStoreError } from '../store/store-error.ts';
import type { WebhookQueue } from '../store/webhook-queue.ts';

/** The parts of a store that the metrics read. */
export type MeasuredStore = Pick<LeadIntake, 'space' | 'counts' | 'callCounts' | 'oldestPendingAt'> &
  Pick<WebhookQueue, 'webhookCounts' | 'oldestPendingWebhookAt'>;

/** A scrape usually gives up after ten seconds. If the store hangs, the scrape still gets all other metrics. */
const timeoutMs = 2_000;

/**
 * Reads the figures of the store for a scrape; `checkStore` rejects while leads cannot be accepted. They are undefined if
 * the store fails or does not respond in time.
 */
export async function readStoreFigures(
  store: MeasuredStore,
  checkStore: () => Promise<void>,
): Promise<StoreFigures | undefined> {
  const { promise: timedOut, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, timeoutMs);
  try {
    return await Promise.race([readFigures(store, checkStore), timedOut]);
  } catch (error) {
    if (isStoreError(error)) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function readFigures(store: MeasuredStore, checkStore: () => Promise<void>) {
  const [acceptsLeads, space, leads, calls, webhooks, oldestPendingAt, oldestPendingWebhookAt] = await Promise.all([
    checkStore().then(
      () => true,
      () => false,
    ),
    store.space(),
    store.counts(),
    store.callCounts(),
    store.webhookCounts(),
    store.oldestPendingAt(),
    store.oldestPendingWebhookAt(),
  ]);
  return { acceptsLeads, space, leads, calls, webhooks, oldestPendingAt, oldestPendingWebhookAt };
}

type StoreFigures = Awaited<ReturnType<typeof readFigures>>;
