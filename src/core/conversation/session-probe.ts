/** How many handshakes of a resumed conversation fail before a new one is tried for comparison. */
const failuresBeforeProbe = 3;

/**
 * A service may refuse a session by failing the handshake, which looks like an outage. So after three failures an
 * anonymous connection is tried, and closed as soon as it is open: it proves that the service is up. When the next
 * handshake with the session fails all the same, it is the session that is refused.
 */
export function createSessionProbe() {
  let failures = 0;
  let isProbing = false;
  let serviceIsUp = false;
  return {
    /** The next attempt is to be anonymous, and only to be looked at. */
    get isProbing() {
      return isProbing;
    },
    /** A socket is open; true when it was the probe. */
    opened(): boolean {
      const wasProbe = isProbing;
      failures = 0;
      isProbing = false;
      serviceIsUp = wasProbe;
      return wasProbe;
    },
    /** A handshake failed; true when that means that the session is refused. */
    failed(isResuming: boolean): boolean {
      const isRefused = serviceIsUp;
      serviceIsUp = false;
      if (isProbing) failures = 0;
      else failures++;
      isProbing = !isProbing && !isRefused && isResuming && failures >= failuresBeforeProbe;
      return isRefused;
    },
    reset(): void {
      failures = 0;
      isProbing = false;
      serviceIsUp = false;
    },
  };
}
