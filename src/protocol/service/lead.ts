import * as z from 'zod/mini';
import { emailAddress } from '../email.ts';
import { uuid } from '../identifiers.ts';

/** The fields of a lead that the client sends. Loose, because custom fields travel in the same object. */
export const leadRecord = z.looseObject({
  /** E.164 digits; Create Lead puts `1` in front of a number without country code. */
  phone: z.optional(z.string().check(z.minLength(1))),
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
  email: z.optional(emailAddress),
  company: z.optional(z.string()),
});
export type LeadRecord = z.infer<typeof leadRecord>;

/**
 * A lead as Get Lead returns it. Fields without a value may be absent, empty or null. Only what later steps use is strict:
 * a response with an odd time still has the ID of the lead.
 */
export const lead = z.looseObject({
  lead_id: uuid,
  phone: z.nullish(z.string()),
  first_name: z.nullish(z.string()),
  last_name: z.nullish(z.string()),
  email: z.nullish(z.string()),
  company: z.nullish(z.string()),
  tags: z.nullish(z.array(z.string())),
  timezone: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
  updated_at: z.nullish(z.string()),
});
export type Lead = z.infer<typeof lead>;

/** Body of Create Lead. */
export const createLeadRequest = z.looseObject({ record: leadRecord });
export type CreateLeadRequest = z.infer<typeof createLeadRequest>;

/** Success of Create Lead. Delivery needs the id, and the phone only to notice that the service changed it. */
export const createLeadResponse = z.looseObject({
  lead: z.looseObject({ lead_id: uuid, phone: z.optional(z.unknown()) }),
});
export type CreateLeadResponse = z.infer<typeof createLeadResponse>;

/** The lead on file, as a 409 of Create Lead describes it. */
export const existingLead = z.looseObject({
  lead_id: uuid,
  phone: z.nullish(z.string()),
  first_name: z.nullish(z.unknown()),
});
export type ExistingLead = z.infer<typeof existingLead>;

export const leadExistsResponse = z.looseObject({
  status: z.literal('failed'),
  message: z.string(),
  lead: existingLead,
});

/** Body of Update Lead: the fields stand next to `lead_id`, not inside `record`. */
export const updateLeadRequest = z.looseObject({
  lead_id: uuid,
  email: z.optional(emailAddress),
  company: z.optional(z.string()),
});
export type UpdateLeadRequest = z.infer<typeof updateLeadRequest>;

/** Success of Update Lead. Nothing in it is needed. */
export const updateLeadResponse = z.looseObject({ status: z.nullish(z.string()) });
export type UpdateLeadResponse = z.infer<typeof updateLeadResponse>;

/** Query of Get Lead: a phone or a lead_id. */
export type GetLeadQuery = { phone: string; lead_id?: never } | { lead_id: string; phone?: never };

/** A tag in requests and responses. */
export const tag = z.string().check(z.minLength(1));

/** A tag in an operator's configuration: the service's convention is underscores between words. */
export const configuredTag = z.string().check(z.regex(/^\S+$/));

/** Body of Add Tag. Remove Tag sends the same two as query parameters. */
export const tagRequest = z.looseObject({ lead_id: uuid, tag });
export type TagRequest = z.infer<typeof tagRequest>;

/** Success of Add Tag and Remove Tag. Nothing in it is needed. */
export const tagResponse = z.looseObject({ status: z.nullish(z.string()) });
export type TagResponse = z.infer<typeof tagResponse>;
