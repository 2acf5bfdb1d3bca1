import type { Clock } from '../../clock.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Log } from '../log.ts';
import type { Ratings } from '../store/ratings.ts';
import { storeErrorCode } from '../store/store-error.ts';

const intervalMs = 2_000;

/** Writes ratings to their leads, as soon as these are delivered. Returns the function that stops it. */
export function writeRatings({
  store,
  clock,
  log,
}: {
  store: Pick<Ratings, 'applyRatings'>;
  clock: Clock;
  log: Log;
}): () => Promise<void> {
  return repeat(clock, intervalMs, async () => {
    try {
      await store.applyRatings(clock.now());
    } catch (error) {
      log.error('ratings-not-written', error, { code: storeErrorCode(error) });
    }
  });
}
