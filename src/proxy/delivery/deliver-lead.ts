import { elapsedOf } from '../../clock.ts';
import { enrolOnceMs } from '../domain/barriers.ts';
import { blockedReason, type Step, type StoredLead } from '../domain/lead.ts';
import { nextStep } from '../domain/steps.ts';
import type { Lease } from '../jobs/runner.ts';
import type { LeadStore } from '../store/create-store.ts';
import type { Checkpoint } from '../store/queries/delivery-queue.ts';
import { isStoreError } from '../store/store-error.ts';
import { type AttemptDeps, attemptStep, expiredCall, probePauseMs } from './attempt.ts';
import { type CallPermission, permissionMs } from './call-permission.ts';
import { isUnsafe } from './classify-error.ts';
import {
  afterEnrolledAlready,
  afterUncertainEnrolment,
  type Progress,
  recoveredSteps,
  withStep,
} from './step-outcome.ts';

/**
 * A point of a delivery, for tests that stop the process there. `sending`: the intent is committed and nothing is sent
 * yet; `responded`: the outcome is not committed yet.
 */
export type TracePoint = { at: 'claimed' | 'sending' | 'responded' | 'settled'; lead: string; step?: Step['step'] };

export type DeliverLeadDeps = AttemptDeps &
  Lease & {
    store: Pick<LeadStore, 'checkpoint' | 'findCall'>;
    /** Whether the lead may be called now. */
    mayCall(lead: StoredLead, signal: AbortSignal): Promise<CallPermission>;
    /** Whether the service responds again; also reports the result to the breaker. */
    isServiceBack(lead: StoredLead, signal: AbortSignal): Promise<boolean>;
    trace(point: TracePoint): void;
  };

/** How long a call waits whose lead's tags could not be read. */
const permissionRetryMs = 2_000;
/** How long to wait for a store that cannot be used. */
const retryMs = 1_000;

/**
 * Delivers a claimed lead as far as possible. It commits `sending` before each request and the outcome before the next
 * one, so after a crash at any point the steps say what may have happened.
 *
 *   next step ── none ──▶ settled
 *      │  ▲  └── the proxy stops, or the service is away ──▶ released
 *      │  ├── a call that must not be placed any more: expired, refused; nobody knows whether it may be ──▶ released
 *      │  ├── its intent is refused, because of another lead's enrolment or a block: skipped, unknown, refused
 *      ▼  │
 *   `sending` is committed ──▶ request ──▶ outcome ── to be tried again ──▶ released
 */
