import { isStoreError, type LeadIntake, type WebhookQueue } from '../store/index.ts';

/** The parts of a store that the metrics read. */
export type MeasuredStore = Pick<LeadIntake, 'space' | 'counts' | 'callCounts' | 'oldestPendingAt'> &
  Pick<WebhookQueue, 'webhookCounts' | 'oldestPendingWebhookAt'>;

export type StoreFiguresOptions = {
  store: MeasuredStore;
  /** Rejects while leads cannot be accepted. */
  checkStore: () => Promise<void>;
  /** Milliseconds on a clock that is never set. */
  elapsed?: () => number;
};

/** A scrape usually gives up after ten seconds. If the store hangs, the scrape still gets all other metrics. */
const timeoutMs = 2_000;
/**
 * Counting 100,000 rows takes the store tens of milliseconds, and anyone may request `/metrics`. A few scrapes are
 * always up to date; more than one every two seconds share the figures.
 */
const maxReads = 10;
const readAgainMs = 2_000;

/** Reads the figures of the store for a scrape. They are undefined if the store fails or does not respond in time. */
export function createStoreFigures({ store, checkStore, elapsed = () => performance.now() }: StoreFiguresOptions) {
  let reading: Promise<StoreFigures | undefined> | undefined;
  let latest: Promise<StoreFigures | undefined> | undefined;
  let readsLeft = maxReads;
  let countedAt = elapsed();

  const mayRead = () => {
    const regained = Math.floor((elapsed() - countedAt) / readAgainMs);
    readsLeft = Math.min(maxReads, readsLeft + regained);
    countedAt += regained * readAgainMs;
    return readsLeft > 0;
  };

  return (): Promise<StoreFigures | undefined> => {
    if (reading !== undefined) return reading;
    if (latest !== undefined && !mayRead()) return latest;
    readsLeft--;
    reading = withinTime(readFigures(store, checkStore)).finally(() => {
      reading = undefined;
    });
    latest = reading;
    return reading;
  };
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

export type StoreFigures = Awaited<ReturnType<typeof readFigures>>;

async function withinTime(figures: Promise<StoreFigures>): Promise<StoreFigures | undefined> {
  const { promise: timedOut, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, timeoutMs);
  try {
    return await Promise.race([figures, timedOut]);
  } catch (error) {
    if (isStoreError(error)) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
