/** A connection that held this long, and said something, was a good one. */
const stableMs = 10_000;
/** Openings shorter than this in a row are a service that accepts and hangs up. */
const shortMs = 5_000;
const shortOpeningsInARow = 5;

/**
 * Delays between attempts, with full jitter: each is drawn anew between 0 and a ceiling that doubles.
 *
 * When a service restarts, every visitor's socket drops in the same second, and hardly any of them is being looked at.
 * So the idle ones spread over 12 s from the first attempt on, and only those somebody waits for begin at 1 s.
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
      const ceiling = hurry
        ? Math.min(4_000, 1_000 * 2 ** attempt)
        : Math.min(30_000, 12_000 * 2 ** Math.max(0, attempt - 2));
      return random() * ceiling;
    },
    reset(): void {
      failures = 0;
      shortOpenings = 0;
    },
  };
}
