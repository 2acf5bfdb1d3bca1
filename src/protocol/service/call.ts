import * as z from 'zod/mini';
import { uuid } from '../identifiers.ts';

const transferLeg = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?::([1-9]\d*))?$/i;

/** A call's id: a UUID. A transfer leg has the id of the original call followed by `:1`, `:2`, … */
export const callId = z.string().check(z.regex(transferLeg));

/** Splits a call id into the original call and the number of the leg: 0 for the original, 1 for `:1`. Undefined for anything else. */
export function parseCallId(id: string): { call: string; leg: number } | undefined {
  const match = transferLeg.exec(id);
  return match?.[1] === undefined ? undefined : { call: match[1], leg: Number(match[2] ?? 0) };
}

/** Call record. The service API lists only some outcomes, so they stay strings. */
export const callRecord = z.looseObject({
  call_id: callId,
  phone_to: z.nullish(z.string()),
  phone_from: z.nullish(z.string()),
  call_start: z.nullish(z.string()),
  call_end: z.nullish(z.string()),
  /** Known values: `Completed`, `CONGESTION`. */
  disposition: z.nullish(z.string()),
  /** Known value: `human`. Absent on a transfer leg. */
  answered_by: z.nullish(z.string()),
  agent: z.nullish(z.string()),
  /** Known value: `out`. */
  direction: z.nullish(z.string()),
  /** On the original: whether the call was transferred. */
  transfer: z.nullish(z.boolean()),
  /** On a transfer leg: this record is one. */
  is_transfer: z.nullish(z.boolean()),
});
export type CallRecord = z.infer<typeof callRecord>;

/** Body of Initiate Call. Both agent and phone are required, by `assumptions.callNeedsAgentAndPhone`. */
export const initiateCallRequest = z.looseObject({
  /** Agent UUID; case-sensitive. */
  agent: uuid,
  /** E.164 digits. */
  phone: z.string().check(z.minLength(1)),
  /** Caller ID. Without it the service takes a number from the agent's phone group. */
  from: z.optional(z.string()),
  /** Any JSON object; goes to the workflow unchanged. */
  request_data: z.optional(z.record(z.string(), z.unknown())),
});
export type InitiateCallRequest = z.infer<typeof initiateCallRequest>;

/** Success of Initiate Call. */
export const initiateCallResponse = z.looseObject({
  call_id: uuid,
  to: z.nullish(z.string()),
  from: z.nullish(z.string()),
  agent: z.nullish(z.string()),
});
export type InitiateCallResponse = z.infer<typeof initiateCallResponse>;

/** Success of Get Call Details: the original record, then one per transfer leg. */
export const callDetailsResponse = z.array(callRecord);
