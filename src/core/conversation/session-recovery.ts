import type { Disconnect } from '../connection/connection.ts';

/**
 * What to do after a socket is lost: `reconnect` (the connection does that by itself), start a `new-session` for the same
 * visitor, continue as `anonymous`, or `give-up`.
 */
export type Recovery = 'reconnect' | 'new-session' | 'anonymous' | 'give-up';

/** After this many failed handshakes of a resumed conversation, an anonymous one is tried for comparison. */
const failuresBeforeProbe = 3;
/** A new session that is refused within this time is not replaced again. */
const replaceGapMs = 60_000;

/**
 * Finds out whether the service refuses a session, and what to do then.
 *
 * A service may refuse a session by failing the handshake, which looks like an outage. So after three failures an anonymous
 * connection is tried, the probe. If it opens, the service is up, and the probe is closed. If the next handshake with the
 * session still fails, the session is refused.
 */
export function createSessionRecovery(now: () => number) {
  let failureCount = 0;
  let isProbing = false;
  let isServiceUp = false;
  let replacedAt = Number.NEGATIVE_INFINITY;

  function reset(): void {
    failureCount = 0;
    isProbing = false;
    isServiceUp = false;
  }

  /** Counts a failed handshake. Returns true if it means that the session is refused. */
  function hasBeenRefused(isResuming: boolean): boolean {
    const isRefused = isServiceUp;
    isServiceUp = false;
    if (isProbing) failureCount = 0;
    else failureCount++;
    isProbing = !isProbing && !isRefused && isResuming && failureCount >= failuresBeforeProbe;
    return isRefused;
  }

  return {
    /** The next attempt is the probe. */
    get isProbing() {
      return isProbing;
    },
    /** A socket is open. Returns true if it was the probe. */
    opened(): boolean {
      const wasProbe = isProbing;
      reset();
      isServiceUp = wasProbe;
      return wasProbe;
    },
    /** `session` and `isEstablished` are the conversation's. */
    dropped(disconnect: Disconnect, session: string | null, isEstablished: boolean): Recovery {
      const isRefused = disconnect.isRefused || (!disconnect.wasOpen && hasBeenRefused(isEstablished));
      if (!isRefused) return 'reconnect';
      reset();
      if (session === null) return 'give-up';
      if (!isEstablished) return 'anonymous';
      if (now() - replacedAt < replaceGapMs) return 'give-up';
      replacedAt = now();
      return 'new-session';
    },
    reset,
  };
}