export async function deliverLead(lead: StoredLead, deps: DeliverLeadDeps): Promise<void> {
  const { breaker, clock } = deps;
  const elapsed = elapsedOf(clock);
  deps.trace({ at: 'claimed', lead: lead.id });
  let progress: Progress = {
    steps: recoveredSteps(lead.steps, deps.retryUnknownEnrolments, clock.now()),
    serviceLead: lead.serviceLead,
  };
  /** What the next commit contains besides the steps. */
  let changes: Partial<Checkpoint> = {};
  let expired = expiredCalls(lead.steps);
  const commit = async (further: Partial<Checkpoint>) => {
    const checkpoint: Checkpoint = {
      lead: lead.id,
      owner: deps.owner,
      now: clock.now(),
      steps: progress.steps,
      serviceLead: progress.serviceLead,
      ...further,
    };
    const committed = await onceAvailable(deps, () => deps.store.checkpoint(checkpoint));
    const expiredNow = expiredCalls(checkpoint.steps);
    for (const call of expiredNow) {
      if (!expired.some(({ name }) => name === call.name)) deps.report.callExpired(lead, call);
    }
    expired = expiredNow;
    return committed;
  };

  for (;;) {
    const step = nextStep(progress.steps);
    if (step === undefined) {
      const committed = await commit(changes);
      // A call that was requested meanwhile keeps the lead `pending`, and a rating may come long after the delivery.
      if (committed.outcome === 'committed' && committed.isNews) {
        deps.report.settled(lead, committed.state, progress.steps);
      }
      deps.trace({ at: 'settled', lead: lead.id });
      return;
    }
    if (Object.keys(changes).length > 0) {
      await commit(changes);
      changes = {};
    }
    const gate = breaker.status().state;
    if (deps.isStopping() || gate === 'open') {
      await commit({ release: { nextAt: clock.now() } });
      return;
    }
    // During an outage requests may hang. An enrolment used as a probe would then become unknown.
    if (gate === 'half-open' && isUnsafe(step.step) && !(await deps.isServiceBack(lead, deps.signal))) {
      await commit({ release: { nextAt: clock.now() + probePauseMs } });
      return;
    }
    const { name } = step;
    const call =
      step.step === 'call' && name !== undefined
        ? await onceAvailable(deps, () => deps.store.findCall(name))
        : undefined;
    const index = progress.steps.indexOf(step);
    if (step.step === 'call' && (call === undefined || clock.now() > call.expiresAt)) {
      progress = withStep(progress, index, expiredCall(clock.now()));
      continue;
    }
    const refuse = (id: string, reason: string) => {
      progress = withStep(progress, index, refusedCall(step, reason, clock.now()));
      changes = { call: { id, state: 'refused', reason } };
      deps.report.callRefused(lead, id, reason);
    };
    const askedAt = elapsed();
    if (call !== undefined) {
      // The answer may take a while, and what the earlier steps have done must not be in doubt meanwhile.
      await commit({});
      const permission = await deps.mayCall(lead, deps.signal);
      if (permission.kind === 'refused') {
        refuse(call.id, permission.reason);
        continue;
      }
      if (permission.kind === 'unanswered') {
        const retryAt = clock.now() + permissionRetryMs;
        const waiting = { retryAt, answer: `tags not read: ${permission.cause}` };
        progress = withStep(progress, index, waiting);
        deps.report.callWaits(lead, call.id, permission.cause);
        await commit({ release: { nextAt: deps.isStopping() ? clock.now() : retryAt } });
        return;
      }
    }
    progress = withStep(progress, index, sending(step, clock.now()));
    const intent = await commit(intentOf(lead, step, clock.now()));
    if (intent.outcome === 'enrolled') {
      progress = afterEnrolledAlready(lead, progress, index, clock.now());
      continue;
    }
    if (intent.outcome === 'uncertain') {
      progress = afterUncertainEnrolment(progress, index, clock.now());
      continue;
    }
    if (intent.outcome === 'blocked' && call !== undefined) {
      refuse(call.id, blockedReason);
      continue;
    }
    // A store that was away for a while: the lead may have got the tag since.
    if (call !== undefined && elapsed() - askedAt > 2 * permissionMs) {
      progress = withStep(progress, index, step);
      continue;
    }
    deps.trace({ at: 'sending', lead: lead.id, step: step.step });
    const outcome = await attemptStep({ lead, step, index, progress, call, isProbe: gate === 'half-open' }, deps);
    deps.trace({ at: 'responded', lead: lead.id, step: step.step });
    progress = outcome.progress;
    if (outcome.nextAt !== undefined) {
      await commit({ ...outcome.changes, release: { nextAt: outcome.nextAt } });
      return;
    }
    changes = outcome.changes ?? {};
  }
}

/** What to commit together with the step's state `sending`. */
function intentOf(lead: StoredLead, step: Step, now: number): Partial<Checkpoint> {
  if (step.step === 'call') return { place: lead.phone };
  if (step.step !== 'journey' || step.name === undefined) return {};
  return { enrol: { phone: lead.phone, journey: step.name, since: now - enrolOnceMs } };
}

/** A call that must not be placed. Its row says why, too. */
function refusedCall({ attempts, startedAt }: Step, reason: string, now: number): Partial<Step> {
  return { state: 'skipped', attempts, startedAt, endedAt: now, answer: `refused: ${reason}` };
}

function expiredCalls(steps: readonly Step[]): Step[] {
  return steps.filter(({ step, state }) => step === 'call' && state === 'expired');
}

function sending(step: Step, now: number): Partial<Step> {
  return {
    state: 'sending',
    attempts: step.attempts + 1,
    startedAt: now,
    retryAt: undefined,
    answer: undefined,
    reason: undefined,
  };
}

/**
 * Uses the store, again and again while its disk is full or the database restarts: `progress` has outcomes that are not
 * committed yet, and an enrolment without one becomes unknown.
 */
async function onceAvailable<T>({ clock, isStopping }: DeliverLeadDeps, use: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await use();
    } catch (error) {
      if (!isStoreError(error) || error.code !== 'unavailable' || isStopping()) throw error;
    }
    await new Promise<void>((resolve) => clock.after(retryMs, resolve));
  }
}
