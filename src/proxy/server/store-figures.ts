import type { LeadStore } from '../store/create-store.ts';
import { isStoreError, type StoreErrorCode } from '../store/store-error.ts';

/** The parts of a store that the metrics read. */
export type MeasuredStore = Pick<
  LeadStore,
  'check' | 'space' | 'counts' | 'callCounts' | 'oldestPendingAt' | 'webhookCounts' | 'oldestPendingWebhookAt'
>;

/** A scrape usually gives up after ten seconds. If the store hangs, the scrape still gets all other metrics. */
const timeoutMs = 2_000;

/** A store that refuses leads for these reasons responds. */
const respondingCodes: readonly StoreErrorCode[] = ['backlog-full', 'disk-full'];

export type StoreState = {
  /** Whether the store responds: it takes leads, or can be read. */
  isUp: boolean;
  acceptsLeads: boolean;
  /** Undefined if the store fails to count, or not in time. Intake does not depend on that. */
  figures: StoreFigures | undefined;
};

/**
 * Reads the state of the store for a scrape. `checkStore` rejects while leads cannot be accepted; what it found may be some
 * seconds old.
 */
export async function readStoreState(store: MeasuredStore, checkStore: () => Promise<void>): Promise<StoreState> {
  const [checked, figures] = await Promise.all([inTime(refusalOf(checkStore())), inTime(readFigures(store))]);
  const refusal = figures === undefined ? await inTime(refusalOf(store.check())) : checked;
  const acceptsLeads = refusal === 'none';
  const isResponding = respondingCodes.some((code) => code === refusal);
  return { isUp: acceptsLeads || isResponding || figures !== undefined, acceptsLeads, figures };
}

/** Why the store accepts no lead; `none` if it does. */
async function refusalOf(check: Promise<void>): Promise<StoreErrorCode | 'none'> {
  try {
    await check;
    return 'none';
  } catch (error) {
    if (isStoreError(error)) return error.code;
    throw error;
  }
}

/** Undefined if the store fails or does not respond in time. */
async function inTime<T>(reading: Promise<T>): Promise<T | undefined> {
  const { promise: timedOut, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, timeoutMs);
  try {
    return await Promise.race([reading, timedOut]);
  } catch (error) {
    if (isStoreError(error)) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function readFigures(store: MeasuredStore) {
  const [space, leads, calls, webhooks, oldestPendingAt, oldestPendingWebhookAt] = await Promise.all([
    store.space(),
    store.counts(),
    store.callCounts(),
    store.webhookCounts(),
    store.oldestPendingAt(),
    store.oldestPendingWebhookAt(),
  ]);
  return { space, leads, calls, webhooks, oldestPendingAt, oldestPendingWebhookAt };
}

export type StoreFigures = Awaited<ReturnType<typeof readFigures>>;
