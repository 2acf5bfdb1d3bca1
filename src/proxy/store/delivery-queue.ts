import type { CallChange } from './call-log.ts';
import type { Step, StoredLead } from './stored-lead.ts';

export type ClaimRequest = {
  /** Marks the claimed leads; whoever claims them after the lease has another mark. */
  owner: string;
  now: number;
  leaseMs: number;
  limit: number;
};

export type Claimed = {
  leads: StoredLead[];
  /** When the next one that is not due yet becomes due. */
  nextAt?: number;
};

/** A committed point of a delivery: the lead as it is from now on. */
export type Checkpoint = {
  lead: string;
  owner: string;
  now: number;
  /** The steps as they are now; the lead's state follows from them. A call that was asked for meanwhile joins them. */
  steps: readonly Step[];
  serviceLead?: string;
  /** Gives the lead back, to be claimed from then on. Absent: the lease goes on until the last step is settled. */
  release?: { nextAt: number };
  /** Changes the row of a call in the same commit. */
  call?: CallChange & { id: string };
  /**
   * The second barrier against enrolling twice: the checkpoint is refused with `enrolled` when another lead of this
   * phone was sent into this journey since `since`.
   */
  enrol?: { phone: string; journey: string; since: number };
  /** Takes the barrier back: this lead was surely not enrolled. */
  unenrol?: { phone: string; journey: string };
};

export type CheckpointOutcome = 'committed' | 'enrolled';

export type SweepRequest = {
  now: number;
  /** Delivered leads lose their personal data after this long. */
  scrubAfterMs: number;
  /** Leads that wait for nobody any more are deleted after this long, keys and hashes included. */
  deleteAfterMs: number;
};

/**
 * The store as delivery uses it. A claimed lead belongs to its owner until the lease ends: every checkpoint of another
 * owner is refused with `lease-lost`.
 */
export interface DeliveryQueue {
  /** Due leads, oldest first, and of one phone only the oldest that is not settled. */
  claim(request: ClaimRequest): Promise<Claimed>;
  /** Settles only after the commit is durable. */
  checkpoint(checkpoint: Checkpoint): Promise<CheckpointOutcome>;
  /** Keeps the leases of an owner alive. */
  extend(owner: string, until: number): Promise<void>;
  /** Calls back when there may be something to claim: a lead came, was released or replayed, here or in another proxy. */
  subscribe(listener: () => void): () => void;
  sweep(request: SweepRequest): Promise<{ scrubbed: number; deleted: number }>;
}
