import { type Clock, elapsedOf, systemClock } from './clock.ts';

export type SharedLoad<Result> = {
  /** Loads, unless a load is under way, has succeeded, or has failed just before: then its outcome is returned. */
  load(): Promise<Result>;
  /** The next call loads again, even right after a failure: the visitor has clicked "Try again", or a pause is over. */
  forgetFailure(): void;
};

const sharedFailureMs = 2_000;

/**
 * Shares the outcome of a load between all that ask for it. A blocked file must not become a flood of requests when a visitor sends or
 * opens many times, or when a page sets an option in a loop: each of them may begin to load anew.
 */
export function shareLoad<Result>(load: () => Promise<Result>, clock: Clock = systemClock): SharedLoad<Result> {
  const now = elapsedOf(clock);
  let last: Promise<Result> | undefined;
  /** When the next call loads again. */
  let endsAt = 0;

  function start(): Promise<Result> {
    last = load();
    endsAt = Number.POSITIVE_INFINITY;
    last.catch(() => {
      endsAt = now() + sharedFailureMs;
    });
    return last;
  }

  return {
    load: () => (last !== undefined && now() < endsAt ? last : start()),
    forgetFailure() {
      if (endsAt !== Number.POSITIVE_INFINITY) endsAt = 0;
    },
  };
}
