/** A connection that held this long, and said something, was a good one. */
const stableMs = 10_000;
/** Openings shorter than this in a row are a service that accepts and hangs up. */
const shortMs = 5_000;
const shortOpeningsInARow = 5;

/** The first attempts of idle connections are spread over this. */
const herdMs = 15_000;
const laterMs = 10_000;

/**
 * Delays between attempts, each drawn anew.
 *
 * When a service restarts, every visitor's socket drops in the same second, and hardly any of them is being looked at.
 * So the idle ones come back over 15 s, and when that fails 10 to 25 s later: no second gets more than 15 % of them, and
 * all are back 25 s after the service. The few that somebody waits for begin at 1 s, and double up to 4 s.
 */
export function createBackoff(random: () => number) {
  let failures = 0;
  let shortOpenings = 0;
  return {
    /** A socket was lost that had been open for so long. */
    dropped(openMs: number, sawFrame: boolean): void {
      if (openMs >= stableMs && sawFrame) failures = 0;
      shortOpenings = openMs < shortMs ? shortOpenings + 1 : 0;
    },
    /** A service that hangs up on everybody is not helped by hurry. */
    inRejectLoop(): boolean {
      return shortOpenings >= shortOpeningsInARow;
    },
    next(hurry: boolean): number {
      const attempt = failures++;
      if (shortOpenings >= shortOpeningsInARow) return 30_000 + random() * 30_000;
      if (hurry) return random() * Math.min(4_000, 1_000 * 2 ** attempt);
      return (attempt === 0 ? 0 : laterMs) + random() * herdMs;
    },
  };
}
