/** Collects items while earlier batches are in flight, and processes them together. */
export function createBatcher<T, R>(
  work: (batch: readonly T[]) => Promise<PromiseSettledResult<R>[]>,
  { maxBatch, parallel }: { maxBatch: number; parallel: number },
): (item: T) => Promise<R> {
  type Waiting = { item: T; resolve(result: R): void; reject(error: unknown): void };
  let waiting: Waiting[] = [];
  let running = 0;

  const flush = async () => {
    const batch = waiting.slice(0, maxBatch);
    waiting = waiting.slice(maxBatch);
    running++;
    try {
      const results = await work(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result?.status === 'fulfilled') resolve(result.value);
        else reject(result?.reason ?? new Error('a batch lost one of its items'));
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running--;
      next();
    }
  };

  const next = () => {
    if (waiting.length > 0 && running < parallel) void flush();
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // After everything else that arrives in this turn of the event loop.
      if (waiting.length === 1) setImmediate(next);
    });
}
