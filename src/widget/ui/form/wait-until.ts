import { effect } from '@preact/signals';
import { systemClock } from '../../../clock.ts';
import { pageDocument } from '../../../page-globals.ts';

/**
 * Resolves when `isDone` returns true, after the time-out, or when the page is hidden, because the browser may end it then.
 * Runs `isDone` again when a signal changes that it has read.
 */
export async function waitUntil(isDone: () => boolean, timeoutMs: number): Promise<void> {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const finishIfHidden = () => {
    if (pageDocument.visibilityState === 'hidden') finish();
  };
  const cancelTimeout = systemClock.after(timeoutMs, finish);
  const stopWatching = effect(() => {
    if (isDone()) finish();
  });
  pageDocument.addEventListener('visibilitychange', finishIfHidden);
  await finished;
  cancelTimeout();
  stopWatching();
  pageDocument.removeEventListener('visibilitychange', finishIfHidden);
}
