import type { CallState } from '../../protocol/index.ts';

/** A limit on calls, counted over stored rows, so a restart does not reset it. */
export type CallCap = {
  /** Reported when it is reached. */
  name: string;
  per: 'phone' | 'ip' | 'country' | 'site';
  points: number;
  seconds: number;
  /** Does not apply to the first call of an address in this time, nor to a planned call that is due. @default false */
  exceptFirstOfIp?: boolean;
};

/** What the caps count: the columns of a call. */
export type CallKeys = Record<CallCap['per'], string>;

export type CallPlan = {
  /** Agent UUID; case-sensitive. */
  agent: string;
  /** Caller ID; without one the service chooses. */
  from?: string;
  /** Passed to the agent's workflow. */
  requestData?: Record<string, unknown>;
  /** What the caps per IP count: an address or a network, hashed or not. */
  ip: string;
  /** ISO code of the phone's country, for caps per country. */
  country: string;
  requestedAt: number;
  /** When the call is to be placed. Absent: at once. */
  plannedAt?: number;
  /** After this the call is not placed any more: a late call is worse than none. */
  expiresAt: number;
  caps: readonly CallCap[];
};

/** A call-back that the configuration does not allow at this time. */
export type RefusedCall = { refused: string; requestedAt: number };

/** The call-back of an accepted lead. A refused one is stored too, with its reason. */
export type LeadCall =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'over-limit' | 'refused'; id: string; reason: string };

export type CallRequested =
  | { outcome: 'accepted'; call: string }
  | { outcome: 'over-limit'; cap: string; retryAfterMs: number }
  /** As many calls as the cap allows are planned around this time. */
  | { outcome: 'slot-full'; cap: string }
  /** No such lead, or one that is held or scrubbed: nobody is called for it. */
  | { outcome: 'no-lead' };

/** What the configuration says about a planned call at its time. */
export type PlannedCallDecision = CallPlan | RefusedCall;

export type CallDecision = { state: 'waiting' } | { state: 'expired' } | { state: 'refused'; reason: string };

export type DueCalls = {
  /** Planned calls whose time has come, the earliest first. */
  calls: StoredCall[];
  /** The time of the next one. */
  nextAt?: number;
};

export type StoredCall = {
  id: string;
  /** The lead's id. */
  lead: string;
  phone: string;
  agent: string;
  from?: string;
  requestData?: Record<string, unknown>;
  state: CallState;
  /** Why it is refused: the name of a cap, `held`, or the planner's reason. */
  reason?: string;
  /** When the visitor requested it; for a planned call whose time has come, when it was handed to delivery. */
  requestedAt: number;
  /** The time that the visitor chose. */
  plannedAt?: number;
  expiresAt: number;
  /** The service's ID of the call, for Get Call Details. */
  serviceCall?: string;
  /** How many times the call was transferred. */
  transfers: number;
  /** When the service was last asked about it. */
  checkedAt?: number;
};

/** A new `state` replaces the reason too, and a new `agent` the caller ID. */
export type CallChange = Partial<
  Pick<StoredCall, 'state' | 'reason' | 'agent' | 'from' | 'serviceCall' | 'transfers' | 'checkedAt' | 'expiresAt'>
>;

/** The store as call-backs use it. */
export interface CallLog {
  /**
   * Adds a call to the steps of a stored lead, or plans it, if every cap allows it; count and row are one transaction. A
   * call that is planned for this lead and time already is accepted again.
   */
  requestCall(lead: string, plan: CallPlan): Promise<CallRequested>;
  /** Planned calls that are due, at most `limit`. */
  dueCalls(now: number, limit: number): Promise<DueCalls>;
  /**
   * Ends the plan of a call: adds it to the steps of its lead, or stores that it has expired, is not allowed or is over a
   * cap. One transaction, so of several proxies one does it. Undefined when the call is not planned any more.
   */
  startCall(call: string, decision: PlannedCallDecision): Promise<CallDecision | undefined>;
  /** Cancels a planned call. Resolves with false when it is not planned any more. */
  cancelCall(call: string): Promise<boolean>;
  findCall(call: string): Promise<StoredCall | undefined>;
  /** Stores what the service reported about a call. */
  noteCall(call: string, change: CallChange): Promise<void>;
}
