export type DeadlineOptions = {
  timeoutMs: number;
  /** The error of work that takes longer. */
  createError(): Error;
};

type Waiting = { endsAt: number; reject(error: Error): void };

/**
 * Limits how long work may take, with one timer for all of it: all of it has the same time, so what began first ends
 * first.
 */
export function createDeadlines({ timeoutMs, createError }: DeadlineOptions): <T>(work: Promise<T>) => Promise<T> {
  // In the order of their start.
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;

  const rejectLate = () => {
    timer = undefined;
    const now = performance.now();
    for (const entry of waiting) {
      if (entry.endsAt > now) {
        start(entry.endsAt - now);
        return;
      }
      waiting.delete(entry);
      entry.reject(createError());
    }
  };
  const start = (ms: number) => {
    timer = setTimeout(rejectLate, Math.ceil(ms));
    // The server's sockets keep the process alive.
    timer.unref();
  };

  return (work) =>
    new Promise((resolve, reject) => {
      const entry: Waiting = { endsAt: performance.now() + timeoutMs, reject };
      waiting.add(entry);
      if (timer === undefined) start(timeoutMs);
      work.then(
        (value) => {
          waiting.delete(entry);
          resolve(value);
        },
        (error: unknown) => {
          waiting.delete(entry);
          reject(error);
        },
      );
    });
}
