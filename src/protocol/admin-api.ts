import * as z from 'zod/mini';
import { leadStates } from './lead-state.ts';

/** What the operator's API answers; the operator's page reads it by the same schemas. Times are ISO 8601, in UTC. */
const time = z.iso.datetime();

export const adminStep = z.object({
  step: z.string(),
  /** The tag, the journey's id, or our id of the call. */
  name: z.optional(z.string()),
  state: z.enum(['pending', 'sending', 'done', 'skipped', 'unknown', 'expired', 'dead']),
  attempts: z.number(),
  startedAt: z.optional(time),
  endedAt: z.optional(time),
  retryAt: z.optional(time),
  /** What became of it: `503 unavailable`. */
  answer: z.optional(z.string()),
});
export type AdminStep = z.infer<typeof adminStep>;

export const adminLead = z.object({
  lead: z.string(),
  form: z.string(),
  state: z.enum(leadStates),
  /** Why it is held, or was. */
  held: z.optional(z.string()),
  /** E.164 digits; empty once its data was deleted. */
  phone: z.string(),
  record: z.record(z.string(), z.unknown()),
  steps: z.array(adminStep),
  /** The service's id of the lead. */
  serviceLead: z.optional(z.string()),
  acceptedAt: time,
  /** When it is tried again. */
  nextAt: time,
  endedAt: z.optional(time),
});
export type AdminLead = z.infer<typeof adminLead>;

/** `GET /admin/api/leads`. `next`: there may be more; ask with it as `before`. */
export const adminLeads = z.object({ leads: z.array(adminLead), next: z.optional(z.string()) });

export const adminOverview = z.object({
  counts: z.record(z.enum(leadStates), z.number()),
  delivery: z.object({
    state: z.string(),
    running: z.number(),
    breaker: z.object({
      state: z.enum(['closed', 'open', 'half-open']),
      reason: z.optional(z.string()),
      since: z.optional(time),
      probeAt: z.optional(time),
    }),
  }),
  /** The last 48 hours, an hour each, oldest first; none is left out. */
  activity: z.array(z.object({ from: time, captured: z.number(), delivered: z.number() })),
});
export type AdminOverview = z.infer<typeof adminOverview>;

/** Body of `POST /admin/api/leads/:id/resolve`: the unknown steps happened, or are not to happen. */
export const resolveRequest = z.strictObject({ outcome: z._default(z.enum(['done', 'skipped']), 'done') });

/** Body of `POST /admin/api/erase`: everything of one phone, as E.164 digits or as people write it with `+`. */
export const eraseRequest = z.strictObject({ phone: z.string().check(z.minLength(1), z.maxLength(40)) });

export const erased = z.object({ status: z.literal('success'), erased: z.number() });
