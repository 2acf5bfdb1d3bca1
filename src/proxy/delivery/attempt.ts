import type { Clock } from '../../clock.ts';
import type { StoredCall } from '../store/call-log.ts';
import type { Checkpoint } from '../store/delivery-queue.ts';
import type { Step, StoredLead } from '../store/stored-lead.ts';
import type { Breaker } from './breaker.ts';
import { classifyError, isUnsafe, type Verdict } from './classify-error.ts';
import { retryDelay } from './schedule.ts';
import { afterConflict, afterLoss, afterSuccess, type Progress, withStep } from './step-outcome.ts';
import type { StepAnswer, StepRequester } from './step-request.ts';

/** One try of one step. */
export type Attempt = {
  lead: StoredLead;
  step: Step;
  index: number;
  progress: Progress;
  /** For a `call` step: its row. */
  call: StoredCall | undefined;
  /** It finds out whether the service is back: a failure does not count against the lead. */
  probing: boolean;
};

export type Settled = {
  progress: Progress;
  /** When the lead is to be tried again; absent: it goes on at once. */
  nextAt?: number;
  /** What has to be committed with it. */
  more?: Partial<Checkpoint>;
};

export type AttemptContext = {
  request: StepRequester;
  breaker: Breaker;
  clock: Clock;
  random(): number;
  signal: AbortSignal;
  retryUnknownEnrolments: boolean;
};

/** How long a lead that probed in vain lets others probe. */
export const probePauseMs = 30_000;
/** A call is tried twice at most, and only on proof that the first request was not processed. */
const callAttempts = 2;
const callRetryMs = 2_000;

/** What is committed together with the intent to send. */
export function intentOf({ lead, step, call }: Attempt, now: number, enrolOnceMs: number): Partial<Checkpoint> {
  if (step.step === 'journey' && step.name !== undefined) {
    return { enrol: { phone: lead.phone, journey: step.name, since: now - enrolOnceMs } };
  }
  return call === undefined ? {} : { call: { id: call.id, state: 'placing' } };
}

/** A call whose time has passed: it is not placed any more. */
export function expiredCall({ call }: Attempt, now: number): { change: Partial<Step>; more: Partial<Checkpoint> } {
  return {
    change: { state: 'expired', endedAt: now, answer: 'too late to call' },
    more: call === undefined ? {} : { call: { id: call.id, state: 'expired' } },
  };
}

/** Sends the request of a step whose intent is committed, and says what follows. Never rejects. */
export async function attempt(tried: Attempt, context: AttemptContext): Promise<Settled> {
  const { lead, index, progress, call, step } = tried;
  const now = context.clock.now;
  let answer: StepAnswer;
  try {
    const current = progress.steps[index] ?? step;
    answer = await context.request({ step: current, lead, serviceLead: progress.serviceLead, call }, context.signal);
  } catch (error) {
    const onceOnly = isUnsafe(step.step) && !(step.step === 'journey' && context.retryUnknownEnrolments);
    const verdict = classifyError(step.step, onceOnly, error);
    if (verdict.service === 'there') context.breaker.succeeded();
    if (verdict.service === 'failing') context.breaker.failed();
    if (verdict.service === 'unauthorized') context.breaker.unauthorized();
    return afterFailure(tried, verdict, context);
  }
  context.breaker.succeeded();
  const after = afterSuccess(lead, progress, index, answer, now());
  if (answer.refused === true) return { progress: after, more: released(tried) };
  if (call === undefined) return { progress: after };
  const placed = answer.serviceCall === undefined ? {} : { serviceCall: answer.serviceCall };
  return { progress: after, more: { call: { id: call.id, state: 'ringing', ...placed } } };
}

function afterFailure(tried: Attempt, verdict: Verdict, context: AttemptContext): Settled {
  const { lead, index, progress, call } = tried;
  const now = context.clock.now();
  const ended = (state: Step['state']): Progress => ({
    ...progress,
    steps: withStep(progress.steps, index, { state, endedAt: now, answer: verdict.answer }),
  });
  const callIs = (state: 'unknown' | 'failed'): Partial<Checkpoint> =>
    call === undefined ? {} : { call: { id: call.id, state } };
  switch (verdict.step.kind) {
    case 'done':
      // A call was placed, but under which id is not known: nothing more will be learnt about it.
      return { progress: ended('done'), more: callIs('unknown') };
    case 'unknown':
      return { progress: ended('unknown'), more: callIs('unknown') };
    case 'dead':
      return { progress: ended('dead'), more: { ...callIs('failed'), ...released(tried) } };
    case 'on-file':
      return { progress: afterConflict(lead, progress, index, verdict.step.serviceLead, now) };
    case 'gone': {
      const again = afterLoss(progress);
      return { progress: again ?? ended('dead') };
    }
    case 'give-back':
      return uncounted(tried, verdict, now, now);
    case 'retry':
      return retried(tried, verdict, verdict.step.retryAfterMs, context);
  }
}

function retried(tried: Attempt, verdict: Verdict, retryAfterMs: number | undefined, context: AttemptContext): Settled {
  const { index, progress, call, step, probing } = tried;
  const now = context.clock.now();
  const attempts = step.attempts + 1;
  if (call !== undefined) {
    const nextAt = now + Math.max(callRetryMs, retryAfterMs ?? 0);
    if (attempts < callAttempts && nextAt <= call.expiresAt) {
      return { ...waiting(tried, verdict, attempts, nextAt), more: { call: { id: call.id, state: 'waiting' } } };
    }
    const { change, more } = expiredCall(tried, now);
    const answer = `${verdict.answer}, too late to call again`;
    return { progress: { ...progress, steps: withStep(progress.steps, index, { ...change, answer }) }, more };
  }
  if (probing && verdict.service === 'failing') return uncounted(tried, verdict, now, now + probePauseMs);
  const delay = retryDelay(attempts, context.random, retryAfterMs);
  if (delay === undefined) {
    const dead = withStep(progress.steps, index, { state: 'dead', endedAt: now, answer: verdict.answer });
    return { progress: { ...progress, steps: dead }, more: released(tried) };
  }
  return waiting(tried, verdict, attempts, now + delay);
}

function waiting({ progress, index }: Attempt, { answer }: Verdict, attempts: number, nextAt: number): Settled {
  const change = { state: 'pending', attempts, retryAt: nextAt, answer } as const;
  return { progress: { ...progress, steps: withStep(progress.steps, index, change) }, nextAt };
}

/** Tried again as if it had not been tried. */
function uncounted(tried: Attempt, verdict: Verdict, now: number, nextAt: number): Settled {
  const settled = waiting(tried, verdict, tried.step.attempts, nextAt);
  if (tried.call === undefined || now > tried.call.expiresAt) return settled;
  return { ...settled, more: { call: { id: tried.call.id, state: 'waiting' } } };
}

/** An enrolment that surely did not happen must not keep the next lead of this phone out. */
function released({ lead, step }: Attempt): Partial<Checkpoint> {
  return step.step === 'journey' && step.name !== undefined
    ? { unenrol: { phone: lead.phone, journey: step.name } }
    : {};
}
