import { type Clock, elapsedOf } from '../../clock.ts';
import type { Log } from '../log.ts';
import type { DeliveryQueue } from '../store/delivery-queue.ts';
import { storeErrorCode } from '../store/store-error.ts';

export type ClockWatchDeps = { store: Pick<DeliveryQueue, 'followClock'>; clock: Clock; log: Log; wake(): void };

const checkMs = 2_000;
/** Time servers correct less than this without a jump. */
const toleranceMs = 2_000;

/**
 * Notices when somebody sets the clock. After it was set back, what is due by the old time would wait for it, an hour for
 * example: the store then counts from the new time. Returns the function that stops it.
 */
export function watchClock({ store, clock, log, wake }: ClockWatchDeps): () => void {
  const elapsed = elapsedOf(clock);
  const offset = () => clock.now() - elapsed();
  let known = offset();
  let cancel = () => {};

  const follow = async (backMs?: number) => {
    try {
      const followedMs = await store.followClock({ now: clock.now(), backMs, toleranceMs });
      if (backMs === undefined && followedMs > 0) log.warn('clock-jumped', { byMs: -followedMs });
      if (followedMs > 0) wake();
    } catch (error) {
      log.error('clock-not-followed', error, { code: storeErrorCode(error) });
    }
  };
  const check = () => {
    const byMs = Math.round(offset() - known);
    known = offset();
    if (Math.abs(byMs) > toleranceMs) log.warn('clock-jumped', { byMs });
    if (byMs < -toleranceMs) void follow(-byMs);
    cancel = clock.after(checkMs, check);
  };

  // It may have been set while no proxy was running.
  void follow();
  cancel = clock.after(checkMs, check);
  return () => cancel();
}
