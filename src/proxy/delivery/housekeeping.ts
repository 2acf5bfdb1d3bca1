import { type Clock, elapsedOf } from '../../clock.ts';
import { repeat, type Stop } from '../jobs/repeat.ts';
import type { Log } from '../log.ts';
import type { LeadStore } from '../store/create-store.ts';
import type { SweepRequest } from '../store/queries/sweep.ts';

export type Retention = {
  /** Delivered leads lose their personal data after this long. @default 604800000 */
  deliveredMs?: number;
  /** Leads that need an operator are deleted after this long. @default never */
  unresolvedMs?: number;
};

export type HousekeepingDeps = {
  store: Pick<LeadStore, 'sweep' | 'countUnresolved' | 'sweepFunnel' | 'sweepRatings'>;
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
  const now = retentionTime(clock, log);
  const sweeper = createSweeper({
    store,
    clock: { now, after: (delayMs, task) => clock.after(delayMs, task) },
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

  const sweepFunnel = () => store.sweepFunnel(now() - funnelMs);

  // Those of a lead go with its personal data. Those of an anonymous chat stay as long as what is left of a lead.
  const sweepRatings = () => store.sweepRatings(now() - deleteAfter(deliveredMs));

  const failedEvent = 'housekeeping-failed';
  reportUnresolved().catch((error: unknown) => log.error(failedEvent, error));
  const everyHour = { everyMs: hour, failedEvent };
  const stops = [sweeper.sweep, sweepFunnel, sweepRatings].map((task) => repeat({ clock, log }, everyHour, task));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/**
 * The time by which data expires. A clock that jumps ahead is followed a day later only: what a wrong one deletes does not come
 * back when it is put right. One that is set back is followed at once. (After a start, nobody knows which clock was wrong.)
 */
function retentionTime(clock: Clock, log: Log): () => number {
  const elapsed = elapsedOf(clock);
  let known = clock.now() - elapsed();
  let jumpedAt: number | undefined;
  return () => {
    const passed = elapsed();
    const aheadMs = Math.round(clock.now() - passed - known);
    if (aheadMs > hour && jumpedAt === undefined) {
      jumpedAt = passed;
      log.warn('retention-waits', { aheadMs });
    }
    if (aheadMs <= hour || passed - (jumpedAt ?? passed) >= day) {
      known += aheadMs;
      jumpedAt = undefined;
    }
    return Math.round(known + passed);
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
    /** Scrubs and deletes the leads whose time is over. Once it is aborted, the next sweep continues where this one ended. */
    async sweep(signal?: AbortSignal): Promise<void> {
      const request = { ...retention, now: clock.now(), limit: sliceSize };
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
