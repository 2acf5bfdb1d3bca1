import * as z from 'zod/mini';
import { fieldName, wholeNumber } from './form.ts';
import { maxSteps } from './form-steps.ts';
import { formName } from './identifiers.ts';
import { variants } from './variants.ts';

/** What a visitor does with the chat in one page view, in the order in which it usually happens. */
export const funnelStages = [
  'teaser',
  'opened',
  'form-started',
  'form-sent',
  'accepted',
  'message',
  'answered',
] as const;
export type FunnelStage = (typeof funnelStages)[number];

/** What the proxy knows itself about the leads of these visitors. A held lead is accepted, too. */
export const leadStages = ['accepted', 'held', 'delivered', 'call-requested', 'call-answered'] as const;
export type LeadStage = (typeof leadStages)[number];

/** Longest path of a page that is counted. */
export const maxPageLength = 300;

/** Path of a page, as it is counted. */
export const page = z
  .string()
  .check(
    z.maxLength(maxPageLength),
    z.regex(/^\/[^?#\p{Cc}]*$/u, { error: 'must be a path without query and hash, such as /prices' }),
  );
/**
 * Body of `POST /funnel`: what happened in one page view after the visitor's first interaction. It names no visitor, and two
 * of them cannot be connected.
 */
export const funnelReport = z.strictObject({
  form: formName,
  /** Path of the page. */
  page,
  variants: z.optional(variants),
  stages: z.array(z.enum(funnelStages)).check(z.minLength(1), z.maxLength(funnelStages.length)),
  /** The field of the form that the visitor typed into last. */
  lastField: z.optional(fieldName),
  /** The number of the form's step that the visitor saw last, from 1, if it is asked in steps. */
  lastStep: z.optional(wholeNumber.check(z.minimum(1), z.maximum(maxSteps))),
  /** Fields whose value the form has refused. */
  problems: z.optional(z.array(fieldName).check(z.maxLength(40))),
});
export type FunnelReport = z.infer<typeof funnelReport>;

/** By what the numbers of `GET /admin/api/funnel` are divided. */
export const funnelDivisions = ['form', 'page', 'variant', 'field', 'step', 'day'] as const;
export type FunnelDivision = (typeof funnelDivisions)[number];

const counts = z.object({
  /** How many visitors have rated a chat with 1, 2 … 5. */
  ratings: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]),
  visits: z.record(z.enum(funnelStages), z.number()),
  leads: z.record(z.enum(leadStages), z.number()),
});
/** `visits`: what visitors' browsers report. `leads`: what the proxy knows itself. `ratings`: how visitors found the chat. */
export type FunnelCounts = z.infer<typeof counts>;

/** `GET /admin/api/funnel`. */
export const adminFunnel = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  total: counts,
  rows: z.array(
    z.extend(counts, {
      /** Name of the form, path of the page, variant, or day (`2026-11-23`). `other`: beyond what is counted apart. */
      name: z.string(),
      /** Of a variant. */
      experiment: z.optional(z.string()),
      /** What the visitors of a variant read, if it has a text of its own and is still in the configuration. */
      text: z.optional(z.string()),
    }),
  ),
  /** With `by=field` only. */
  fields: z.array(
    z.object({
      form: z.string(),
      name: z.string(),
      /** How often it was the last one that a visitor typed into. */
      last: z.number(),
      /** How often the form was not sent then. */
      stopped: z.number(),
      /** How often the form has refused its value. */
      problems: z.number(),
    }),
  ),
  /** With `by=step` only. */
  steps: z._default(
    z.array(
      z.object({
        form: z.string(),
        /** From 1. */
        step: z.number(),
        /** How often it was the last one that a visitor saw. */
        last: z.number(),
        /** How often the form was not sent then. */
        stopped: z.number(),
      }),
    ),
    [],
  ),
});
export type AdminFunnel = z.infer<typeof adminFunnel>;
export type FunnelRow = AdminFunnel['rows'][number];
export type FunnelField = AdminFunnel['fields'][number];
export type FunnelStep = AdminFunnel['steps'][number];
