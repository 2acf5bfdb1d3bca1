import * as z from 'zod/mini';
import type { LeadState, ProxySession } from '../../protocol/index.ts';

/** One step of a delivery, as it is kept. */
export const stepSchema = z.object({
  /**
   * `create` (4.2), then for a lead on file `read` (4.4) and `update` (4.3); `tag` (4.5), `journey` (4.7 or 4.8),
   * `call` (4.1).
   */
  step: z.enum(['create', 'read', 'update', 'tag', 'journey', 'call']),
  /** The tag, the journey's id, or our id of the call. */
  name: z.optional(z.string()),
  /** `sending` is committed before a request leaves: who finds it after a crash knows that the outcome is open. */
  state: z.enum(['pending', 'sending', 'done', 'skipped', 'unknown', 'expired', 'dead']),
  /** Requests that were tried and count against the schedule. */
  attempts: z.int(),
  startedAt: z.optional(z.number()),
  endedAt: z.optional(z.number()),
  /** When it is tried again. */
  retryAt: z.optional(z.number()),
  /** What became of it, in a few words without anything of the lead: `503 unavailable`. */
  answer: z.optional(z.string()),
  /** `update` only: which fields of the record are to be written. */
  fields: z.optional(z.array(z.string())),
  /** `create` only: it is done a second time, since the lead on file was gone. */
  again: z.optional(z.boolean()),
});
export type Step = z.infer<typeof stepSchema>;
export type StepKind = Step['step'];
export type StepState = Step['state'];

/** What is to be done with a lead, as the operator's configuration says; nothing of it comes from the browser. */
export const deliveryPlanSchema = z.object({
  tags: z.array(z.string()),
  journey: z.optional(
    z.object({
      /** Journey ID (2.4). */
      id: z.string(),
      /** For a lead on file: `keep` fills blanks only and enrolls by 4.7, `update` overwrites by 4.8. */
      onExisting: z.enum(['update', 'keep']),
    }),
  ),
});
export type DeliveryPlan = z.infer<typeof deliveryPlanSchema>;

export type StoredLead = {
  id: string;
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
