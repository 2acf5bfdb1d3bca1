import * as z from 'zod/mini';
import { fieldValue } from '../form.ts';
import { formName, uuid } from '../identifiers.ts';
import { closing, leadStates } from '../proxy/lead-state.ts';

/** Responses of the admin API; the dashboard parses them with these schemas. Times are ISO 8601 in UTC. */
export const time = z.iso.datetime();

export const adminStep = z.object({
  step: z.string(),
  /** The tag, the Journey ID, or the proxy's id of the call. */
  name: z.optional(z.string()),
  /** What a journey is called: `names` of the configuration, or what an operator calls it. */
  title: z.optional(z.string()),
  state: z.enum(['pending', 'sending', 'done', 'skipped', 'unknown', 'expired', 'dead']),
  attempts: z.number(),
  startedAt: z.optional(time),
  endedAt: z.optional(time),
  retryAt: z.optional(time),
  /** Outcome of the last attempt: `503 unavailable`. */
  answer: z.optional(z.string()),
  /** Why the service refused it, in its words, without personal data. */
  reason: z.optional(z.string()),
});
export type AdminStep = z.infer<typeof adminStep>;

/** A field that an operator has corrected. The value is in the record; the earlier one is gone. */
const correction = { field: z.string(), by: z.string() };

/** A correction as it is stored. */
export const storedCorrection = z.object({ ...correction, at: z.number() });
export type StoredCorrection = z.infer<typeof storedCorrection>;

/** What an operator can do with a lead. */
export const leadAction = z.enum(['replay', 'release', 'resolve-done', 'resolve-skipped', 'close', 'erase']);
export type LeadAction = z.infer<typeof leadAction>;

/** A number that must not be called: when, by whom and why it was blocked. */
const block = z.object({ id: z.string(), at: time, by: z.string(), reason: z.optional(z.string()) });
export type AdminBlock = z.infer<typeof block>;

/** What an operator has written about a lead. */
const note = z.object({ id: z.number(), at: time, by: z.string(), text: z.string() });
export type AdminNote = z.infer<typeof note>;

export const adminLead = z.object({
  lead: z.string(),
  form: z.string(),
  /** The route of the form that its answers have chosen: the name, or `#1` for the first one without a name. */
  route: z.optional(z.string()),
  state: z.enum(leadStates),
  /** Why the lead is or was held. */
  held: z.optional(z.string()),
  /** Why a held, dead or unknown lead needs the operator: `honeypot`, or `journey: 404 not-found`. */
  cause: z.optional(z.string()),
  /** E.164 digits; empty after its data was deleted. Of a masked lead the last two, after an ellipsis. */
  phone: z.string(),
  /** true in the lists of a viewer: there are only initials and the end of the phone. `GET /leads/:id` has the rest. */
  isMasked: z.optional(z.boolean()),
  record: z.record(z.string(), z.unknown()),
  steps: z.array(adminStep),
  /** The call-back that the visitor of a held lead has requested. */
  heldCall: z.optional(
    z.object({
      requestedAt: time,
      /** The time that the visitor chose. Absent: at once. */
      plannedAt: z.optional(time),
      /** From then on the call is too late, unless the operator places it anyway. */
      expiresAt: time,
    }),
  ),
  /** Whether the visitor asked for a call and was not called in time. */
  isCallMissed: z.optional(z.boolean()),
  /** Who closed the lead, and why; the time is `endedAt`. */
  closed: z.optional(closing),
  /** The fields that an operator has corrected, by whom and when. */
  corrections: z.optional(z.array(z.object({ ...correction, at: time }))),
  /** Of one lead: who has blocked its number, when and why. */
  blocked: z.optional(block),
  /** The fields that an operator can correct. */
  correctable: z.optional(z.array(z.string())),
  /** Of one lead: what operators have written about it, oldest first. */
  notes: z.optional(z.array(note)),
  /** How its form calls its fields. */
  labels: z.optional(z.record(z.string(), z.string())),
  /** What an operator can do with the lead now. */
  actions: z.optional(z.array(leadAction)),
  /** The service's id of the lead. */
  serviceLead: z.optional(z.string()),
  acceptedAt: time,
  /** Time of the next attempt. */
  nextAt: time,
  endedAt: z.optional(time),
});
export type AdminLead = z.infer<typeof adminLead>;

/** First and last name of a lead's record; empty without both. */
export function fullName({ first_name, last_name }: Record<string, unknown>): string {
  return [first_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ');
}

/** Which leads to list or to change. An empty filter means all. */
export const leadFilter = z.strictObject({
  state: z.optional(z.enum(leadStates)),
  /** `cause` of the leads. */
  cause: z.optional(z.string().check(z.maxLength(200))),
  /** Part of a phone, of an id, or of any value of the record. */
  search: z.optional(z.string().check(z.maxLength(200))),
  /** Name of their form. */
  form: z.optional(formName),
  /** Path of the page that they were sent from: `/prices`. */
  page: z.optional(z.string().check(z.maxLength(300))),
  /** An experiment and its variant that their visitors have seen: `greeting=short`. */
  variant: z.optional(z.string().check(z.maxLength(130))),
  /** Accepted from this time on. */
  from: z.optional(time),
  /** Accepted before this time. */
  to: z.optional(time),
  /** Their ids. */
  leads: z.optional(z.array(uuid).check(z.minLength(1), z.maxLength(200))),
});
export type LeadFilter = z.infer<typeof leadFilter>;

/** `name`: by first and last name, without regard to case and accents; those without a name come last. */
export const leadSorts = ['newest', 'oldest', 'name'] as const;
export type LeadSort = (typeof leadSorts)[number];

/**
 * Body of `POST /admin/api/leads/search`. A search is a POST, because web servers log URLs, and with them names and
 * phones.
 */
export const searchRequest = z.strictObject({
  filter: z._default(leadFilter, {}),
  sort: z._default(z.enum(leadSorts), 'newest'),
  before: z.optional(uuid),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 50),
});

