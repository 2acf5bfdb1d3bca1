import { type Clock, elapsedOf } from '../../clock.ts';
import { repeat, type Stop } from '../jobs/repeat.ts';
import type { Log } from '../log.ts';
import type { LeadStore } from '../store/create-store.ts';
import type { SweepRequest } from '../store/queries/sweep.ts';
import { storeErrorCode } from '../store/store-error.ts';

export type Retention = {
  /** Delivered leads lose their personal data after this long. @default 604800000 */
  deliveredMs?: number;
  /** Leads that need an operator are deleted after this long. @default never */
  unresolvedMs?: number;
};

export type HousekeepingDeps = {
  store: Pick<LeadStore, 'sweep' | 'countUnresolved' | 'sweepFunnel' | 'sweepRatings' | 'followRetention'>;
  clock: Clock;
  log: Log;
  retention: Retention;
};

const hour = 3_600_000;
const day = 24 * hour;
/** Keys and IDs of delivered leads stay at least this long, to recognize a repeated request. */
const minDeleteAfterMs = 30 * day;
/** A year, and the month to compare with. */
const funnelMs = 400 * day;

/** When nothing is left of a delivered lead that loses its personal data after `deliveredMs`. */
export function deleteAfter(deliveredMs: number): number {
  return Math.max(deliveredMs, minDeleteAfterMs);
}

/** Deletes expired data. */
export function startHousekeeping(deps: HousekeepingDeps): Stop {
  const { store, clock, log, retention } = deps;
  const { deliveredMs = 7 * day, unresolvedMs } = retention;
  const followTime = followRetention(deps);
  const { sweep } = createSweeper({
    store,
    clock,
    log,
    retention: {
      scrubAfterMs: deliveredMs,
      deleteAfterMs: deleteAfter(deliveredMs),
      deleteUnresolvedAfterMs: unresolvedMs,
    },
  });

  const reportUnresolved = async () => {
    const { held, unknown, dead } = await store.countUnresolved();
    if (held + unknown + dead > 0) log.warn('leads-unresolved', { held, unknown, dead });
  };

  const failedEvent = 'housekeeping-failed';
  reportUnresolved().catch((error: unknown) => log.error(failedEvent, error));
  return repeat({ clock, log }, { everyMs: hour, failedEvent }, async (signal) => {
    const now = await followTime();
    const ended = await Promise.allSettled([
      sweep(now, signal),
      store.sweepFunnel(now - funnelMs),
      // Those of a lead go with its personal data. Those of an anonymous chat stay as long as what is left of a lead.
      store.sweepRatings(now - deleteAfter(deliveredMs)),
    ]);
    for (const task of ended) {
      if (task.status === 'rejected') log.error(failedEvent, task.reason, { code: storeErrorCode(task.reason) });
    }
  });
}

/** Asks for the time by which data expires, and says so in the log when the clock is ahead of it. */
function followRetention({ store, clock, log }: Pick<HousekeepingDeps, 'store' | 'clock' | 'log'>) {
  const elapsed = elapsedOf(clock);
  let lookedAt: number | undefined;
  let isWaiting = false;
  return async (): Promise<number> => {
    const passed = elapsed();
    const now = clock.now();
    const at = await store.followRetention({ now, passedMs: lookedAt === undefined ? undefined : passed - lookedAt });
    lookedAt = passed;
    if (at < now && !isWaiting) log.warn('retention-waits', { aheadMs: now - at });
    isWaiting = at < now;
    return at;
  };
}

export type SweeperDeps = {
  store: Pick<LeadStore, 'sweep'>;
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
  return {
    /** Scrubs and deletes the leads whose time is over at `now`. Once it is aborted, the next sweep continues where this one ended. */
    async sweep(now: number, signal?: AbortSignal): Promise<void> {
      const request = { ...retention, now, limit: sliceSize };
      const swept = { scrubbed: 0, deleted: 0 };
      try {
        while (signal?.aborted !== true) {
          const { scrubbed, deleted, isComplete } = await store.sweep(request);
          swept.scrubbed += scrubbed;
          swept.deleted += deleted;
          if (isComplete) break;
          await pause(clock, pauseMs, signal);
        }
      } finally {
        if (swept.scrubbed + swept.deleted > 0) log.info('leads-swept', swept);
      }
    },
  };
}

/** Ends early if it is aborted. */
async function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal?.addEventListener('abort', end);
  });
}
