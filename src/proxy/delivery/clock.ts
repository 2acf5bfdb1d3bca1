/** Time as a parameter. */
export interface Clock {
  now(): number;
  /** Runs `task` once after `delayMs`; the answer cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  after(delayMs, task) {
    // Longer delays than a timer can hold would fire at once.
    const timer = setTimeout(task, Math.min(delayMs, 2_147_483_647));
    return () => clearTimeout(timer);
  },
};
