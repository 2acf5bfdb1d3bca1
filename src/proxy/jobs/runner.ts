import { type Clock, elapsedOf } from '../../clock.ts';
import type { LeadStore } from '../store/create-store.ts';
import type { ClaimRequest } from '../store/queries/leases.ts';

/*
 * What a job goes through:
 *
 *   due ─── claim ──▶ leased ─── run ──▶ stored by its handler: ended, or due again
 *    │                  │  └── rejects ──▶ released, due after a pause
 *    │                  └── no slot any more, or stop ──▶ released, due at once
 *    └── cannot be read ──▶ parked by the claim, and logged
 *
 * While a job is leased, its lease is renewed by its id. If the process dies or pauses, the lease ends, and others may change or
 * claim the job; what the first one still wants to store is refused then. That holds because it claims no job that it still runs.
 * The handler counts attempts and gives up a job, because it knows what an attempt was (`retry-delay.ts` has the schedule of all
 * kinds): a run that rejects is none.
 */

export type ClaimedJobs<Job> = {
  jobs: readonly Job[];
  /** Due jobs that cannot be read. The claim has parked them. @default none */
  unreadable?: readonly string[];
  /** When the next job that is not due yet becomes due. */
  nextAt?: number | undefined;
};

/** The leases of `jobs`, or all of the owner `except` those. */
export type LeaseRelease = { owner: string; nextAt: number } & (
  | { jobs: readonly string[] }
  | { except: readonly string[] }
);

export type Leases = {
  /** Extends the leases of these jobs, as far as the owner still has them. */
  extend(extension: { owner: string; jobs: readonly string[]; until: number }): Promise<void>;
  /** Ends leases before their time, as far as the owner still has them. */
  release(leases: LeaseRelease): Promise<void>;
};

export type Capacity = {
  /** How many jobs may run at the same time now. */
  max: number;
  /**
   * How many more to lease at most, so that one claim serves several jobs. Only what begins within half a second is leased
   * ahead, because another process could run it meanwhile. @default 0
   */
  ahead?: number;
  /** With `max` 0: when that may change. */
  until?: number;
};

export type Lease = {
  owner: string;
  /** Aborts when the runner stops and the job takes too long. */
  signal: AbortSignal;
  /** Whether the job should end at its next point, because the runner stops. */
  isStopping(): boolean;
};

/** One kind of jobs: where they come from, and what is done with one. */
export type JobHandler<Job extends { id: string }> = {
  claim(request: ClaimRequest): Promise<ClaimedJobs<Job>>;
  /** Absent: a job takes less time than its lease, or needs none, and is left to the end of its lease when it is interrupted. */
  leases?: Leases;
  capacity(): Capacity;
  /** Does the job and stores its outcome. */
  run(job: Job, lease: Lease): Promise<void>;
  onUnreadable?(job: string): void;
  onInterrupted(job: Job, error: unknown): void;
  onClaimFailed(error: unknown): void;
};

export type RunnerOptions = {
  /** How long the jobs of a dead process stay unavailable to the others. */
  leaseMs: number;
  /** How often to look for jobs whose notification was lost. */
  pollMs: number;
  /**
   * After a claim that took all that was due: what comes within this time waits for its end, so that jobs that come one after
   * another share claims and commits. @default 0
   */
  gatherMs?: number;
  /** How long `stop` waits for running jobs before it aborts them. What then takes five seconds more is left to its lease. */
  stopGraceMs: number;
};

export type RunnerDeps = {
  clock: Clock;
  /** Calls the listener when a job may be due. @default never */
  subscribe?: LeadStore['subscribe'];
};

export type Runner = {
  start(): void;
  /** Looks for due jobs now, because the clock or the capacity has changed. */
  wake(): void;
  /** Claims no more, releases what has not begun, and waits for the running jobs; see `stopGraceMs`. */
  stop(): Promise<void>;
  readonly runningCount: number;
};

/** How long `stop` waits for aborted jobs: for as long as a store that does not respond would keep them. */
const abortMs = 5_000;
/** See `Capacity.ahead`. */
const aheadMs = 500;

