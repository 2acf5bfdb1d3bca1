import { isStoreError } from '../store-error.ts';

/**
 * Collects items while earlier batches are in flight, and processes them together. `work` resolves with their results, in
 * the order of the items. Without limits each item is processed alone.
 */
export function createBatcher<T, R>(
  work: (batch: readonly T[]) => Promise<R[]>,
  limits: { maxBatch: number; parallel: number } | undefined,
): (item: T) => Promise<R> {
  type Waiting = { item: T; resolve(result: R): void; reject(error: unknown): void };
  const waiting: Waiting[] = [];
  let running = 0;

  const processAll = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('a batch lost one of its items');
      results.forEach((result, index) => {
        batch[index]?.resolve(result);
      });
    } catch (error) {
      // One bad row aborts the transaction of all. Then each item gets its own transaction, and only the bad one fails.
      if (batch.length > 1 && isStoreError(error) && error.code === 'row-refused') {
        for (const item of batch) await processAll([item]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  };

  const next = async () => {
    while (limits !== undefined && waiting.length > 0 && running < limits.parallel) {
      const batch = waiting.splice(0, limits.maxBatch);
      running++;
      await processAll(batch);
      running--;
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      if (limits === undefined) return void processAll([{ item, resolve, reject }]);
      waiting.push({ item, resolve, reject });
      // After everything else that arrives in this turn of the event loop.
      if (waiting.length === 1) setImmediate(next);
    });
}
