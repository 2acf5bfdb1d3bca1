import * as z from 'zod/mini';

/** The service's error body. `status` alone makes a response a failure, with or without a message. */
export const errorBody = z.looseObject({ status: z.literal('failed'), message: z.optional(z.unknown()) });
export type ErrorBody = z.infer<typeof errorBody>;

/** The statuses by which the service refuses what a request contains. The service API lists few; these have their standard meaning. */
export const badRequestStatuses: readonly number[] = [400, 413, 414, 415, 422];
