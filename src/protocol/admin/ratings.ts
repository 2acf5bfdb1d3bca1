import * as z from 'zod/mini';

/** `GET /admin/api/ratings`, newest first: what visitors have written. How they are distributed is in `GET /admin/api/funnel`. */
export const adminRatings = z.object({
  ratings: z.array(
    z.object({
      at: z.iso.datetime(),
      rating: z.int(),
      comment: z.string(),
      form: z.string(),
      page: z.string(),
      /** Its lead, if the visitor has left one. */
      lead: z.optional(z.string()),
    }),
  ),
});
export type AdminRatings = z.infer<typeof adminRatings>;
