import type { Clock } from '../../clock.ts';
import { type CallStatusDeps, readCallStatus } from '../delivery/call-status.ts';
import type { Log } from '../log.ts';
import { isStoreError, type LeadAdmin } from '../store/index.ts';

export type WatchCallsDeps = Pick<CallStatusDeps, 'client'> & {
  store: CallStatusDeps['store'] & Pick<LeadAdmin, 'listCalls'>;
  clock: Clock;
  log: Log;
};

const intervalMs = 30_000;
/** A call of which the service reports no end for so long is not watched any more. */
const maxCallMs = 6 * 3_600_000;

/**
 * Asks the service how calls go on until they end. Without webhooks, only a visitor who watches a call asks; then nobody
 * would learn of its end. Returns the function that stops it.
 */
export function watchCalls({ store, client, clock, log }: WatchCallsDeps): () => Promise<void> {
  let isStopped = false;
  let cancelTimer = () => {};
  let running = run();

  async function run(): Promise<void> {
    try {
      for (const state of ['ringing', 'answered'] as const) {
        for (const { id, requestedAt } of await store.listCalls({ state, limit: 200 })) {
          if (isStopped) return;
          if (clock.now() - requestedAt > maxCallMs) continue;
          await readCallStatus(id, { store, client, now: clock.now, minIntervalMs: intervalMs / 2 });
        }
      }
    } catch (error) {
      log.error('calls-not-watched', error, { code: isStoreError(error) ? error.code : 'fault' });
    }
    if (isStopped) return;
    cancelTimer = clock.after(intervalMs, () => {
      running = run();
    });
  }

  return async () => {
    isStopped = true;
    cancelTimer();
    await running;
  };
}
