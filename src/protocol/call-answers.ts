import * as z from 'zod/mini';
import { uuid } from './identifiers.ts';

/** 202 of `POST /calls`. */
export const callAccepted = z.looseObject({ status: z.literal('accepted'), call: uuid });

/** How far a call-back is. `unknown`: it may have been placed; nobody knows. */
export const callState = z.enum([
  'waiting',
  'placing',
  'ringing',
  'answered',
  'completed',
  'failed',
  'expired',
  'unknown',
]);
export type CallState = z.infer<typeof callState>;

/** 200 of `GET /calls/:id`. */
export const callStatus = z.looseObject({
  status: z.literal('success'),
  call: uuid,
  state: callState,
  /** How many times the call was handed on. */
  transfers: z.optional(z.int()),
});
