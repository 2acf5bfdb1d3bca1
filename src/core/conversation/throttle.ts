import type { Clock } from '../../clock.ts';

const intervalMs = 100;
const maxBurst = 5;

export type Throttle = {
  /** Runs now; a run that was scheduled is not needed any more. */
  now(): void;
  schedule(): void;
  cancel(): void;
};

/**
 * Runs something at once as a rule, and in a burst every 100 ms: each run makes everything that shows messages work.
 * A burst lasts until nothing was scheduled for 100 ms, apart from the time that the work itself took. On a slow machine
 * each frame would otherwise start a new burst, and a long history would be drawn once for every message in it.
 */
export function createThrottle(clock: Clock, run: () => void): Throttle {
  let busyAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  let cancelRun: (() => void) | undefined;

  function cancel(): void {
    cancelRun?.();
    cancelRun = undefined;
  }

  function now(): void {
    cancel();
    run();
  }

  function noteTime(): void {
    busyAt = clock.now();
  }

  return {
    now,
    schedule(): void {
      if (clock.now() - busyAt > intervalMs) count = 0;
      noteTime();
      // After everything that this call leads to.
      queueMicrotask(noteTime);
      if (++count <= maxBurst) now();
      else cancelRun ??= clock.after(intervalMs, now);
    },
    cancel,
  };
}

/** A throttle that runs after the current task's changes: once for all of them. */
export function createDeferredThrottle(clock: Clock, run: () => void): Throttle {
  const throttle = createThrottle(clock, run);
  let isPending = false;
  return {
    now: throttle.now,
    schedule(): void {
      if (isPending) return;
      isPending = true;
      queueMicrotask(() => {
        if (isPending) throttle.schedule();
        isPending = false;
      });
    },
    cancel(): void {
      isPending = false;
      throttle.cancel();
    },
  };
}
