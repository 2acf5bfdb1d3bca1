import type { Clock } from '../../clock.ts';
import type { CallLog } from '../store/call-log.ts';
import type { Checkpoint, CheckpointOutcome, DeliveryQueue } from '../store/delivery-queue.ts';
import { nextStep } from '../store/steps.ts';
import { isStoreError } from '../store/store-error.ts';
import type { Step, StoredLead } from '../store/stored-lead.ts';
import { type Attempt, attempt, expiredCall, intentOf, probePauseMs } from './attempt.ts';
import type { Breaker } from './breaker.ts';
import { isUnsafe } from './classify-error.ts';
import { recovered } from './recovery.ts';
import { afterEnrolledAlready, type Progress, withStep } from './step-outcome.ts';
import type { StepRequester } from './step-request.ts';

/** A point of a delivery, for who wants to watch it: `sending` is committed, nothing left yet; `answered` is not committed. */
export type TracePoint = { at: 'claimed' | 'sending' | 'answered' | 'settled'; lead: string; step?: Step['step'] };

export type RunContext = {
  store: Pick<DeliveryQueue, 'checkpoint'> & Pick<CallLog, 'findCall'>;
  request: StepRequester;
  /** Asks the service for something that changes nothing, and tells the breaker. */
  isBack(lead: StoredLead): Promise<boolean>;
  breaker: Breaker;
  clock: Clock;
  random(): number;
  owner: string;
  signal: AbortSignal;
  stopping(): boolean;
  retryUnknownEnrolments: boolean;
  enrolOnceMs: number;
  trace(point: TracePoint): void;
};

/** Between two tries to commit. */
const commitRetryMs = 1_000;

/**
 * Takes a claimed lead as far as it comes. Before every request `sending` is committed, and what became of it is
 * committed before the next one leaves, so that after a crash at any point it is known what may have happened.
 */
export async function deliverLead(lead: StoredLead, context: RunContext): Promise<void> {
  const { breaker, clock } = context;
  context.trace({ at: 'claimed', lead: lead.id });
  let progress: Progress = {
    steps: recovered(lead.steps, context.retryUnknownEnrolments, clock.now()),
    serviceLead: lead.serviceLead,
  };
  const commit = (more: Partial<Checkpoint> = {}) =>
    commitSurely(context, {
      lead: lead.id,
      owner: context.owner,
      now: clock.now(),
      steps: progress.steps,
      ...(progress.serviceLead === undefined ? {} : { serviceLead: progress.serviceLead }),
      ...more,
    });

  for (;;) {
    const step = nextStep(progress.steps);
    if (step === undefined) {
      await commit();
      context.trace({ at: 'settled', lead: lead.id });
      return;
    }
    const gate = breaker.status().state;
    if (context.stopping() || gate === 'open') {
      await commit({ release: { nextAt: clock.now() } });
      return;
    }
    // In an outage whose requests hang, every enrolment that probes for its end would become an unknown one.
    if (gate === 'half-open' && isUnsafe(step.step) && !(await context.isBack(lead))) {
      await commit({ release: { nextAt: clock.now() + probePauseMs } });
      return;
    }
    const call = step.step === 'call' && step.name !== undefined ? await context.store.findCall(step.name) : undefined;
    const index = progress.steps.indexOf(step);
    const tried: Attempt = { lead, step, index, progress, call, probing: gate === 'half-open' };
    if (step.step === 'call' && (call === undefined || clock.now() > call.expiresAt)) {
      const { change, more } = expiredCall(tried, clock.now());
      progress = { ...progress, steps: withStep(progress.steps, index, change) };
      await commit(more);
      continue;
    }
    progress = { ...progress, steps: withStep(progress.steps, index, sending(step, clock.now())) };
    if ((await commit(intentOf(tried, clock.now(), context.enrolOnceMs))) === 'enrolled') {
      progress = afterEnrolledAlready(lead, progress, index, clock.now());
      continue;
    }
    context.trace({ at: 'sending', lead: lead.id, step: step.step });
    const settled = await attempt({ ...tried, progress }, context);
    context.trace({ at: 'answered', lead: lead.id, step: step.step });
    progress = settled.progress;
    if (settled.nextAt !== undefined) {
      await commit({ ...settled.more, release: { nextAt: settled.nextAt } });
      return;
    }
    // Otherwise the commit before the next request, or the last one, carries it.
    if (settled.more !== undefined) await commit(settled.more);
  }
}

function sending(step: Step, now: number): Partial<Step> {
  return { state: 'sending', attempts: step.attempts + 1, startedAt: now, retryAt: undefined, answer: undefined };
}

/** What the service has done must not be forgotten because the disk is full for a minute. */
async function commitSurely({ store, clock, stopping }: RunContext, point: Checkpoint): Promise<CheckpointOutcome> {
  for (;;) {
    try {
      return await store.checkpoint(point);
    } catch (error) {
      if (!isStoreError(error) || error.code !== 'unavailable' || stopping()) throw error;
    }
    await new Promise<void>((resolve) => clock.after(commitRetryMs, resolve));
  }
}
