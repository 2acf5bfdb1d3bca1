import { effect } from '@preact/signals';
import { systemClock } from '../../../clock.ts';

/** Resolves when `isDone` returns true, or after the time-out. Runs `isDone` again when a signal changes that it has read. */
export async function waitUntil(isDone: () => boolean, timeoutMs: number): Promise<void> {
  let stop = () => {};
  await new Promise<void>((resolve) => {
    const cancelTimeout = systemClock.after(timeoutMs, resolve);
    const stopWatching = effect(() => {
      if (isDone()) resolve();
    });
    stop = () => {
      cancelTimeout();
      stopWatching();
    };
  });
  stop();
}
