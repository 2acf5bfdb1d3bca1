import type { Clock } from '../../clock.ts';
import type { StoredCall } from '../domain/call.ts';
import type { Stop } from '../jobs/repeat.ts';
import { createRunner, type JobHandler } from '../jobs/runner.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { LeadStore } from '../store/create-store.ts';
import type { PlannedCallDecision } from '../store/queries/call-log.ts';
import { storeErrorCode } from '../store/store-error.ts';
import type { CallPlanner } from './plan-call.ts';

export type PlannedCallsDeps = {
  store: Pick<LeadStore, 'dueCalls' | 'startCall' | 'find'>;
  planCall: CallPlanner;
  metrics: Pick<Metrics, 'callExpired'>;
  clock: Clock;
  log: Log;
};

/** How often to look for newly planned calls, of this proxy or another one. */
const pollMs = 10_000;
/** A call is handed over in one transaction, which needs no lease: the next process takes those that are left. */
const options = { leaseMs: pollMs, pollMs, stopGraceMs: pollMs };

/**
 * Hands each planned call to delivery when it is due, after another check of configuration, hours and caps. Any number
 * of proxies may do this: the store lets only one of them start a call.
 */
export function startPlannedCalls({ store, planCall, metrics, clock, log }: PlannedCallsDeps): Stop {
  const decide = async (call: StoredCall): Promise<PlannedCallDecision> => {
    const lead = await store.find(call.lead);
    const planning = lead && planCall({ ...lead, address: undefined, anyHour: call.anyHour !== undefined });
    if (planning?.ok === true) return planning.plan;
    return { refused: planning?.reason ?? 'not-offered', requestedAt: clock.now() };
  };

  const handler: JobHandler<StoredCall> = {
    async claim({ now, limit }) {
      const { calls, ...due } = await store.dueCalls(now, limit);
      return { jobs: calls, ...due };
    },
    // One after the other: they count against the same caps.
    capacity: () => ({ max: 1 }),
    async run(call) {
      const decided = await store.startCall(call.id, await decide(call));
      const facts = { lead: call.lead, call: call.id };
      switch (decided?.state) {
        case undefined:
          // Cancelled, moved, or started by another proxy.
          return;
        case 'waiting':
          log.info('call-due', facts);
          return;
        case 'expired':
          log.warn('call-expired', facts);
          metrics.callExpired();
          return;
        case 'refused':
          log.warn('call-refused', { ...facts, reason: decided.reason });
          return;
        default:
          decided satisfies never;
      }
    },
    onInterrupted: (call, error) => fail(error, { lead: call.lead, call: call.id }),
    onClaimFailed: (error) => fail(error),
  };

  const fail = (error: unknown, facts = {}) =>
    log.error('planned-calls-failed', error, { ...facts, code: storeErrorCode(error) });

  const runner = createRunner(handler, options, { clock });
  runner.start();
  return runner.stop;
}
