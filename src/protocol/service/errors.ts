import * as z from 'zod/mini';

/** The service's error body. `status` alone makes a response a failure, with or without a message. */
export const errorBody = z.looseObject({ status: z.literal('failed'), message: z.optional(z.unknown()) });
export type ErrorBody = z.infer<typeof errorBody>;
