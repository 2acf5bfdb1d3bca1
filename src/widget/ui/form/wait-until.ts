import { effect } from '@preact/signals';
import { systemClock } from '../../../clock.ts';

/**
 * Resolves when `isDone` returns true, after the time-out, or when the page is hidden, because the browser may end it then.
 * Runs `isDone` again when a signal changes that it has read.
 */
export async function waitUntil(isDone: () => boolean, timeoutMs: number): Promise<void> {
  let stop = () => {};
  await new Promise<void>((resolve) => {
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') resolve();
    };
    const cancelTimeout = systemClock.after(timeoutMs, resolve);
    const stopWatching = effect(() => {
      if (isDone()) resolve();
    });
    document.addEventListener('visibilitychange', onVisibility);
    stop = () => {
      cancelTimeout();
      stopWatching();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  });
  stop();
}
