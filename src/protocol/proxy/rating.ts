import * as z from 'zod/mini';
import { formName, uuid } from '../identifiers.ts';
import { page } from './funnel.ts';
import { variants } from './variants.ts';

/** Longest comment on a chat, in characters. */
export const maxRatingCommentLength = 1000;

/** Largest body of `POST /ratings`, in bytes. */
export const maxRatingBytes = 2048;

/** How a visitor found a chat, worst first. Of two thumbs, one is 1 and the other 5. */
export const ratingValues = [1, 2, 3, 4, 5] as const;

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
