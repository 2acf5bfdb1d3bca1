import * as z from 'zod/mini';
import { funnelStages, leadStages } from '../proxy/funnel.ts';

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
