import type { Clock } from '../../clock.ts';

const intervalMs = 100;
const maxBurst = 5;

export type Throttle = {
  /** Runs now instead of the scheduled run, and ends a burst. */
  runNow(): void;
  schedule(): void;
  cancel(): void;
};

/**
 * Runs at once, but in a burst only every 100 ms, because each run updates everything that shows messages. A burst ends when
 * nothing was scheduled for 100 ms, not counting the time that the runs take. Otherwise each frame on a slow machine would
 * start a new burst, and a long history would be rendered once per message.
 */
export function createThrottle(clock: Clock, run: () => void): Throttle {
  let busyAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  let cancelRun: (() => void) | undefined;

  function cancel(): void {
    cancelRun?.();
    cancelRun = undefined;
  }

  function execute(): void {
    cancel();
    run();
    // After the work that this run causes, because its time does not count.
    queueMicrotask(noteTime);
  }

  function noteTime(): void {
    busyAt = clock.now();
  }

  return {
    runNow(): void {
      count = 0;
      execute();
    },
    schedule(): void {
      if (clock.now() - busyAt > intervalMs) count = 0;
      noteTime();
      if (++count <= maxBurst) execute();
      else cancelRun ??= clock.after(intervalMs, execute);
    },
    cancel,
  };
}

/** A throttle that runs once for all changes of the current task, after them. */
export function createDeferredThrottle(clock: Clock, run: () => void): Omit<Throttle, 'runNow'> {
  const throttle = createThrottle(clock, run);
  let isPending = false;
  return {
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