/** Leads of `GET /admin/api/leads` and `POST /admin/api/leads/search`. With `next` there may be more: send it as `before`. */
export const adminLeads = z.object({ leads: z.array(adminLead), next: z.optional(z.string()) });

/** Body of `POST /admin/api/leads/count`. */
export const countRequest = z.strictObject({ filter: leadFilter });

export const leadCount = z.object({
  count: z.number(),
  /** How many of them have a step with an unknown outcome, which a replay may repeat. */
  unknown: z.number(),
  /** How many are in each state. A state without any is left out. */
  states: z._default(z.partialRecord(z.enum(leadStates), z.number()), {}),
});
export type LeadCount = z.infer<typeof leadCount>;

/** Body of `POST /admin/api/leads/csv`. */
export const csvRequest = z.strictObject({
  /** The leads of each filter, one after the other. @default [{}], all leads */
  filters: z._default(z.array(leadFilter).check(z.minLength(1), z.maxLength(10)), [{}]),
});

/** `GET /admin/api/causes`: how many leads need the operator, by state and cause, most frequent first. */
export const adminCauses = z.object({
  causes: z.array(z.object({ state: z.enum(leadStates), cause: z.string(), count: z.number() })),
});
export type AdminCause = z.infer<typeof adminCauses>['causes'][number];

/** Why an operator decides, and who it is. */
export const operatorWords = {
  /** For a lead that is closed. Shown in dashboard, log and webhook, so it should name no person. */
  reason: z.optional(z.string().check(z.maxLength(200))),
  /** A name. @default the address that sends the request */
  by: z.optional(z.string().check(z.maxLength(80))),
};

/**
 * Body of `POST /admin/api/leads/bulk`: applies the action to the leads of the filter, in batches. To continue, send
 * `next` of the response as `before`: then no lead is changed twice.
 */
export const bulkRequest = z.strictObject({
  action: leadAction,
  filter: leadFilter,
  before: z.optional(uuid),
  ...operatorWords,
});

export const bulkResult = z.object({
  status: z.literal('success'),
  /** How many leads of this batch were changed. */
  changed: z.number(),
  /** How many were not: they were in the wrong state for the action, or are being delivered right now. */
  unchanged: z.optional(z.number()),
  /** Says so when no lead matches. */
  message: z.optional(z.string()),
  /** How many of them were replayed as stored, because their form is no longer configured. */
  withoutForm: z.optional(z.number()),
  next: z.optional(z.string()),
});

/** `details` of a bulk request that was refused (409) or broke off (503): what was done until then, and where to continue. */
export const bulkDetails = z.object({
  changed: z.number(),
  unchanged: z._default(z.number(), 0),
  next: z.optional(z.string()),
});
export type BulkDetails = z.infer<typeof bulkDetails>;

/**
 * Body of `POST /admin/api/leads/:id/resolve`: settles the unknown steps as done or skipped. A lead whose enrolment is
 * skipped was not delivered, so it is closed.
 */
export const resolveRequest = z.strictObject({
  outcome: z._default(z.enum(['done', 'skipped']), 'done'),
  ...operatorWords,
});

/** Body of `POST /admin/api/leads/:id/close`: ends a lead without delivery. Nothing more of it is sent. */
export const closeRequest = z.strictObject(operatorWords);
export type CloseRequest = z.input<typeof closeRequest>;

/**
 * Body of `POST /admin/api/leads/:id/release`. `call` decides about the call-back that was requested: `as-requested` places or
 * plans it unless it is too late, `now` places a late one too, `none` cancels it.
 */
export const releaseRequest = z.strictObject({
  call: z._default(z.enum(['as-requested', 'now', 'none']), 'as-requested'),
});
export type ReleaseCall = z.output<typeof releaseRequest>['call'];

/**
 * Body of `POST /admin/api/leads/:id/correct`: new values of form fields, checked like those of a visitor. An empty text
 * removes an optional value. The lead stays in its state; a replay or a release sends it.
 */
export const correctRequest = z.strictObject({
  fields: z
    .record(z.string(), fieldValue)
    .check(z.refine((fields) => Object.keys(fields).length > 0, { error: 'name at least one field' })),
  /** true: the operator says that a phone is right which is not known to be in use. */
  phoneConfirmed: z.optional(z.boolean()),
  by: operatorWords.by,
});
export type CorrectRequest = z.input<typeof correctRequest>;

/** Body of `POST /admin/api/leads/:id/notes`. */
export const noteRequest = z.strictObject({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
  by: operatorWords.by,
});

/** Body of `POST /admin/api/erase`: deletes every lead of a phone, written as E.164 digits or with `+`. */
export const eraseRequest = z.strictObject({ phone: z.string().check(z.minLength(1), z.maxLength(40)) });

/** `isBlocked`: the number is on the block list and stays there, as a hash. */
export const erased = z.object({
  status: z.literal('success'),
  erased: z.number(),
  isBlocked: z.optional(z.boolean()),
});

/** `GET /admin/api/blocklist`, newest first. The numbers themselves are not stored. */
export const blockList = z.object({ blocked: z.array(block) });

/** Body of `POST /admin/api/blocklist`. `phone` is written as in `eraseRequest`. */
export const blockRequest = z.strictObject({ ...eraseRequest.shape, ...operatorWords });

/** `POST /admin/api/blocklist`: the new block, or the one that the number has already. */
export const numberBlocked = z.object({ id: z.string() });

/** Body of `DELETE /admin/api/blocklist`. */
export const unblockRequest = z.strictObject({ ...eraseRequest.shape, by: operatorWords.by });
