import * as z from 'zod/mini';
import type { CallOutcome } from '../../protocol/index.ts';
import {
  type CallCap,
  type CallChange,
  type CallDecision,
  type CallPlan,
  callSchema,
  type Placing,
  type PlannedCallDecision,
  placingSchema,
  type StoredCall,
} from '../domain/call.ts';
import type { StoredLead } from '../domain/lead.ts';
import { describeRows, jsonText, recordText } from './rows.ts';
import type { Row, SqlValue } from './sql.ts';

/** The values by which the caps count a call. `network` matches the addresses of the network. */
export type CallKeys = Record<CallCap['per'], string>;

/** The call-back of an accepted lead. A refused one is stored too, with its reason. */
export type LeadCall =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'over-limit' | 'refused'; id: string; reason: string };

export type CallRequested =
  /** Not new: the lead has a call of this plan already, or one that waits for its release. */
  | { outcome: 'accepted'; call: string; isNew: boolean }
  | { outcome: 'over-limit'; cap: string; retryAfterMs: number }
  /** The cap allows no further planned call around this time. */
  | { outcome: 'slot-full'; cap: string }
  /** The lead does not exist, or is closed or scrubbed, so nobody is called for it. */
  | { outcome: 'no-lead' };

export type DueCalls = {
  /** Planned calls that are due, earliest first. */
  calls: StoredCall[];
  /** The time of the next planned call. */
  nextAt?: number | undefined;
};

/** A call as its row has it: what is no text or number is JSON. */
const storedCall = z.extend(callSchema, { requestData: z.optional(recordText) });

/** The rows of `calls`. Damaged request data is left out: calling somebody without it is better than not at all. */
const callRows = describeRows(storedCall, {
  names: { id: 'call', from: 'caller' },
  fallbacks: { requestData: () => undefined },
});
const placingRows = describeRows(placingSchema, { names: { reason: 'refusal' } });
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
