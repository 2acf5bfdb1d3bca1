import type { LeadState } from '../../protocol/index.ts';
import type { CallChange } from '../domain/call.ts';
import type { Step, StoredLead } from '../domain/lead.ts';

export type ClaimRequest = {
  /** The owner of the claimed leads. Another owner may claim them when the lease ends. */
  owner: string;
  now: number;
  leaseMs: number;
  limit: number;
};

export type Claimed = {
  leads: StoredLead[];
  /** Due leads that cannot be read. The claim has parked them: they are held. */
  unreadable: string[];
  /** When the next lead that is not due yet becomes due. */
  nextAt?: number | undefined;
};

/** The longest that a lease may last after the clock was set back: longer than any lease. */
export const maxLeaseMs = 60_000;

export type LeaseExtension = { owner: string; leads: readonly string[]; until: number };

/** The leases of `leads`, or all of the owner `except` those. */
export type LeaseRelease = { owner: string; nextAt: number } & (
  | { leads: readonly string[] }
  | { except: readonly string[] }
);

export type ClockChange = {
  now: number;
  /** By how much the clock was set back. Absent: as far as the newest lead is in the future. */
  backMs?: number | undefined;
  toleranceMs: number;
  /** Who has noticed it: the same change of the clock counts once, whoever else notices it. @default nobody in particular */
  proxy?: string;
};

/** A committed point of a delivery: the lead as it is from now on. */
export type Checkpoint = {
  lead: string;
  owner: string;
  now: number;
  /** The current steps, from which the lead's state is derived. A call that was requested meanwhile is added. */
  steps: readonly Step[];
  serviceLead?: string | undefined;
  /** Ends the lease, and makes the lead due at `nextAt`. Absent: the lease lasts until the last step is settled. */
  release?: { nextAt: number };
  /** Changes the row of a call in the same commit. */
  call?: (CallChange & { id: string }) | undefined;
  /**
   * Prevents a second enrolment: the checkpoint is refused with `enrolled` if another lead of this phone was enrolled
   * in this journey since `since`, and with `uncertain` if nobody knows whether it was.
   */
  enrol?: { phone: string; journey: string; since: number };
  /** Removes the barrier: this lead was certainly not enrolled. */
  unenrol?: { phone: string; journey: string };
};

/** `state`: of the lead after the commit. */
export type CheckpointOutcome = { outcome: 'committed'; state: LeadState } | { outcome: 'enrolled' | 'uncertain' };

export type SweepRequest = {
  now: number;
  /** Delivered and closed leads, their calls and enrolments lose their personal data after this long. */
  scrubAfterMs: number;
  /** Delivered and closed leads are deleted after this long, with keys, hashes, calls and enrolments. */
  deleteAfterMs: number;
  /** The same for held, unknown and dead leads. Absent: they stay until an operator resolves them. */
  deleteUnresolvedAfterMs?: number | undefined;
  /** How many leads this call scrubs and deletes at most: other requests to the store wait for its transaction. */
  limit: number;
};

/** A lead that is scrubbed and deleted by the same sweep counts as both. */
export type SweptLeads = { scrubbed: number; deleted: number };

/**
 * The part of the store that delivery uses. A claimed lead belongs to its owner until the lease ends. Checkpoints of
 * others are refused with `lease-lost`.
 */
export interface DeliveryQueue {
  /** Due leads, oldest first, but only the oldest unsettled one of each phone. */
  claim(request: ClaimRequest): Promise<Claimed>;
  /**
   * Makes leads and webhooks due at the time that they would be due if the clock had always been as it is now. Leases end
   * within a minute. Resolves with the milliseconds by which this call has moved them: 0 if another proxy has done it.
   */
  followClock(change: ClockChange): Promise<number>;
  /** Resolves only after the commit is durable. */
  checkpoint(checkpoint: Checkpoint): Promise<CheckpointOutcome>;
  /** Extends the leases of these leads, as far as the owner still has them. */
  extend(extension: LeaseExtension): Promise<void>;
  /** Ends leases before their time, as far as the owner still has them: the leads are due at `nextAt`. */
  releaseLeases(leases: LeaseRelease): Promise<void>;
  /**
   * Calls `listener` when a lead or a webhook may be due, because it was stored, released or replayed in this or
   * another proxy.
   */
  subscribe(listener: () => void): () => void;
  /**
   * One transaction of a sweep: scrubs and deletes leads, the oldest first, together with what belongs to them. The sweep is
   * complete when fewer leads were due than `limit`.
   */
  sweep(request: SweepRequest): Promise<SweptLeads & { isComplete: boolean }>;
}
