/** Time as a parameter, so that tests can move it. */
export interface Clock {
  /**
   * Milliseconds since the epoch. Wall time: after the machine has slept, it jumps. That of a database does so within seconds
   * (`followDatabaseTime`).
   */
  now(): number;
  /** Milliseconds that pass, which nobody can set. On Linux without those in which the machine slept. @default `now` */
  elapsed?(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

/** Reads the time that nobody can set, as far as the clock has it. */
export function elapsedOf({ now, elapsed = now }: Pick<Clock, 'now' | 'elapsed'>): () => number {
  return elapsed;
}

/** A timer with a longer delay than this fires at once. */
const maxDelayMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  // Some libraries return a Date, to which nothing can be added.
  now: () => Number(Date.now()),
  elapsed: () => performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, Math.min(delayMs, maxDelayMs));
    return () => clearTimeout(timer);
  },
};

/** Resolves like the promise, or with `late` if it takes longer. */
export async function withTimeout<Value, Late>(
  promise: Promise<Value>,
  { clock, timeoutMs, late }: { clock: Clock; timeoutMs: number; late: Late },
): Promise<Value | Late> {
  let cancel = () => {};
  const timeout = new Promise<Late>((resolve) => {
    cancel = clock.after(timeoutMs, () => resolve(late));
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    cancel();
  }
}
