/**
 * Counting 100,000 rows takes the store tens of milliseconds, writing all metrics takes this process as long as a lead, and
 * anyone may request `/metrics`. A few scrapes are always up to date; more than one every two seconds share the last one.
 */
const maxReads = 10;
const readAgainMs = 2_000;

/** Limits how often `read` runs. Scrapes at the same time share one. */
export function shareScrapes<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  let latest: Promise<T> | undefined;
  let readsLeft = maxReads;
  let countedAt = performance.now();

  const mayRead = () => {
    const regained = Math.floor((performance.now() - countedAt) / readAgainMs);
    readsLeft = Math.min(maxReads, readsLeft + regained);
    countedAt += regained * readAgainMs;
    return readsLeft > 0;
  };

  return () => {
    if (reading !== undefined) return reading;
    if (latest !== undefined && !mayRead()) return latest;
    readsLeft--;
    reading = read().finally(() => {
      reading = undefined;
    });
    latest = reading;
    return reading;
  };
}
