import type { ProxySession } from '../../protocol/index.ts';

export const leadStates = ['pending', 'delivered', 'unknown', 'held', 'dead'] as const;

/**
 * Where a lead is. `unknown`: an enrolment or a call whose outcome cannot be known; `held`: suspicious or over a limit,
 * waits for an operator; `dead`: refused, or tried to the end of the schedule.
 */
export type LeadState = (typeof leadStates)[number];

/**
 * The steps of a delivery. `create` (4.2), then for a lead on file `read` (4.4) and `update` (4.3); `tag` (4.5),
 * `journey` (4.7 or 4.8), `call` (4.1).
 */
export type StepKind = 'create' | 'read' | 'update' | 'tag' | 'journey' | 'call';

/** `sending` is committed before a request leaves: who finds it after a crash knows that the outcome is open. */
export type StepState = 'pending' | 'sending' | 'done' | 'skipped' | 'unknown' | 'expired' | 'dead';

export type Step = {
  step: StepKind;
  /** The tag, the journey's id, or our id of the call. */
  name?: string;
  state: StepState;
  /** Requests that left, and those that may have. */
  attempts: number;
  startedAt?: number;
  endedAt?: number;
  /** When it is tried again. */
  retryAt?: number;
  /** What became of it, in a few words without anything of the lead: `503 unavailable`. */
  answer?: string;
  /** `update` only: which fields of the record the lead on file does not have. */
  fields?: string[];
};

export type JourneyPlan = {
  /** Journey ID (2.4). */
  id: string;
  /** For a lead on file: `keep` fills blanks only and enrolls by 4.7, `update` overwrites by 4.8. */
  onExisting: 'update' | 'keep';
};

/** What is to be done with a lead, as the operator's configuration says; nothing of it comes from the browser. */
export type DeliveryPlan = { tags: string[]; journey?: JourneyPlan };

export type StoredLead = {
  /** Our id of the lead. */
  lead: string;
  form: string;
  /** E.164 digits; empty once scrubbed. */
  phone: string;
  /** Phone, form fields and custom fields as they go to the service; empty once scrubbed. */
  record: Record<string, unknown>;
  plan: DeliveryPlan;
  state: LeadState;
  /** Why it is held, or was. */
  held?: string;
  steps: Step[];
  /** The service's id of the lead, once known. */
  serviceLead?: string;
  /** The session of its 202; null when none could be opened, absent when none was asked for yet. */
  session?: ProxySession;
  acceptedAt: number;
  /** Not tried before; for a lead that is being worked on, the end of the lease. */
  nextAt: number;
  /** When it reached its last state; absent while pending. */
  endedAt?: number;
};
