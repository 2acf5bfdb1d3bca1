const framesPerSecond = 50;
/** A resumed conversation may replay its whole history at once. */
const burst = 2000;

/** Lets through what a conversation can need, and no flood: 50 frames a second, and 2000 at once. */
export function createRateLimiter(now: () => number): () => boolean {
  let tokens = burst;
  let filledAt = now();
  return () => {
    const time = now();
    tokens = Math.min(burst, tokens + (Math.max(0, time - filledAt) / 1000) * framesPerSecond);
    filledAt = time;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}
