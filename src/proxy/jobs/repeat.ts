import type { Clock } from '../../clock.ts';
import type { Log } from '../log.ts';
import { storeErrorCode } from '../store/store-error.ts';

/** Stops something that runs in the background. Resolves when nothing of it runs any more. */
export type Stop = () => Promise<void>;

export type RepeatOptions = {
  /** From the end of one run to the beginning of the next. */
  everyMs: number;
  /** The event that is logged when a run fails. The next one comes all the same. */
  failedEvent: string;
};

/**
 * Runs a task now, and again after each end, until it is stopped. A long task looks at the signal between its parts. For what a
 * proxy looks after by itself; what several proxies share out are jobs of a runner.
 */
export function repeat(
  { clock, log }: { clock: Clock; log: Log },
  { everyMs, failedEvent }: RepeatOptions,
  task: (signal: AbortSignal) => Promise<void>,
): Stop {
  const stopping = new AbortController();
  let cancel = () => {};
  let running = Promise.resolve();
  const attempt = async () => {
    try {
      await task(stopping.signal);
    } catch (error) {
      log.error(failedEvent, error, { code: storeErrorCode(error) });
    }
    if (!stopping.signal.aborted) cancel = clock.after(everyMs, run);
  };
  const run = () => {
    running = attempt();
  };
  run();
  return async () => {
    stopping.abort();
    cancel();
    await running;
  };
}
