/** Time, as a parameter: tests bring their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs once after that many milliseconds; returns the stop. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** UTC ISO 8601, as every time of the interface is written (2.1, 2.2). */
export function timestampOf(ms: number): string {
  return new Date(ms).toISOString();
}
