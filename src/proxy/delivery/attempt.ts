import type { Clock } from '../../clock.ts';
import type { StoredCall } from '../domain/call.ts';
import type { Step, StoredLead } from '../domain/lead.ts';
import { isRatingStep, withoutRating } from '../domain/record-changes.ts';
import { retryDelay } from '../jobs/retry-delay.ts';
import type { Checkpoint } from '../store/queries/delivery-queue.ts';
import type { Breaker } from './breaker.ts';
import { isOnceOnly, sendForStep, type Verdict } from './classify-error.ts';
import type { DeliveryReport } from './delivery-report.ts';
import { afterConflict, afterLoss, afterSuccess, type Progress, withStep } from './step-outcome.ts';
import { hasOtherPhone, type StepRequester } from './step-request.ts';

/** One attempt at one step. */
type Attempt = {
  lead: StoredLead;
  step: Step;
  index: number;
  progress: Progress;
  /** For a `call` step: its row. */
  call: StoredCall | undefined;
  /** The attempt probes whether the service is back, so a failure does not count against the lead. */
  isProbe: boolean;
};

type AttemptOutcome = {
  progress: Progress;
  /** When the lead is due again. Absent: delivery continues at once. */
  nextAt?: number;
  /** What the steps do not say about the call, and changes of the enrolment barrier; committed together with the steps. */
  changes?: Partial<Checkpoint>;
};

export type AttemptDeps = {
  request: StepRequester;
  breaker: Breaker;
  clock: Clock;
  random(): number;
  signal: AbortSignal;
  retryUnknownEnrolments: boolean;
  report: DeliveryReport;
};

/** How long a lead whose probe failed waits before it may probe again. */
export const probePauseMs = 30_000;
/** At most two attempts, the second only if the first request was certainly not processed. */
const maxCallAttempts = 2;
const callRetryMs = 2_000;

/** A call whose time has passed is not placed any more. */
export function expiredCall(now: number): Partial<Step> {
  return { state: 'expired', endedAt: now, answer: 'too late to call' };
}

/** Sends the request of a step in state `sending`, and decides what follows. Never rejects. */
export async function attemptStep(attempt: Attempt, deps: AttemptDeps): Promise<AttemptOutcome> {
  const { lead, index, progress, call, step } = attempt;
  const about = { step: step.step, lead: lead.id, mustNotRepeat: isOnceOnly(step.step, deps.retryUnknownEnrolments) };
  const current = progress.steps[index] ?? step;
  const sent = await sendForStep(about, deps.breaker, () =>
    deps.request(
      { step: current, lead, serviceLead: progress.serviceLead, call, isAgain: wasTried(step) },
      deps.signal,
    ),
  );
  if (!sent.ok) {
    const { verdict } = sent;
    if (verdict.step.kind !== 'on-file') deps.report.stepFailed(step.step, verdict.code);
    return afterFailure(attempt, verdict, deps);
  }
  const { result } = sent;
  if (result.isPhoneChanged === true) deps.report.phoneChanged(lead);
  if (result.state === 'dead') return failed(attempt, { cause: result.summary }, deps);
  const after = afterSuccess(lead, progress, index, result, deps.clock.now());
  const { serviceCall } = result;
  return call === undefined || serviceCall === undefined
    ? { progress: after }
    : { progress: after, changes: { call: { id: call.id, serviceCall } } };
}

/** By an earlier attempt, whatever became of it. */
function wasTried({ answer }: Step): boolean {
  return answer !== undefined;
}

function afterFailure(attempt: Attempt, verdict: Verdict, deps: AttemptDeps): AttemptOutcome {
  const { lead, index, progress, call, step } = attempt;
  const now = deps.clock.now();
  const ended = (state: Step['state']): Progress =>
    withStep(progress, index, { state, endedAt: now, answer: verdict.cause, reason: verdict.reason });
  switch (verdict.step.kind) {
    case 'done':
      // The call was placed, but its ID is not known, so nothing more can be learned about it.
      return {
        progress: ended('done'),
        changes: call === undefined ? {} : { call: { id: call.id, state: 'unknown' } },
      };
    case 'unknown':
      return { progress: ended('unknown') };
    case 'dead':
      return failed(attempt, verdict, deps);
    case 'on-file': {
      if (hasOtherPhone(lead, verdict.step.phone)) {
        deps.report.phoneChanged(lead);
        return failed(attempt, { cause: 'on file, with another phone' }, deps);
      }
      const conflict = { onFile: verdict.step.serviceLead, isAgain: wasTried(step) };
      return { progress: afterConflict(lead, progress, index, conflict, now) };
    }
    case 'gone': {
      // A rating creates no lead that somebody has deleted.
      const again = isRatingStep(step) ? undefined : afterLoss(progress);
      return again === undefined ? failed(attempt, verdict, deps) : { progress: again };
    }
    case 'retry-uncounted':
      return pendingUntil(attempt, verdict, step.attempts, now);
    case 'retry':
      return retry(attempt, verdict, verdict.step.retryAfterMs, deps);
  }
}

function retry(
  attempt: Attempt,
  verdict: Verdict,
  retryAfterMs: number | undefined,
  deps: AttemptDeps,
): AttemptOutcome {
  const { index, progress, call, step, isProbe } = attempt;
  const now = deps.clock.now();
  const attempts = step.attempts + 1;
  const retryAt = (nextAt: number): AttemptOutcome => {
    deps.report.stepRetried(attempt.lead, step, verdict, nextAt);
    return pendingUntil(attempt, verdict, attempts, nextAt);
  };
  if (call !== undefined) {
    const nextAt = now + Math.max(callRetryMs, retryAfterMs ?? 0);
    if (attempts < maxCallAttempts && nextAt <= call.expiresAt) return retryAt(nextAt);
    const answer = `${verdict.cause}, too late to call again`;
    return { progress: withStep(progress, index, { ...expiredCall(now), answer }) };
  }
  if (isProbe && verdict.service === 'failing')
    return pendingUntil(attempt, verdict, step.attempts, now + probePauseMs);
  const delay = retryDelay(attempts, deps.random, retryAfterMs);
  return delay === undefined ? failed(attempt, verdict, deps) : retryAt(now + delay);
}

/** The step has failed for good. A rating that cannot be written leaves its lead delivered. */
function failed(
  attempt: Attempt,
  { cause, reason }: Pick<Verdict, 'cause' | 'reason'>,
  { clock, report }: AttemptDeps,
): AttemptOutcome {
  const { lead, progress, index, step } = attempt;
  const outcome = { endedAt: clock.now(), answer: cause, reason };
  if (isRatingStep(step)) {
    report.ratingRefused(lead, cause, reason);
    return { progress: { ...progress, steps: withoutRating(progress.steps, outcome) } };
  }
  return { progress: withStep(progress, index, { ...outcome, state: 'dead' }), changes: releasedBarrier(attempt) };
}

function pendingUntil(
  { progress, index }: Attempt,
  { cause, reason }: Verdict,
  attempts: number,
  nextAt: number,
): AttemptOutcome {
  const change = { state: 'pending', attempts, retryAt: nextAt, answer: cause, reason } as const;
  return { progress: withStep(progress, index, change), nextAt };
}

/** Removes the barrier of an enrolment that certainly did not happen, so that the phone's next lead can be enrolled. */
function releasedBarrier({ lead, step }: Attempt): Partial<Checkpoint> {
  return step.step === 'journey' && step.name !== undefined
    ? { unenrol: { phone: lead.phone, journey: step.name } }
    : {};
}
