import type { LeadState } from '../../protocol/index.ts';
import type { Log } from '../log.ts';
import type { Step, StoredLead } from '../store/stored-lead.ts';
import type { Attempt } from './attempt.ts';
import type { OpenReason } from './breaker.ts';
import type { Verdict } from './classify-error.ts';

export type DeliveryEvents = {
  onBreakerOpen(reason: OpenReason, cause: string): void;
  onBreakerClose(reason: OpenReason, openMs: number): void;
  onRetry(attempt: Attempt, verdict: Pick<Verdict, 'cause' | 'reason'>, nextAt: number): void;
  onPhoneChanged(lead: StoredLead): void;
  onSettled(lead: StoredLead, state: LeadState, steps: readonly Step[]): void;
};

/** Logs the events of deliveries: IDs, states and error codes, never data of the lead. */
export function createDeliveryEvents(log: Log): DeliveryEvents {
  return {
    onBreakerOpen: (reason, cause) => log.warn('breaker-opened', { reason, cause }),
    onBreakerClose: (reason, openMs) => log.info('breaker-closed', { reason, openMs }),
    onRetry({ lead, step }, { cause, reason }, nextAt) {
      const retryAt = new Date(nextAt).toISOString();
      log.debug?.('step-retried', {
        ...factsOf(lead),
        step: step.step,
        attempt: step.attempts + 1,
        cause,
        reason,
        retryAt,
      });
    },
    onPhoneChanged: (lead) => log.warn('phone-changed', factsOf(lead)),
    onSettled(lead, state, steps) {
      const decisive = steps.find((step) => step.state === state) ?? steps.find((step) => step.state === 'expired');
      const facts = {
        ...factsOf(lead),
        ...(decisive === undefined ? {} : { step: decisive.step, attempt: decisive.attempts, cause: decisive.answer }),
        ...(decisive?.reason === undefined ? {} : { reason: decisive.reason }),
      };
      if (state === 'delivered') log.info('lead-delivered', facts);
      else log.warn(`lead-${state}`, facts);
    },
  };
}

function factsOf({ id, requestId }: StoredLead) {
  return { lead: id, requestId };
}
