import type { StepKind } from '../domain/lead.ts';

export type OpenReason = 'failing' | 'unauthorized';

export type BreakerStatus =
  | { state: 'closed' }
  /** `half-open`: one delivery may probe whether the service is back. */
  | { state: 'open' | 'half-open'; reason: OpenReason; since: number; probeAt: number };

export type BreakerOptions = {
  now(): number;
  /** Time that nobody can set: a pause must not grow with the clock. @default now */
  elapsed?(): number;
  /** `cause` is the error that opened the breaker, such as `503 unavailable`. */
  onOpen?(reason: OpenReason, cause: string): void;
  onClose?(reason: OpenReason, openMs: number): void;
};

const maxConsecutiveFailures = 5;
const windowSize = 20;
const maxWindowFailures = 10;
/** Leads that get 403 before the key is to blame and not a lead. */
const maxForbiddenLeads = 3;
/** Leads that are remembered, so that the attempts of one lead count once. */
const maxRememberedLeads = 1_000;
const firstProbeMs = 30_000;
/** Only a person can correct a wrong key, so probes become rarer. */
const maxProbeMs = 300_000;

export type Breaker = ReturnType<typeof createBreaker>;

/** The circuit breaker. It stops all delivery while the service fails, so an outage uses up no lead's attempts. */
export function createBreaker({ now, elapsed = now, onOpen, onClose }: BreakerOptions) {
  let recent: boolean[] = [];
  /** The leads that got 403 since the last success of each step. */
  const forbidden = new Map<StepKind, Set<string>>();
  let open: { reason: OpenReason; since: number; probeAt: number; waitMs: number } | undefined;

  const trip = (reason: OpenReason, cause: string) => {
    const wasProbe = open !== undefined && elapsed() >= open.probeAt;
    // A request from before the breaker opened says nothing new.
    if (open !== undefined && !wasProbe && open.reason === reason) return;
    const before = open?.reason === reason ? open : undefined;
    const longerMs = before === undefined ? firstProbeMs : Math.min(before.waitMs * 2, maxProbeMs);
    const waitMs = reason === 'unauthorized' ? longerMs : firstProbeMs;
    open = { reason, since: before?.since ?? elapsed(), probeAt: elapsed() + waitMs, waitMs };
    recent = [];
    if (before === undefined) onOpen?.(reason, cause);
  };

  return {
    status(): BreakerStatus {
      if (open === undefined) return { state: 'closed' };
      const { reason, since, probeAt } = open;
      const inTime = (at: number) => now() + at - elapsed();
      const state = elapsed() >= probeAt ? 'half-open' : 'open';
      return { state, reason, since: inTime(since), probeAt: inTime(probeAt) };
    },
    /** The service responded to this step, so it is up. */
    succeeded(step: StepKind): void {
      forbidden.delete(step);
      // Only a probe closes the breaker, not a late response to an earlier request.
      if (open !== undefined && elapsed() < open.probeAt) return;
      const closed = open;
      open = undefined;
      recent = [...recent, true].slice(-windowSize);
      if (closed !== undefined) onClose?.(closed.reason, Math.round(elapsed() - closed.since));
    },
    /** 5xx, a time-out, no connection. */
    failed(cause: string): void {
      recent = [...recent, false].slice(-windowSize);
      const failures = recent.filter((isSuccess) => !isSuccess).length;
      const consecutive = recent.length - 1 - recent.lastIndexOf(true);
      const isWindowBad = recent.length === windowSize && failures >= maxWindowFailures;
      if (open !== undefined || consecutive >= maxConsecutiveFailures || isWindowBad) trip('failing', cause);
    },
    /** 401: the service refuses everything until somebody corrects the key. */
    unauthorized(cause: string): void {
      trip('unauthorized', cause);
    },
    /** 403 for a step of a lead. Several leads in a row, without a success of this step, mean that the key lacks a right. */
    forbidden(step: StepKind, lead: string, cause: string): void {
      const leads = forbidden.get(step) ?? new Set();
      forbidden.set(step, leads);
      // Another attempt of the same lead says nothing about the key.
      if (leads.has(lead)) return;
      if (leads.size >= maxRememberedLeads) leads.clear();
      if (leads.add(lead).size >= maxForbiddenLeads) trip('unauthorized', cause);
    },
  };
}
