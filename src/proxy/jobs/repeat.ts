import type { Clock } from '../../clock.ts';

/**
 * Runs a task now, and again `everyMs` after each end; the task deals with its own errors. For what a proxy looks after
 * by itself; what several proxies share out are jobs of a runner. Returns the function that stops it, and waits for the
 * task.
 */
export function repeat(clock: Clock, everyMs: number, task: () => Promise<void>): () => Promise<void> {
  let isStopped = false;
  let cancel = () => {};
  let running = Promise.resolve();
  const run = () => {
    running = task().then(() => {
      if (!isStopped) cancel = clock.after(everyMs, run);
    });
  };
  run();
  return async () => {
    isStopped = true;
    cancel();
    await running;
  };
}
