import type { Clock } from '../../clock.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Log } from '../log.ts';
import type { DeliveryQueue } from '../store/delivery-queue.ts';
import type { Funnel } from '../store/funnel.ts';
import type { LeadIntake } from '../store/lead-intake.ts';
import { createSweeper } from './sweeper.ts';

export type Retention = {
  /** Delivered leads lose their personal data after this long. @default 604800000 */
  deliveredMs?: number;
  /** Leads that need an operator are deleted after this long. @default never */
  unresolvedMs?: number;
};

export type HousekeepingDeps = {
  store: Pick<DeliveryQueue, 'sweep'> & Pick<LeadIntake, 'counts'> & Pick<Funnel, 'sweepFunnel'>;
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

/** Deletes expired data. Returns the stop function. */
export function startHousekeeping(deps: HousekeepingDeps): () => void {
  const { store, clock, log, retention } = deps;
  const { deliveredMs = 7 * day, unresolvedMs } = retention;
  const run = async (task: () => Promise<void>) => {
    try {
      await task();
    } catch (error) {
      log.error('housekeeping-failed', error);
    }
  };

  const sweeper = createSweeper({
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
    const { held, unknown, dead } = await store.counts();
    if (held + unknown + dead > 0) log.warn('leads-unresolved', { held, unknown, dead });
  };

  const sweepFunnel = () => store.sweepFunnel(clock.now() - funnelMs);

  void run(reportUnresolved);
  const stops = [sweeper.sweep, sweepFunnel].map((task) => repeat(clock, hour, () => run(task)));
  return () => {
    sweeper.stop();
    for (const stop of stops) void stop();
  };
}
