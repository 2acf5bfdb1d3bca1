import type { Disconnect } from '../connection/connection.ts';
import type { Session } from './conversation.ts';

/**
 * What to do after a socket is lost: `reconnect` (the connection does that by itself), start a `new-session` for the same
 * visitor, continue as `anonymous`, or `give-up`.
 */
export type Remedy = 'reconnect' | 'new-session' | 'anonymous' | 'give-up';

/**
 * Failed attempts to resume a session. A service may refuse a session by failing the handshake, which looks like an outage.
 * So after three failures an anonymous connection is tried, the probe. If it opens, the service is up, and the probe is
 * closed. If the next handshake with the session still fails, the session is refused. One that is aborted here or times out
 * shows nothing, and the network may have changed with it, so the comparison begins again.
 */
export type Recovery = {
  readonly failureCount: number;
  /** The next attempt is the probe. */
  readonly isProbing: boolean;
  readonly isServiceUp: boolean;
  /** When a refused session was last replaced. */
  readonly replacedAt: number | null;
};

/** After this many failed handshakes of a resumed conversation, an anonymous one is tried for comparison. */
const failuresBeforeProbe = 3;
/** A new session that is refused within this time is not replaced again. */
const replaceGapMs = 60_000;

export const noFailures: Recovery = { failureCount: 0, isProbing: false, isServiceUp: false, replacedAt: null };

export function forgetFailures({ replacedAt }: Recovery): Recovery {
  return { ...noFailures, replacedAt };
}

/** A socket is open. */
export function afterOpening(recovery: Recovery): Recovery {
  return { ...forgetFailures(recovery), isServiceUp: recovery.isProbing };
}

/** A socket is lost, or a handshake has failed. */
export function afterDrop(
  recovery: Recovery,
  disconnect: Disconnect,
  { id, isEstablished }: Session,
  now: number,
): { recovery: Recovery; remedy: Remedy } {
  const counted = disconnect.isRefused || disconnect.wasOpen ? recovery : countFailure(recovery, isEstablished);
  const hasFailed = !disconnect.wasOpen && !disconnect.isAborted;
  const isRefused = disconnect.isRefused || (hasFailed && recovery.isServiceUp);
  if (!isRefused) return { recovery: counted, remedy: 'reconnect' };
  const reset = forgetFailures(recovery);
  if (id === null) return { recovery: reset, remedy: 'give-up' };
  if (!isEstablished) return { recovery: reset, remedy: 'anonymous' };
  const { replacedAt } = recovery;
  if (replacedAt !== null && now - replacedAt < replaceGapMs) return { recovery: reset, remedy: 'give-up' };
  return { recovery: { ...reset, replacedAt: now }, remedy: 'new-session' };
}

function countFailure(recovery: Recovery, isResuming: boolean): Recovery {
  const { isProbing, replacedAt } = recovery;
  const failureCount = isProbing ? 0 : recovery.failureCount + 1;
  const isNextProbe = !isProbing && isResuming && failureCount >= failuresBeforeProbe;
  return { failureCount, isProbing: isNextProbe, isServiceUp: false, replacedAt };
}
