import { type Clock, systemClock } from '../../clock.ts';

export type Attempts<Result> = {
  load: () => Promise<Result>;
  onLoaded(result: Result): void;
  /** Called after each failure. Another attempt follows. */
  onFailed(error: unknown): void;
};

const firstPauseMs = 2_000;
const longestPauseMs = 60_000;

/**
 * Loads until it succeeds: at once, after pauses that grow, and as soon as the browser is online again. Returns a function that
 * stops it.
 */
export function keepTrying<Result>(attempts: Attempts<Result>, clock: Clock = systemClock): () => void {
  let pauseMs = firstPauseMs;
  let isStopped = false;
  let isLoading = false;
  let cancelPause = () => {};

  function attempt(): void {
    if (isLoading) return;
    isLoading = true;
    cancelPause();
    attempts.load().then(
      (result) => {
        if (isStopped) return;
        stop();
        attempts.onLoaded(result);
      },
      (error) => {
        isLoading = false;
        if (isStopped) return;
        cancelPause = clock.after(pauseMs, attempt);
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
        attempts.onFailed(error);
      },
    );
  }

  function stop(): void {
    isStopped = true;
    cancelPause();
    removeEventListener('online', attempt);
  }

  addEventListener('online', attempt);
  attempt();
  return stop;
}
