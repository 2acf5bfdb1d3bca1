import type { Clock } from '../clock.ts';

export type LiveRefreshDeps = {
  clock: Clock;
  refresh: () => Promise<void>;
  /** Whether nothing is pending any more. */
  isSettled: () => boolean;
};

const intervalMs = 1_000;
const maxMs = 30_000;

/**
 * After an action, refreshes every second until everything is settled, but at most for half a minute, so that the operator
 * sees the effect.
 */
export function createLiveRefresh({ clock, refresh, isSettled }: LiveRefreshDeps): { start(): void; stop(): void } {
  let cancel = () => {};
  const schedule = (until: number) => {
    cancel();
    if (isSettled() || clock.now() >= until) return;
    let isCancelled = false;
    const stopTimer = clock.after(intervalMs, async () => {
      await refresh();
      if (!isCancelled) schedule(until);
    });
    cancel = () => {
      isCancelled = true;
      stopTimer();
    };
  };
  return { start: () => schedule(clock.now() + maxMs), stop: () => cancel() };
}
