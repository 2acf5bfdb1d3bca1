import * as z from 'zod/mini';
import { storedCorrection } from '../../protocol/admin/leads.ts';
import { closing, leadStates } from '../../protocol/proxy/lead-state.ts';
import { proxySession } from '../../protocol/proxy/responses.ts';

/** A stored step of a delivery. */
export const stepSchema = z.object({
  /**
   * `create` is Create Lead; a lead on file also gets `read`, Get Lead, and `update`, Update Lead. `tag` is Add Tag,
   * `journey` is Send to Workflow or Update & Send to Workflow, `call` is Initiate Call.
   */
  step: z.enum(['create', 'read', 'update', 'tag', 'journey', 'call']),
  /** The tag, the journey's ID, or the proxy's ID of the call. */
  name: z.optional(z.string()),
  /**
   * `sending` is committed before the request. After a crash it means that the outcome is unknown.
   *
   *   pending ──▶ sending ──▶ done
   *      ▲           ├──▶ pending: certainly not processed, and tried again at `retryAt`
   *      │           ├──▶ dead: refused for good, or every attempt has failed
   *      │           └──▶ unknown: nobody knows whether it was processed, and it must not happen twice
   *      ├──▶ expired: a call that is too late
   *      ├──▶ skipped: not needed or not allowed; or unknown, and an operator says that it did not happen
   *      └── unknown, dead, expired: replayed
   */
  state: z.enum(['pending', 'sending', 'done', 'skipped', 'unknown', 'expired', 'dead']),
  /** Attempts that count against the retry schedule. */
  attempts: z.int(),
  startedAt: z.optional(z.number()),
  endedAt: z.optional(z.number()),
  /** When the step is tried again. */
  retryAt: z.optional(z.number()),
  /** The outcome in a few words, without data of the lead: `503 unavailable`. */
  answer: z.optional(z.string()),
  /** Why the service refused the request, in its words, without data of the lead. */
  reason: z.optional(z.string()),
  /** `update`: the fields of the record to write. `read`: those of the rating for which the lead is read. */
  fields: z.optional(z.array(z.string())),
  /** `update` only: the new value of `verified_fields`, if it changes. */
  verifiedFields: z.optional(z.string()),
  /** `create` only: the second attempt to create the lead, because the existing one was deleted. */
  again: z.optional(z.boolean()),
});
export type Step = z.infer<typeof stepSchema>;
export type StepKind = Step['step'];
export type StepState = Step['state'];

/** What to do with a lead. Comes only from the operator's configuration, never from the browser. */
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
  /** The route of the form that the lead's answers have chosen: its name, or `#1` for the first one without a name. */
  route: z.optional(z.string()),
});
export type DeliveryPlan = z.infer<typeof deliveryPlanSchema>;

/** A lead as the store has it. */
export const leadSchema = z.object({
  id: z.string(),
  form: z.string(),
  /** E.164 digits; empty once the lead is scrubbed: some days after its end, the sweep deletes what is personal in it. */
  phone: z.string(),
  /** Phone, form fields and custom fields as they go to the service; empty once scrubbed. */
  record: z.record(z.string(), z.unknown()),
  plan: deliveryPlanSchema,
  state: z.enum(leadStates),
  /** Why the lead is or was held. */
  held: z.optional(z.string()),
  /** Who closed the lead, and why. */
  closed: z.optional(closing),
  /** What operators have corrected in the record, in order. */
  corrections: z.optional(z.array(storedCorrection)),
  steps: z.array(stepSchema),
  /** The service's ID of the lead, once known. */
  serviceLead: z.optional(z.string()),
  /** The session in the 202 response. Null if none could be opened, absent if none was requested yet. */
  session: z.optional(proxySession),
  acceptedAt: z.number(),
  /** When the lead is due, or the end of the lease while it is claimed. */
  nextAt: z.number(),
  /** Since when the lead waits for delivery, if it did not wait when it was accepted or has waited before. */
  pendingSince: z.optional(z.number()),
  /** When the lead reached its last state. Absent while it is pending or held. */
  endedAt: z.optional(z.number()),
  /** Request ID of the `POST /leads` that stored the lead, to find it in the log. */
  requestId: z.optional(z.string()),
  /** Hash of the token that opens sessions and calls of this lead. Without one nothing opens them. */
  tokenHash: z.optional(z.string()),
});

export type StoredLead = z.output<typeof leadSchema> & {
  /**
   * The columns that this version cannot read, as they are stored, and empty here: a hand or a disk has damaged them, or a newer
   * version wrote them. Such a lead is held when it is claimed, and cannot be changed until it can be read.
   */
  unreadable?: Record<string, string> | undefined;
};

export function isReadable({ unreadable }: Pick<StoredLead, 'unreadable'>): boolean {
  return unreadable === undefined;
}

/** Whether all is known that can be sent: a scrubbed lead has no data. */
export function isWhole(lead: Pick<StoredLead, 'phone' | 'unreadable'>): boolean {
  return lead.phone !== '' && isReadable(lead);
}

/** Whether the service has the lead, perhaps without having told its id. From then on its phone, by which it is found, stays. */
export function isAtService({ steps, serviceLead }: Pick<StoredLead, 'steps' | 'serviceLead'>): boolean {
  return serviceLead !== undefined || steps.some(({ step, state }) => step === 'create' && state === 'done');
}

/** Who decided about a lead or a call, when, and why; see `Closing`. */
export type Decision = { now: number; by: string; reason?: string | undefined };

/** The reason of a call-back that waits for the release of its held lead. */
export const heldReason = 'held';
/** Why a lead is held, or a call refused, whose number is blocked. */
export const blockedReason = 'blocked';

/** The reason of what cannot be read: of a held lead, of a refused call, and the outcome of a webhook. */
export const unreadableReason = 'unreadable';
