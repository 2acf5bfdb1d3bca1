import type { LeadState } from '../../protocol/proxy/lead-state.ts';
import type { Step, StepKind, StoredLead } from '../domain/lead.ts';
import type { FunnelCounter } from '../funnel/funnel-counter.ts';
import { isoTime } from '../iso-time.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { OpenReason } from './breaker.ts';
import type { FailureCode, Verdict } from './classify-error.ts';

export type DeliveryReportDeps = {
  log: Log;
  metrics: Pick<Metrics, 'leadSettled' | 'stepFailed' | 'callExpired'>;
  funnel?: Pick<FunnelCounter, 'countLead'> | undefined;
  now(): number;
};

export type DeliveryReport = ReturnType<typeof createDeliveryReport>;

/** Tells log, metrics and funnel what happens in deliveries: IDs, states and error codes, never data of the lead. */
export function createDeliveryReport({ log, metrics, funnel, now }: DeliveryReportDeps) {
  return {
    breakerOpened: (reason: OpenReason, cause: string) => log.warn('breaker-opened', { reason, cause }),
    breakerClosed: (reason: OpenReason, openMs: number) => log.info('breaker-closed', { reason, openMs }),
    /** The request of a step failed. A lead on file is not a failure. */
    stepFailed: (step: StepKind, code: FailureCode) => metrics.stepFailed(step, code),
    stepRetried(lead: StoredLead, { step, attempts }: Step, { cause, reason }: Verdict, nextAt: number) {
      const facts = { ...factsOf(lead), step, attempt: attempts + 1, cause, reason, retryAt: isoTime(nextAt) };
      log.debug?.('step-retried', facts);
    },
    /** The service stored another phone than it was sent. */
    phoneChanged: (lead: StoredLead) => log.warn('phone-changed', factsOf(lead)),
    /** The rating of a delivered lead cannot be written. */
    ratingRefused: (lead: StoredLead, cause: string, reason: string | undefined) =>
      log.warn('rating-refused', { ...factsOf(lead), cause, reason }),
    /** Nobody may be called: the number is blocked, or the lead has the tag. */
    callRefused: (lead: StoredLead, call: string, reason: string) =>
      log.warn('call-refused', { ...factsOf(lead), call, reason }),
    /** The service did not say whether the lead may be called. */
    callWaits: (lead: StoredLead, call: string, cause: string) =>
      log.debug?.('call-waits', { ...factsOf(lead), call, cause }),
    /** A call could not be placed in time: nobody calls this visitor any more. */
    callExpired(lead: StoredLead, { name: call, answer: cause }: Pick<Step, 'name' | 'answer'>) {
      log.warn('call-expired', { ...factsOf(lead), call, cause });
      metrics.callExpired();
    },
    settled(lead: StoredLead, state: LeadState, steps: readonly Step[]) {
      const decisive = steps.find((step) => step.state === state) ?? steps.find((step) => step.state === 'expired');
      const { step, attempts: attempt, answer: cause, reason } = decisive ?? {};
      const facts = { ...factsOf(lead), step, attempt, cause, reason };
      if (state === 'delivered') log.info('lead-delivered', facts);
      else log.warn(`lead-${state}`, facts);
      metrics.leadSettled(state, (now() - lead.acceptedAt) / 1000);
      if (state === 'delivered') funnel?.countLead(lead, 'delivered', lead.acceptedAt);
    },
  };
}

function factsOf({ id, requestId }: StoredLead) {
  return { lead: id, requestId };
}
