import type { Clock } from '../../clock.ts';
import type { Log } from '../log.ts';
import {
  type CallLog,
  isStoreError,
  type LeadIntake,
  type PlannedCallDecision,
  type StoredCall,
} from '../store/index.ts';
import type { CallPlanner } from './plan-call.ts';

export type PlannedCallsDeps = {
  store: Pick<CallLog, 'dueCalls' | 'startCall'> & Pick<LeadIntake, 'find'>;
  planCall: CallPlanner;
  clock: Clock;
  log: Log;
  /** Called after a call was handed to delivery. */
  onStarted(): void;
};

/** How often to look for newly planned calls, of this proxy or another one. */
const pollMs = 10_000;
const batchSize = 50;

/**
 * Hands each planned call to delivery when it is due, after another check of configuration, hours and caps. Any number
 * of proxies may do this: the store lets only one of them start a call. Returns the function that stops it.
 */
export function startPlannedCalls({ store, planCall, clock, log, onStarted }: PlannedCallsDeps): () => Promise<void> {
  let isStopped = false;
  let cancelTimer = () => {};
  let running = run();

  async function run(): Promise<void> {
    let nextAt = clock.now() + pollMs;
    try {
      nextAt = Math.min(nextAt, await startDueCalls());
    } catch (error) {
      log.error('planned-calls-failed', error, { code: isStoreError(error) ? error.code : 'fault' });
    }
    if (isStopped) return;
    cancelTimer = clock.after(Math.max(0, nextAt - clock.now()), () => {
      running = run();
    });
  }

  /** Resolves with the time of the next call. */
  async function startDueCalls(): Promise<number> {
    for (;;) {
      const { calls, nextAt = Number.POSITIVE_INFINITY } = await store.dueCalls(clock.now(), batchSize);
      for (const call of calls) {
        if (isStopped) return nextAt;
        await start(call);
      }
      if (calls.length < batchSize) return nextAt;
    }
  }

  async function start(call: StoredCall): Promise<void> {
    const decided = await store.startCall(call.id, await decide(call));
    const facts = { lead: call.lead, call: call.id };
    switch (decided?.state) {
      case undefined:
        // Cancelled, or started by another proxy.
        return;
      case 'waiting':
        log.info('call-due', facts);
        onStarted();
        return;
      case 'expired':
        log.warn('call-expired', facts);
        return;
      case 'refused':
        log.warn('call-refused', { ...facts, reason: decided.reason });
        return;
      default:
        decided satisfies never;
    }
  }

  async function decide(call: StoredCall): Promise<PlannedCallDecision> {
    const lead = await store.find(call.lead);
    const planning = lead && planCall({ ...lead, address: undefined });
    if (planning?.ok === true) return planning.plan;
    return { refused: planning?.reason ?? 'not-offered', requestedAt: clock.now() };
  }

  return async () => {
    isStopped = true;
    cancelTimer();
    await running;
  };
}
