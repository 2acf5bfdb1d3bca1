/** Time, as a parameter: tests bring their own. */
export interface Clock {
  /** Milliseconds since the epoch. Wall time, so that a machine's sleep is seen as a jump. */
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
