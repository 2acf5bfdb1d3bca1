import type { Clock } from '../../clock.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Log } from '../log.ts';
import type { CallLog } from '../store/queries/call-log.ts';
import { storeErrorCode } from '../store/store-error.ts';
import { type CallStatusDeps, readCallStatus } from './call-status.ts';

export type WatchCallsDeps = Pick<CallStatusDeps, 'client' | 'funnel' | 'answeredByValues'> & {
  store: CallStatusDeps['store'] & Pick<CallLog, 'openCalls'>;
  clock: Clock;
  log: Log;
};

const intervalMs = 30_000;
/** Calls that are asked about in one go. */
const maxCalls = 200;
/** What became of a call that has not ended by then is unknown. */
const maxCallMs = 6 * 3_600_000;

/**
 * Asks the service for the state of calls until they end, so that dashboard, metrics and `call.ended` say how, even if no
 * visitor watches the call. Returns the function that stops it.
 */
export function watchCalls({
  store,
  client,
  funnel,
  clock,
  log,
  answeredByValues,
}: WatchCallsDeps): () => Promise<void> {
  let isStopped = false;
  const stop = repeat(clock, intervalMs, async () => {
    try {
      for (const { id, requestedAt } of await store.openCalls(maxCalls)) {
        if (isStopped) return;
        const call = await readCallStatus(id, {
          store,
          client,
          funnel,
          now: clock.now,
          minIntervalMs: intervalMs / 2,
          answeredByValues,
        });
        const isOpen = call?.state === 'ringing' || call?.state === 'answered';
        if (isOpen && clock.now() - requestedAt > maxCallMs) await store.noteCall(id, { state: 'unknown' });
      }
    } catch (error) {
      log.error('calls-not-watched', error, { code: storeErrorCode(error) });
    }
  });
  return () => {
    isStopped = true;
    return stop();
  };
}
