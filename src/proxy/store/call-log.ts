import * as z from 'zod/mini';
import { type CallOutcome, type CallState, callState } from '../../protocol/index.ts';
import { describeRows, jsonText, recordText } from './rows.ts';
import type { Row, SqlValue } from './sql.ts';
import { type StoredLead, stepSchema } from './stored-lead.ts';

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

/** The values by which the caps count a call. `network` matches the addresses of the network. */
export type CallKeys = Record<CallCap['per'], string>;

export type CallPlan = {
  /** Agent UUID; case-sensitive. */
  agent: string;
  /** Caller ID. Without one the service chooses. */
  from?: string | undefined;
  /** Passed to the agent's workflow. */
  requestData?: Record<string, unknown> | undefined;
  /** The address as limits count it: an IPv4 address, or the /64 of an IPv6 address. */
  ip: string;
  /** ISO code of the phone's country, for caps per country. */
  country: string;
  requestedAt: number;
  /** When to place the call. Absent: at once. */
  plannedAt?: number | undefined;
  /** When the call expires: a late call is worse than none. */
  expiresAt: number;
  caps: readonly CallCap[];
};

/** A call-back that the configuration does not allow at this time. */
export type RefusedCall = { refused: string; requestedAt: number };

/** The call-back of an accepted lead. A refused one is stored too, with its reason. */
export type LeadCall =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'over-limit' | 'refused'; id: string; reason: string };

/** The states of a call that has been placed and not ended. */
export const openCallStates: readonly CallState[] = ['ringing', 'answered'];

/** The states of a call that somebody has answered. */
export const answeredStates: readonly CallState[] = ['answered', 'completed'];

export type CallRequested =
  /** Not new: the lead has a call of this plan already, or one that waits for its release. */
  | { outcome: 'accepted'; call: string; isNew: boolean }
  | { outcome: 'over-limit'; cap: string; retryAfterMs: number }
  /** The cap allows no further planned call around this time. */
  | { outcome: 'slot-full'; cap: string }
  /** The lead does not exist, or is closed or scrubbed, so nobody is called for it. */
  | { outcome: 'no-lead' };

/**
 * What the operator decides about the call of a lead that is released: to place it as requested, if it is not too late;
 * not to place it; or to place it now with this plan, if its time was not in the future.
 */
export type HeldCallChoice = 'as-requested' | 'none' | CallPlan;

/** The decision about a planned call at its time, from the current configuration. */
export type PlannedCallDecision = CallPlan | RefusedCall;

export type CallDecision = { state: 'waiting' } | { state: 'expired' } | { state: 'refused'; reason: string };

export type DueCalls = {
  /** Planned calls that are due, earliest first. */
  calls: StoredCall[];
  /** The time of the next planned call. */
  nextAt?: number | undefined;
};

const storedCall = z.object({
  id: z.string(),
  /** The lead's id. */
  lead: z.string(),
  phone: z.string(),
  agent: z.string(),
  from: z.optional(z.string()),
  requestData: z.optional(recordText),
  state: callState,
  /** Why the call is refused: the name of a cap, `held`, or the planner's reason. */
  reason: z.optional(z.string()),
  /** When the visitor requested the call. For a planned call that was due, when it was handed to delivery. */
  requestedAt: z.number(),
  /** The time that the visitor chose. */
  plannedAt: z.optional(z.number()),
  expiresAt: z.number(),
  /** The service's ID of the call, for Get Call Details. */
  serviceCall: z.optional(z.string()),
  /** Number of transfers. */
  transfers: z.number(),
  /** When the service was last asked about the call. */
  checkedAt: z.optional(z.number()),
});

/** The attempts to place a call, as a step says it. */
const placing = z.object({
  ...z.pick(stepSchema, { attempts: true, startedAt: true, endedAt: true, retryAt: true, answer: true, reason: true })
    .shape,
  /** What the step counts as although the state of the call is unknown: it was placed, for example. */
  outcome: z.optional(z.enum(['done', 'skipped'])),
});
export type Placing = z.output<typeof placing>;

