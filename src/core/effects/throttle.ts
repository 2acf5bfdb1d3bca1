import type { Clock } from '../../clock.ts';

const burstEndMs = 100;
const maxAtOnce = 5;

/**
 * Runs at once, but in a burst only once per interval. A burst ends when nothing was scheduled for 100 ms, not counting the time
 * that the runs take. Otherwise each run on a slow machine would start a new burst. What a run schedules comes after it.
 */
export function createThrottle(clock: Clock, intervalMs: number, run: () => void) {
  let busyAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  let isRunning = false;
  let cancelRun: (() => void) | undefined;

  function execute(): void {
    cancelRun = undefined;
    isRunning = true;
    try {
      run();
    } finally {
      isRunning = false;
    }
    // After the work that this run causes, because its time does not count.
    queueMicrotask(noteTime);
  }

  function noteTime(): void {
    busyAt = clock.now();
  }

  return {
    schedule(): void {
      if (cancelRun !== undefined) return;
      if (!isRunning && clock.now() - busyAt > burstEndMs) count = 0;
      noteTime();
      if (!isRunning && ++count <= maxAtOnce) execute();
      else cancelRun = clock.after(intervalMs, execute);
    },
    /** Drops the scheduled run, and ends the burst. */
    cancel(): void {
      count = 0;
      cancelRun?.();
      cancelRun = undefined;
    },
  };
}
