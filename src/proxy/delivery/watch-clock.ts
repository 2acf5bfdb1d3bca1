import { type Clock, elapsedOf } from '../../clock.ts';
import { repeat, type Stop } from '../jobs/repeat.ts';
import type { Log } from '../log.ts';
import type { LeadStore } from '../store/create-store.ts';

export type ClockWatchDeps = { store: Pick<LeadStore, 'followClock'>; clock: Clock; log: Log; wake(): void };

const checkMs = 2_000;
/** Time servers correct less than this without a jump. */
const toleranceMs = 2_000;

/**
 * Notices when somebody sets the clock. After it was set back, what is due by the old time would wait for it, an hour for
 * example: the store then counts from the new time, and is asked again if it fails.
 */
export function watchClock({ store, clock, log, wake }: ClockWatchDeps): Stop {
  const proxy = crypto.randomUUID();
  const elapsed = elapsedOf(clock);
  const offset = () => clock.now() - elapsed();
  let known = offset();
  // At first nobody knows by how much: the clock may have been set back while no proxy was running.
  let unfollowed: { backMs?: number } | undefined = {};

  const follow = async ({ backMs }: { backMs?: number }) => {
    const followedMs = await store.followClock({ now: clock.now(), backMs, toleranceMs, proxy });
    unfollowed = undefined;
    if (backMs === undefined && followedMs > 0) log.warn('clock-jumped', { byMs: -followedMs });
    wake();
  };

  return repeat({ clock, log }, { everyMs: checkMs, failedEvent: 'clock-not-followed' }, async () => {
    const byMs = Math.round(offset() - known);
    known = offset();
    if (Math.abs(byMs) > toleranceMs) {
      log.warn('clock-jumped', { byMs });
      const backMs = (unfollowed?.backMs ?? 0) - byMs;
      if (backMs > toleranceMs) unfollowed = { backMs };
      else if (unfollowed?.backMs !== undefined) unfollowed = undefined;
    }
    if (unfollowed !== undefined) await follow(unfollowed);
  });
}
