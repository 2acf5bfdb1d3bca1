import { type Clock, systemClock } from '../../clock.ts';
import { browserPageLifecycle, type PageLifecycle, promisesSuccess } from './page-lifecycle.ts';

export type Attempt<Result> = {
  load: () => Promise<Result>;
  /** Called before an attempt that follows a pause or news of the network, for a `load` that shares failures (`shareLoad`). */
  forgetFailure?: () => void;
  onLoaded(result: Result): void;
  /** Called after each failure. Another attempt follows. */
  onFailed(error: unknown): void;
};

export type Attempts = {
  /** Makes the next attempt now, unless one is under way. */
  hurry(): void;
  stop(): void;
};

const firstPauseMs = 2_000;
const maxPauseMs = 60_000;

/**
 * Loads until it succeeds: at once, after pauses that grow, and as soon as the page is online again or the visitor comes back to it. An
 * attempt that did not wait for the end of a pause makes the next one no longer: a visitor who writes often must not wait for it.
 */
export function keepTrying<Result>(
  { load, forgetFailure = () => {}, onLoaded, onFailed }: Attempt<Result>,
  clock: Clock = systemClock,
  pageLifecycle: PageLifecycle = browserPageLifecycle(),
): Attempts {
  let pauseMs = firstPauseMs;
  let isStopped = false;
  let isLoading = false;
  let cancelPause = () => {};

  function attempt(): void {
    if (isLoading || isStopped) return;
    isLoading = true;
    cancelPause();
    load().then(
      (result) => {
        if (isStopped) return;
        stop();
        onLoaded(result);
      },
      (error) => {
        isLoading = false;
        if (isStopped) return;
        cancelPause = clock.after(pauseMs, () => {
          pauseMs = Math.min(pauseMs * 2, maxPauseMs);
          attemptAnew();
        });
        onFailed(error);
      },
    );
  }

  function attemptAnew(): void {
    forgetFailure();
    attempt();
  }

  function stop(): void {
    isStopped = true;
    cancelPause();
    stopListening();
  }

  const stopListening = pageLifecycle.listen((event) => {
    if (promisesSuccess(event)) attemptAnew();
  });
  attempt();
  return { hurry: attempt, stop };
}
