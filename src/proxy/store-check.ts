import type { ProxyDeps } from './deps.ts';

const reuseMs = 5_000;

/**
 * Whether leads can be accepted now; rejects with the reason. Only a durable write shows that the store works. A success
 * counts for five seconds, however often `/readyz` is polled.
 */
export function createStoreCheck({
  store,
  now,
}: {
  store: Pick<ProxyDeps['store'], 'check'>;
  now: () => number;
}): () => Promise<void> {
  let check: Promise<void> | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    // The clock may have been set back meanwhile.
    if (check === undefined || Math.abs(now() - checkedAt) > reuseMs) {
      checkedAt = now();
      check = store.check().catch((error: unknown) => {
        check = undefined;
        throw error;
      });
    }
    return check;
  };
}