/** Claims due jobs of one kind and runs them, as many at the same time as the handler allows. */
export function createRunner<Job extends { id: string }>(
  handler: JobHandler<Job>,
  { leaseMs, pollMs, gatherMs = 0, stopGraceMs }: RunnerOptions,
  { clock, subscribe = () => () => {} }: RunnerDeps,
): Runner {
  // A new owner for each start of a process, so that the store refuses what an earlier one still wants to change.
  const owner = crypto.randomUUID();
  const running = new Map<string, Promise<void>>();
  const abort = new AbortController();
  const cleanups: (() => void)[] = [];
  /** Leased jobs without a slot so far. */
  let leased: Job[] = [];
  const elapsed = elapsedOf(clock);
  /** How long a job takes, as far as that is known. */
  let averageMs = Number.POSITIVE_INFINITY;
  /** Until when what comes waits; see `gatherMs`. */
  let gatheringUntil = Number.NEGATIVE_INFINITY;
  let isStarted = false;
  let isWoken = false;
  let claiming: Promise<void> | undefined;
  let cancelWake = () => {};
  const isStopping = () => !isStarted;

  const wakeAt = (at: number) => {
    cancelWake();
    cancelWake = isStarted ? clock.after(Math.max(0, at - clock.now()), wake) : () => {};
  };

  const run = async (job: Job) => {
    const startedAt = elapsed();
    try {
      await handler.run(job, { owner, signal: abort.signal, isStopping });
      const tookMs = elapsed() - startedAt;
      averageMs = Number.isFinite(averageMs) ? 0.8 * averageMs + 0.2 * tookMs : tookMs;
      running.delete(job.id);
      wake();
    } catch (error) {
      handler.onInterrupted(job, error);
      // At once in the next process, and after a pause in this one, where the same may happen again.
      await releaseLeases({ jobs: [job.id], nextAt: clock.now() + (isStarted ? leaseMs : 0) });
      running.delete(job.id);
      wakeAt(clock.now() + pollMs);
      if (leased.length > 0) wake();
    }
  };

  const releaseLeases = async (leases: { nextAt: number } & ({ jobs: string[] } | { except: string[] })) => {
    // If this fails too, the leases end by themselves, because nobody renews them.
    await handler.leases?.release({ owner, ...leases }).catch(() => {});
  };

  const releaseLeased = async () => {
    const jobs = leased.map(({ id }) => id);
    leased = [];
    if (jobs.length > 0) await releaseLeases({ jobs, nextAt: clock.now() });
  };

  const startLeased = (max: number) => {
    const free = Math.max(0, max - running.size);
    const started = leased.slice(0, free);
    leased = leased.slice(free);
    for (const job of started) running.set(job.id, run(job));
  };

  const claim = async () => {
    const { max, ahead = 0, until } = handler.capacity();
    if (max <= 0) {
      if (until !== undefined) wakeAt(until);
      return releaseLeased();
    }
    startLeased(max);
    const soon = Math.floor((max * aheadMs) / Math.max(1, averageMs));
    const limit = max + Math.min(ahead, soon) - running.size;
    if (leased.length > 0 || limit <= 0) return;
    const restMs = gatheringUntil - elapsed();
    if (restMs > 0) return wakeAt(clock.now() + restMs);
    const now = clock.now();
    const request = { owner, now, leaseMs, limit, except: [...running.keys()] };
    const { jobs, unreadable = [], nextAt } = await handler.claim(request);
    for (const job of unreadable) handler.onUnreadable?.(job);
    // They took the place of others.
    if (unreadable.length > 0) isWoken = true;
    leased = [...jobs];
    startLeased(handler.capacity().max);
    const isFull = jobs.length === limit;
    if (!isFull) gatheringUntil = elapsed() + gatherMs;
    // After a full claim, the next claim follows the end of a job.
    wakeAt(Math.min(now + pollMs, isFull ? Number.POSITIVE_INFINITY : (nextAt ?? now + pollMs)));
  };

  const claimAll = async () => {
    try {
      while (isWoken && isStarted) {
        isWoken = false;
        await claim();
      }
    } catch (error) {
      handler.onClaimFailed(error);
      // The claim may be committed although its result is lost.
      await releaseLeases({ except: [...running.keys(), ...leased.map(({ id }) => id)], nextAt: clock.now() });
      wakeAt(clock.now() + pollMs);
    } finally {
      claiming = undefined;
    }
  };

  const finish = async () => {
    await claiming;
    await releaseLeased();
    await Promise.all(running.values());
  };

  const renewLeases = () => {
    const jobs = [...running.keys(), ...leased.map(({ id }) => id)];
    // A lease that is not renewed now is renewed next time, or ends.
    if (jobs.length > 0) handler.leases?.extend({ owner, jobs, until: clock.now() + leaseMs }).catch(() => {});
    cancelRenewal = clock.after(leaseMs / 3, renewLeases);
  };
  let cancelRenewal = () => {};

  function wake(): void {
    isWoken = true;
    if (isStarted) claiming ??= claimAll();
  }

  return {
    start() {
      isStarted = true;
      cleanups.push(subscribe(wake), () => cancelRenewal());
      cancelRenewal = clock.after(leaseMs / 3, renewLeases);
      wake();
    },
    wake,
    async stop() {
      isStarted = false;
      cancelWake();
      const { promise: tooLate, resolve: leave } = Promise.withResolvers<void>();
      const cancelAbort = clock.after(stopGraceMs, () => abort.abort());
      const cancelLeave = clock.after(stopGraceMs + abortMs, leave);
      await Promise.race([finish(), tooLate]);
      cancelAbort();
      cancelLeave();
      for (const cleanup of cleanups.splice(0)) cleanup();
    },
    get runningCount() {
      return running.size;
    },
  };
}
