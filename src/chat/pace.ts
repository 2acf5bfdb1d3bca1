import type { Clock } from '../connection/index.ts';

const windowMs = 100;
const mostInWindow = 20;

/**
 * Runs something at once as a rule, and in a burst only every 100 ms: each time, everything that shows messages works.
 */
export function createPace(clock: Clock, run: () => void) {
  let windowSince = 0;
  let count = 0;
  let stop: (() => void) | undefined;

  function now(): void {
    stop?.();
    stop = undefined;
    run();
  }

  return {
    now,
    soon(): void {
      const time = clock.now();
      if (time - windowSince > windowMs) {
        windowSince = time;
        count = 0;
      }
      if (++count <= mostInWindow) now();
      else stop ??= clock.after(windowMs, now);
    },
    stop(): void {
      stop?.();
      stop = undefined;
    },
  };
}
