import type { Clock } from '../../clock.ts';
import { openCallStates } from '../domain/call.ts';
import { repeat, type Stop } from '../jobs/repeat.ts';
import type { Log } from '../log.ts';
import type { LeadStore } from '../store/create-store.ts';
import { type CallStatusDeps, readCallStatus } from './call-status.ts';

export type WatchCallsDeps = Pick<CallStatusDeps, 'client' | 'funnel' | 'answeredByValues'> & {
  store: CallStatusDeps['store'] & Pick<LeadStore, 'openCalls'>;
  clock: Clock;
  log: Log;
};

const intervalMs = 30_000;
/** Calls that are asked about in one go. */
const maxCalls = 200;
/** Some that are not answered do not delay all others. */
const maxAtOnce = 4;
/** What became of a call that has not ended by then is unknown. */
const maxCallMs = 6 * 3_600_000;

/**
 * Asks the service for the state of calls until they end, so that dashboard, metrics and `call.ended` say how, even if no
 * visitor watches the call.
 */
export function watchCalls({ clock, log, ...deps }: WatchCallsDeps): Stop {
  const { store } = deps;
  return repeat({ clock, log }, { everyMs: intervalMs, failedEvent: 'calls-not-watched' }, async (signal) => {
    const calls = (await store.openCalls(maxCalls)).values();
    const askInTurn = async () => {
      for (const { id, requestedAt, placing } of calls) {
        if (signal.aborted) return;
        const call = await readCallStatus(id, { ...deps, now: clock.now, minIntervalMs: intervalMs / 2, signal });
        const isOpen = call !== undefined && openCallStates.includes(call.state);
        // A replay places a call that may have been requested days ago.
        const placedAt = placing?.startedAt ?? requestedAt;
        if (isOpen && clock.now() - placedAt > maxCallMs) await store.noteCall(id, { state: 'unknown' });
      }
    };
    // All of them end before the round does, because the store may be closed then.
    for (const asked of await Promise.allSettled(Array.from({ length: maxAtOnce }, askInTurn))) {
      if (asked.status === 'rejected') throw asked.reason;
    }
  });
}
