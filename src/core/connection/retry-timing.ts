/** A connection that lasted this long and received something counts as stable: the back-off starts again. */
const stableMs = 10_000;
/** Several shorter connections in a row mean that the service accepts every socket and closes it at once. */
const shortOpeningMs = 5_000;
const maxShortOpenings = 5;

/** The first attempts of all idle connections are spread over this time. */
const herdSpreadMs = 15_000;
const idleDelayMs = 10_000;
const maxUrgentDelayMs = 4_000;

/** The least time between attempts that do not wait for the back-off. */
const wakeGapMs = 2_000;
const wakeGapInRejectLoopMs = 10_000;
const wakeGapOfflineMs = 10_000;

/** Browsers report wrongly behind some VPNs and virtual networks that they are offline, so it is tried all the same. */
const offlineDelayMs = 30_000;

const shortHandshakeTimeoutMs = 4_000;
const longHandshakeTimeoutMs = 10_000;
/** Without a measured handshake, one of this many attempts gets the long time-out. */
const attemptsPerLongTimeout = 4;
/** A measured handshake time is used for this long: afterwards the network may have become slower. */
const measureLifetimeMs = 120_000;

/**
 * Decides when to try again, and how long to wait for a handshake. Each delay is random.
 *
 * When a service restarts, the sockets of all visitors drop in the same second, and few visitors are looking at the chat. So
 * idle connections retry within 15 s, and after a failure 10 to 25 s later: no second gets more than 15 % of them, and all
 * are connected 25 s after the service is up. The delays of urgent connections start at 1 s and double up to 4 s.
 */
export function createRetryTiming(random: () => number, now: () => number) {
  let failureCount = 0;
  let shortOpeningCount = 0;
  let lastHandshakeMs: number | undefined;
  let failedHandshakeCount = 0;
  let droppedAt = 0;
  let lastAttemptAt = Number.NEGATIVE_INFINITY;

  /** The service closes every socket at once, so frequent attempts would only add load. */
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
    /** The next time by the back-off. After a failed handshake, the delay counts from the start of that handshake. */
    nextAttemptAt(wasOpen: boolean, isUrgent: boolean): number {
      return (wasOpen ? now() : lastAttemptAt) + nextDelayMs(isUrgent);
    },
    /** The next time after an event that makes success likely. */
    wakeAt(isOnline: boolean): number {
      if (!isOnline) return lastAttemptAt + wakeGapOfflineMs;
      return lastAttemptAt + (isInRejectLoop() ? wakeGapInRejectLoopMs : wakeGapMs);
    },
    /** The next time while the browser reports that it is offline. */
    offlineAttemptAt(): number {
      return now() + offlineDelayMs * (1 + random() / 2);
    },
    /**
     * Four times as long as the last handshake took. An attempt that starts during an outage never succeeds, so the next one
     * has to follow soon: the chat is back within 5 s after the network.
     */
    handshakeTimeoutMs(): number {
      if (lastHandshakeMs !== undefined) {
        return Math.min(longHandshakeTimeoutMs, Math.max(shortHandshakeTimeoutMs, 4 * lastHandshakeMs));
      }
      return failedHandshakeCount % attemptsPerLongTimeout === 0 ? longHandshakeTimeoutMs : shortHandshakeTimeoutMs;
    },
  };
}
