import * as z from 'zod/mini';
import type { LeadState, ProxySession } from '../../protocol/index.ts';

/** One step of a delivery, as it is stored. */
export const stepSchema = z.object({
  /**
   * `create` is Create Lead; a lead on file also gets `read`, Get Lead, and `update`, Update Lead. `tag` is Add Tag,
   * `journey` is Send to Workflow or Update & Send to Workflow, `call` is Initiate Call.
   */
  step: z.enum(['create', 'read', 'update', 'tag', 'journey', 'call']),
  /** The tag, the journey's id, or our id of the call. */
  name: z.optional(z.string()),
  /** `sending` is committed before a request: found after a crash, it says that the outcome is not known. */
  state: z.enum(['pending', 'sending', 'done', 'skipped', 'unknown', 'expired', 'dead']),
  /** Attempts that count against the retry schedule. */
  attempts: z.int(),
  startedAt: z.optional(z.number()),
  endedAt: z.optional(z.number()),
  /** When it is tried again. */
  retryAt: z.optional(z.number()),
  /** Its outcome in a few words, without data of the lead: `503 unavailable`. */
  answer: z.optional(z.string()),
  /** `update` only: the fields of the record to write. */
  fields: z.optional(z.array(z.string())),
  /** `create` only: the second attempt to create it, because the lead on file was gone. */
  again: z.optional(z.boolean()),
});
export type Step = z.infer<typeof stepSchema>;
export type StepKind = Step['step'];
export type StepState = Step['state'];

/** What to do with a lead, from the operator's configuration; nothing of it comes from the browser. */
export const deliveryPlanSchema = z.object({
  tags: z.array(z.string()),
  journey: z.optional(
    z.object({
      /** Journey ID. */
      id: z.string(),
      /** For a lead on file: `keep` fills blanks only, `update` overwrites with Update & Send to Workflow. */
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
  /** The service's ID of the lead, once known. */
  serviceLead?: string;
  /** The session of its 202; null when none could be opened, absent when none was requested yet. */
  session?: ProxySession;
  acceptedAt: number;
  /** Of the `POST /leads` that stored it, to find it in the log. */
  requestId?: string;
  /** Hash of the lead's token; absent for leads that were stored before there were tokens. */
  tokenHash?: string;
  /** When it is due; for a claimed lead, the end of the lease. */
  nextAt: number;
  /** When it reached its last state; absent while pending. */
  endedAt?: number;
};
