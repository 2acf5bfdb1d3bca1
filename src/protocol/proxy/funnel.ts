import * as z from 'zod/mini';
import { fieldName, wholeNumber } from '../form.ts';
import { maxSteps } from '../form-steps.ts';
import { formName } from '../identifiers.ts';
import { maxPageLength } from './limits.ts';
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
