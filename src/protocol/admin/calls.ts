import * as z from 'zod/mini';
import { uuid } from '../identifiers.ts';
import { callStates } from '../proxy/call-state.ts';
import { closing } from '../proxy/lead-state.ts';
import { leadFilter, operatorWords, time } from './leads.ts';

/** What an operator knows of a call: it took place, or it did not. */
export const callOutcomes = ['done', 'skipped'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** A call in the admin API. */
export const adminCall = z.object({
  call: z.string(),
  lead: z.string(),
  /** First and last name of the lead. */
  name: z.optional(z.string()),
  /** E.164 digits; empty after its data was deleted. */
  phone: z.string(),
  state: z.enum(callStates),
  /** Why it is refused: the name of a limit, `held`, `closed`, `country`, `not-offered` or `off`. */
  reason: z.optional(z.string()),
  requestedAt: time,
  /** The time that the visitor chose. */
  plannedAt: z.optional(time),
  expiresAt: time,
  transfers: z.number(),
  /** How an operator can end it now, if at all. */
  endable: z.optional(z.array(z.enum(callOutcomes))),
  /** Who has ended it by hand, when and why. Absent if the proxy or its visitor did. */
  ended: z.optional(z.object({ ...closing.shape, at: time })),
});
export type AdminCall = z.infer<typeof adminCall>;

/** Which calls to list: the parameters of `GET /admin/api/calls`. */
export const callFilter = z.strictObject({
  state: z.optional(z.enum(callStates)),
  /** Only calls of this lead. */
  lead: z.optional(uuid),
  ...z.pick(leadFilter, { form: true, page: true, variant: true }).shape,
  /** Requested from this time on. */
  from: z.optional(time),
  /** Requested before this time. */
  to: z.optional(time),
  /** Only calls that somebody has answered, also those that have ended since. */
  answered: z.optional(z.literal('true')),
  /** Only calls that were missed: nobody answered, or they were not placed in time. */
  missed: z.optional(z.literal('true')),
});
export type CallFilter = z.infer<typeof callFilter>;

/** `GET /admin/api/calls`. With `next` there may be more calls: send it as `before`. */
export const adminCalls = z.object({ calls: z.array(adminCall), next: z.optional(uuid) });

/**
 * Body of `POST /admin/api/calls/:id/end`: ends a call that the proxy learns no more about, or cancels a planned one. `done`
 * makes it `completed`, `skipped` makes it `cancelled`.
 */
export const endCallRequest = z.strictObject({ outcome: z.enum(callOutcomes), ...operatorWords });
export type EndCallRequest = z.input<typeof endCallRequest>;

/** Body of `POST /admin/api/calls/end-unknown`: ends the `unknown` calls, 200 at a time. */
export const endUnknownCallsRequest = z.strictObject({
  ...endCallRequest.shape,
  /** `next` of the response before. */
  before: z.optional(uuid),
});

export const callsEnded = z.object({
  status: z.literal('success'),
  /** How many were ended. */
  changed: z.number(),
  next: z.optional(uuid),
});

const plannedTime = {
  /** true: it may be outside the form's hours. Otherwise such a time is refused with 409 `outside-hours`. */
  confirm: z._default(z.boolean(), false),
  by: operatorWords.by,
};

/** Body of `POST /admin/api/calls`: calls the person of a lead. */
export const planCallRequest = z.strictObject({
  lead: uuid,
  /** When, within seven days. @default now */
  at: z.optional(z.iso.datetime({ offset: true })),
  ...plannedTime,
});
export type PlanCallRequest = z.input<typeof planCallRequest>;

/** Body of `POST /admin/api/calls/:id/move`: plans a planned call for another time. */
export const moveCallRequest = z.strictObject({ at: z.iso.datetime({ offset: true }), ...plannedTime });
export type MoveCallRequest = z.input<typeof moveCallRequest>;
