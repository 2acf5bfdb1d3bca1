import * as z from 'zod/mini';
import { uuid } from './identifiers.ts';

/** A tag as the service is asked to keep it (2.3). */
export const tag = z.string().check(z.minLength(1));

/** A tag as an operator configures it: the service's convention is underscores between words (2.3). */
export const configuredTag = z.string().check(z.regex(/^\S+$/));

/** Body of Add Tag (4.5); for Remove Tag the same two travel as query parameters (4.6). */
export const tagRequest = z.looseObject({ lead_id: uuid, tag });
export type TagRequest = z.infer<typeof tagRequest>;

/** Success of Add Tag and Remove Tag (4.5, 4.6). */
export const tagResponse = z.looseObject({
  status: z.literal('success'),
  lead_id: uuid,
  tag,
  message: z.optional(z.string()),
});
export type TagResponse = z.infer<typeof tagResponse>;
