import type { Clock } from '../../clock.ts';

const quietMs = 100;
const mostAtOnce = 5;

/**
 * Runs something at once as a rule, and in a burst only every 100 ms: each time, everything that shows messages works.
 * A burst lasts until nothing came for 100 ms, not counting the time that the work itself took: on a slow machine each
 * frame would else be the first one of its window, and a long history would be drawn once for every message in it.
 */
export function createThrottle(clock: Clock, run: () => void) {
  let busyAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  let stop: (() => void) | undefined;

  function now(): void {
    stop?.();
    stop = undefined;
    run();
  }

  function noteTime(): void {
    busyAt = clock.now();
  }

  return {
    now,
    soon(): void {
      if (clock.now() - busyAt > quietMs) count = 0;
      noteTime();
      // After all that follows from this call.
      queueMicrotask(noteTime);
      if (++count <= mostAtOnce) now();
      else stop ??= clock.after(quietMs, now);
    },
    stop(): void {
      stop?.();
      stop = undefined;
    },
  };
}
