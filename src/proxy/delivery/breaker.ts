export type BreakerStatus =
  | { state: 'closed' }
  /** `half-open`: one delivery may try whether the service is back. */
  | { state: 'open' | 'half-open'; reason: 'failing' | 'unauthorized'; since: number; probeAt: number };

export type Breaker = {
  status(): BreakerStatus;
  /** The service answered in a way that shows that it is there. */
  succeeded(): void;
  /** 5xx, a time-out, no connection. */
  failed(): void;
  /** 401 or 403: nothing will be taken until somebody puts the key right. */
  unauthorized(): void;
};

const consecutiveLimit = 5;
const windowSize = 20;
const windowLimit = 10;
const firstProbeMs = 30_000;
/** A wrong key is put right by people, so probes come less and less often. */
const longestProbeMs = 300_000;

/** Stops all delivery while the service fails, so that an outage costs no lead its attempts. */
export function createBreaker(now: () => number): Breaker {
  let recent: boolean[] = [];
  let open: { reason: 'failing' | 'unauthorized'; since: number; probeAt: number; waitMs: number } | undefined;

  const trip = (reason: 'failing' | 'unauthorized') => {
    const again = open !== undefined && now() >= open.probeAt;
    // What was under way when it opened tells nothing new.
    if (open !== undefined && !again && open.reason === reason) return;
    const before = open?.reason === reason ? open : undefined;
    const longer = before === undefined ? firstProbeMs : Math.min(before.waitMs * 2, longestProbeMs);
    const waitMs = reason === 'unauthorized' ? longer : firstProbeMs;
    open = { reason, since: before?.since ?? now(), probeAt: now() + waitMs, waitMs };
    recent = [];
  };

  return {
    status() {
      if (open === undefined) return { state: 'closed' };
      const { reason, since, probeAt } = open;
      return { state: now() >= probeAt ? 'half-open' : 'open', reason, since, probeAt };
    },
    succeeded() {
      // An answer to a request from before it opened does not close it: only a probe does.
      if (open !== undefined && now() < open.probeAt) return;
      open = undefined;
      recent = [...recent, true].slice(-windowSize);
    },
    failed() {
      recent = [...recent, false].slice(-windowSize);
      const failures = recent.filter((one) => !one).length;
      const consecutive = recent.length - 1 - recent.lastIndexOf(true);
      const full = recent.length === windowSize && failures >= windowLimit;
      if (open !== undefined || consecutive >= consecutiveLimit || full) trip('failing');
    },
    unauthorized() {
      trip('unauthorized');
    },
  };
}