export type StoredCall = z.output<typeof storedCall> & {
  /** Absent until delivery or an operator has something to say about it. */
  placing?: Placing | undefined;
};

/** The rows of `calls`. Damaged request data is left out: calling somebody without it is better than not at all. */
const callRows = describeRows(storedCall, {
  names: { id: 'call', from: 'caller' },
  fallbacks: { requestData: () => undefined },
});
const placingRows = describeRows(placing, { names: { reason: 'refusal' } });
export const callColumns = [...callRows.columns, ...placingRows.columns];

export function readCall(row: Row): StoredCall {
  const { unreadable: _, ...call } = callRows.read(row);
  return { ...call, ...readPlacing(row) };
}

export function writeCall(call: StoredCall): Record<string, SqlValue> {
  return { ...callRows.write(call), ...placingRows.write(call.placing ?? { attempts: 0 }) };
}

function readPlacing(row: Row): { placing?: Placing } {
  const read = placingRows.read(row);
  return read.attempts === 0 && Object.keys(read).length === 1 ? {} : { placing: read };
}

/** What a lead shows of its calls. */
export type ShownCall = Pick<StoredCall, 'id' | 'state' | 'reason' | 'serviceCall' | 'placing'>;

const shownCallRows = describeRows(z.pick(storedCall, { id: true, state: true, reason: true, serviceCall: true }), {
  names: { id: 'call' },
});
export const shownCallColumns = [...shownCallRows.columns, ...placingRows.columns];
const shownCalls = jsonText(z.array(z.record(z.string(), z.unknown())));

/** Reads the calls that a query has put into one JSON text. */
export function readShownCalls(text: unknown): ShownCall[] {
  return shownCalls.parse(text).map((row) => ({ ...shownCallRows.read(row), ...readPlacing(row) }));
}

/** A new `state` replaces the reason too, and a new `agent` the caller ID. */
export type CallChange = Partial<
  Pick<StoredCall, 'state' | 'reason' | 'agent' | 'from' | 'serviceCall' | 'transfers' | 'checkedAt' | 'expiresAt'>
>;

/** A call that was ended, and its lead then. */
export type EndedCall = { call: StoredCall; lead: StoredLead };

export type NotedCall = {
  /** As it is stored now: another proxy may know more. */
  call: StoredCall;
  /** Its lead, if this change, and none before, says that the call was answered: then only one of several proxies counts it. */
  answered?: StoredLead | undefined;
};

/** The part of the store that call-backs use. */
export interface CallLog {
  /**
   * Adds a call to the steps of a stored lead, or plans it, if every cap allows it. Counts and writes in one
   * transaction. A call that is already planned for this lead and time is accepted again. For a held lead the request is
   * only kept until the release; a new one replaces it.
   */
  requestCall(lead: string, plan: CallPlan): Promise<CallRequested>;
  /** Planned calls that are due, at most `limit`. */
  dueCalls(now: number, limit: number): Promise<DueCalls>;
  /**
   * Ends the plan of a call: adds it to the steps of its lead, or stores that it has expired, is not allowed or is over
   * a cap. Runs in one transaction, so only one of several proxies does it. Undefined if the call is no longer planned.
   */
  startCall(call: string, decision: PlannedCallDecision): Promise<CallDecision | undefined>;
  /** Cancels a planned call, also one of a held lead. Resolves with false if it is no longer planned. */
  cancelCall(call: string): Promise<boolean>;
  findCall(call: string): Promise<StoredCall | undefined>;
  /** Calls that ring or are answered and have not ended, those first that were not looked at for longest. At most `limit`. */
  openCalls(limit: number): Promise<StoredCall[]>;
  /** Ends a call that an operator knows more about, in any state of its lead. Undefined if it cannot be ended so. */
  endCall(call: string, outcome: CallOutcome, now: number): Promise<EndedCall | undefined>;
  /** Stores what is new in what the service reported about a call. Undefined if there is no such call. */
  noteCall(call: string, change: CallChange): Promise<NotedCall | undefined>;
}
