import * as z from 'zod/mini';
import { formName, uuid } from '../identifiers.ts';
import { page } from './funnel.ts';
import { maxRatingCommentLength, ratingValues } from './limits.ts';
import { variants } from './variants.ts';

/** Body of `POST /ratings`: how a visitor found a conversation. */
export const ratingRequest = z.strictObject({
  rating: z.literal(ratingValues),
  comment: z.optional(z.string().check(z.maxLength(maxRatingCommentLength))),
  /** The lead of the conversation, with its token, if there is one. */
  lead: z.optional(uuid),
  token: z.optional(z.string().check(z.maxLength(200))),
  /** Where the conversation was: a rating with a lead is counted with the form, page and variants of the lead. */
  form: z.optional(formName),
  page: z.optional(page),
  variants: z.optional(variants),
});
export type RatingRequest = z.infer<typeof ratingRequest>;
