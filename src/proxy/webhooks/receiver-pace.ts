import { type Clock, elapsedOf } from '../../clock.ts';
import { maxRetryAfterMs } from '../jobs/retry-delay.ts';

export type PacedRequest = {
  /** The receiver has taken the webhook. */
  taken(): void;
  /** The receiver asks to wait, as long as its Retry-After says. Returns how long the webhook waits. */
  askedToWait(retryAfterMs: number | undefined): number;
};

const firstIntervalMs = 200;
const maxIntervalMs = 60_000;
/** Shorter ones limit nobody. */
const minIntervalMs = 100;
/** A receiver that takes one a second is found after four requests to wait. */
const growth = 1.5;
/** A few per cent of the requests find out whether the receiver takes more by now. */
const decline = 0.97;
/** For a receiver that does not say how long. */
const defaultWaitMs = 1_000;

export type ReceiverPace = ReturnType<typeof createReceiverPace>;

/**
 * Learns how fast a receiver takes webhooks from its requests to wait:
 *
 *   unlimited ── asked to wait ──▶ paused ── its time is over ──▶ limited: one at a time, with an interval
 *       ▲                             ▲                              │   │
 *       │                             └────── asked to wait ─────────┘   │   the interval grows with each request to wait
 *       └────────────────── has taken many ──────────────────────────────┘   and shrinks with each webhook that is taken
 */
export function createReceiverPace(clock: Clock) {
  const elapsed = elapsedOf(clock);
  let intervalMs = 0;
  let nextAt = Number.NEGATIVE_INFINITY;
  let slowedAt = Number.NEGATIVE_INFINITY;

  return {
    /** How long to wait before the next request; 0 if it may begin now. */
    waitMs: (): number => Math.ceil(Math.max(0, nextAt - elapsed())),
    /** Whether requests go one at a time. */
    isLimited: (): boolean => intervalMs > 0,
    /** Counts a request that begins. What comes of it is reported to the result. */
    begin(): PacedRequest {
      const beganAt = elapsed();
      nextAt = Math.max(nextAt, beganAt + intervalMs);
      return {
        taken() {
          intervalMs = intervalMs * decline < minIntervalMs ? 0 : Math.floor(intervalMs * decline);
        },
        askedToWait(retryAfterMs) {
          // Requests that were in flight together say the same thing once.
          if (beganAt > slowedAt) {
            intervalMs = Math.min(maxIntervalMs, Math.max(firstIntervalMs, Math.ceil(intervalMs * growth)));
            slowedAt = elapsed();
          }
          const waitMs = Math.ceil(Math.min(retryAfterMs ?? Math.max(defaultWaitMs, intervalMs), maxRetryAfterMs));
          nextAt = Math.max(nextAt, elapsed() + Math.max(waitMs, intervalMs));
          return waitMs;
        },
      };
    },
  };
}
