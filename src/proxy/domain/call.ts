import * as z from 'zod/mini';
import { type CallState, callState } from '../../protocol/proxy/call-state.ts';
import { closing } from '../../protocol/proxy/lead-state.ts';
import { stepSchema } from './lead.ts';

/** Who has ended a call by hand, when and why. */
export const callEnd = z.extend(closing, { at: z.number() });

/** A call as the store has it, without the attempts to place it. */
export const callSchema = z.object({
  id: z.string(),
  /** The lead's id. */
  lead: z.string(),
  phone: z.string(),
  /** Agent UUID; case-sensitive. */
  agent: z.string(),
  /** Caller ID. Without one the service chooses. */
  from: z.optional(z.string()),
  /** Passed to the agent's workflow. */
  requestData: z.optional(z.record(z.string(), z.unknown())),
  state: callState,
  /** Why the call is refused: the name of a cap, `held`, `blocked`, `do-not-call`, or the planner's reason. */
  reason: z.optional(z.string()),
  /** When the visitor requested the call. For a planned call that was due, when it was handed to delivery. */
  requestedAt: z.number(),
  /** The time that the visitor chose. */
  plannedAt: z.optional(z.number()),
  /** When the call expires: a late call is worse than none. */
  expiresAt: z.number(),
  /** 1: an operator has confirmed that it may be outside the form's hours. */
  anyHour: z.optional(z.number()),
  /** The service's ID of the call, for Get Call Details. */
  serviceCall: z.optional(z.string()),
  /** Number of transfers. */
  transfers: z.number(),
  /** When the service was last asked about the call. */
  checkedAt: z.optional(z.number()),
  /** The operator who has ended it by hand. */
  ended: z.optional(callEnd),
});

/** The attempts to place a call, as a step says it. */
export const placingSchema = z.object({
  ...z.pick(stepSchema, { attempts: true, startedAt: true, endedAt: true, retryAt: true, answer: true, reason: true })
    .shape,
  /** What the step counts as although the state of the call is unknown: it was placed, for example. */
  outcome: z.optional(z.enum(['done', 'skipped'])),
});
export type Placing = z.output<typeof placingSchema>;

export type StoredCall = z.output<typeof callSchema> & {
  /** Absent until delivery or an operator has something to say about it. */
  placing?: Placing | undefined;
};

/** A new `state` replaces the reason too, and a new `agent` the caller ID. */
export type CallChange = Partial<
  Pick<StoredCall, 'state' | 'reason' | 'agent' | 'from' | 'serviceCall' | 'transfers' | 'checkedAt' | 'expiresAt'>
>;

/** A limit on calls, counted over stored rows, so a restart does not reset it. */
export type CallCap = {
  /** Reported when the cap is reached. */
  name: string;
  /** `network`: the /48 of an IPv6 address. Such a cap does not apply to IPv4 addresses. */
  per: 'phone' | 'ip' | 'network' | 'country' | 'site';
  points: number;
  seconds: number;
  /** Applies neither to the first call of a network in this time nor to a planned call that is due. @default false */
  exceptFirstOfNetwork?: boolean | undefined;
};

/** What is decided about a call when it is requested. Without `plannedAt` it is placed at once. */
export type CallPlan = Pick<
  StoredCall,
  'agent' | 'from' | 'requestData' | 'requestedAt' | 'plannedAt' | 'expiresAt' | 'anyHour'
> & {
  /** The address as limits count it: an IPv4 address, or the /64 of an IPv6 address. Empty: an operator plans the call. */
  ip: string;
  /** ISO code of the phone's country, for caps per country. */
  country: string;
  caps: readonly CallCap[];
};

/** A call-back that the configuration does not allow at this time. */
export type RefusedCall = { refused: string; requestedAt: number };

/** The states of a call that has been placed and not ended. */
export const openCallStates: readonly CallState[] = ['ringing', 'answered'];

/** Whether the time of a planned call has come. */
export function isDue({ state, plannedAt = 0 }: StoredCall, now: number): boolean {
  return state === 'planned' && plannedAt <= now;
}

/** The states of a call that somebody has answered. */
export const answeredStates: readonly CallState[] = ['answered', 'completed'];

/**
 * What the operator decides about the call of a lead that is released: to place it as requested, if it is not too late;
 * not to place it; or to place it now with this plan, if its time was not in the future.
 */
export type HeldCallChoice = 'as-requested' | 'none' | CallPlan;

/** What becomes of a call at its time, or at the release of its lead: `waiting` for delivery, or not placed. */
export type CallDecision = { state: 'waiting' } | { state: 'expired' } | { state: 'refused'; reason: string };
