import type { Clock } from '../../clock.ts';
import type { Log } from '../log.ts';
import type { DeliveryQueue, SweepRequest } from '../store/delivery-queue.ts';

export type SweeperDeps = {
  store: Pick<DeliveryQueue, 'sweep'>;
  clock: Clock;
  log: Log;
  retention: Omit<SweepRequest, 'now' | 'limit'>;
};

/** Leads of one transaction. An embedded store takes some 3 ms for them, and a lead that arrives meanwhile waits. */
const sliceSize = 100;
/** Between two transactions, for the requests that have arrived. */
const pauseMs = 5;

/** Creates a sweeper that divides its work into short transactions. */
export function createSweeper({ store, clock, log, retention }: SweeperDeps) {
  let isRunning = false;
  let isStopped = false;
  let endPause = () => {};

  const pause = () =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(pauseMs, resolve);
      endPause = () => {
        cancel();
        resolve();
      };
    });

  return {
    /** Scrubs and deletes the leads whose time is over. Does nothing while a sweep is running. */
    async sweep(): Promise<void> {
      if (isRunning) return;
      isRunning = true;
      const request = { ...retention, now: clock.now(), limit: sliceSize };
      const swept = { scrubbed: 0, deleted: 0 };
      try {
        while (!isStopped) {
          const { scrubbed, deleted, isComplete } = await store.sweep(request);
          swept.scrubbed += scrubbed;
          swept.deleted += deleted;
          if (isComplete) break;
          await pause();
        }
      } finally {
        isRunning = false;
        if (swept.scrubbed + swept.deleted > 0) log.info('leads-swept', swept);
      }
    },
    /** Ends a running sweep after its current transaction; the next sweep continues where it ended. */
    stop(): void {
      isStopped = true;
      endPause();
    },
  };
}
