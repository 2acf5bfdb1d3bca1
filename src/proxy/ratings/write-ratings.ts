import type { Clock } from '../../clock.ts';
import { repeat, type Stop } from '../jobs/repeat.ts';
import type { Log } from '../log.ts';
import type { LeadStore } from '../store/create-store.ts';

export type WriteRatingsDeps = { store: Pick<LeadStore, 'applyRatings'>; clock: Clock; log: Log };

/** Writes ratings to their leads, as soon as these are delivered. */
export function writeRatings({ store, clock, log }: WriteRatingsDeps): Stop {
  return repeat({ clock, log }, { everyMs: 2_000, failedEvent: 'ratings-not-written' }, async () => {
    await store.applyRatings(clock.now());
  });
}
