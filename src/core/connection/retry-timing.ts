/** A connection that lasted this long and received something was a good one. */
const stableMs = 10_000;
/** Several shorter openings in a row mean that the service accepts everybody and hangs up. */
const shortOpeningMs = 5_000;
const maxShortOpenings = 5;

/** The first attempts of idle connections are spread over this time. */
const herdSpreadMs = 15_000;
const idleDelayMs = 10_000;
const maxUrgentDelayMs = 4_000;

/** Attempts that do not wait for the back-off are at least this far apart. */
const wakeGapMs = 2_000;
const wakeGapInRejectLoopMs = 10_000;

const shortHandshakeTimeoutMs = 4_000;
const longHandshakeTimeoutMs = 10_000;
/** Without a measured handshake, the first of so many attempts gets the long time-out. */
const attemptsPerLongOne = 4;
/** After this long without a connection, the network may have become slower than it was. */
const measureLifetimeMs = 120_000;

export type RetryTiming = ReturnType<typeof createRetryTiming>;

/**
 * When to try again, and how long to wait for a handshake. Each delay is drawn anew.
 *
 * When a service restarts, every visitor's socket drops in the same second, and hardly anybody is looking. So idle
 * connections come back over 15 s, and when that fails 10 to 25 s later: no second gets more than 15 % of them, and all
 * are back 25 s after the service. Urgent ones begin at 1 s and double up to 4 s.
 */
export function createRetryTiming(random: () => number, now: () => number) {
  let failureCount = 0;
  let shortOpeningCount = 0;
  let lastHandshakeMs: number | undefined;
  let failedHandshakeCount = 0;
  let droppedAt = 0;
  let lastAttemptAt = Number.NEGATIVE_INFINITY;

  /** The service hangs up on everybody: frequent attempts would not help it. */
  function isInRejectLoop(): boolean {
    return shortOpeningCount >= maxShortOpenings;
  }

  function nextDelayMs(isUrgent: boolean): number {
    const attempt = failureCount++;
    if (isInRejectLoop()) return 30_000 + random() * 30_000;
    if (isUrgent) return random() * Math.min(maxUrgentDelayMs, 1_000 * 2 ** attempt);
    return (attempt === 0 ? 0 : idleDelayMs) + random() * herdSpreadMs;
  }

  return {
    attemptStarted(): void {
      lastAttemptAt = now();
    },
    opened(handshakeMs: number): void {
      lastHandshakeMs = handshakeMs;
      failedHandshakeCount = 0;
    },
    handshakeFailed(): void {
      failedHandshakeCount++;
      if (now() - droppedAt > measureLifetimeMs) lastHandshakeMs = undefined;
    },
    dropped(openMs: number, hasReceived: boolean): void {
      droppedAt = now();
      if (openMs >= stableMs && hasReceived) failureCount = 0;
      shortOpeningCount = openMs < shortOpeningMs ? shortOpeningCount + 1 : 0;
    },
    /** When to try again by the back-off. After a failed handshake, the delay counts from its start. */
    nextAttemptAt(wasOpen: boolean, isUrgent: boolean): number {
      return (wasOpen ? now() : lastAttemptAt) + nextDelayMs(isUrgent);
    },
    /** When to try again if something happened that makes success likely. */
    wakeAt(): number {
      return lastAttemptAt + (isInRejectLoop() ? wakeGapInRejectLoopMs : wakeGapMs);
    },
    /**
     * Four times what the last handshake took. An attempt that began in an outage is lost, so the next one has to follow
     * soon: the chat is back within 5 s after the network.
     */
    handshakeTimeoutMs(): number {
      if (lastHandshakeMs !== undefined) {
        return Math.min(longHandshakeTimeoutMs, Math.max(shortHandshakeTimeoutMs, 4 * lastHandshakeMs));
      }
      return failedHandshakeCount % attemptsPerLongOne === 0 ? longHandshakeTimeoutMs : shortHandshakeTimeoutMs;
    },
  };
}
