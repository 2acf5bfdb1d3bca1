import type { CallState } from '../../protocol/index.ts';

/** A limit on calls, counted over stored rows, so a restart does not reset it. */
export type CallCap = {
  /** Reported when it is reached. */
  name: string;
  per: 'phone' | 'ip' | 'country' | 'site';
  points: number;
  seconds: number;
};

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
  /** After this the call is not placed any more: a late call is worse than none. */
  expiresAt: number;
  caps: readonly CallCap[];
};

/** A call-back that is requested with a lead, though the configuration does not allow it now. */
export type RefusedCall = { refused: string; requestedAt: number };

/** The call-back of an accepted lead. A refused one is stored too, with its reason. */
export type LeadCall =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'over-limit' | 'refused'; id: string; reason: string };

export type CallRequested =
  | { outcome: 'accepted'; call: string }
  | { outcome: 'over-limit'; cap: string; retryAfterMs: number }
  /** No such lead, or one that is held or scrubbed: nobody is called for it. */
  | { outcome: 'no-lead' };

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
  requestedAt: number;
  expiresAt: number;
  /** The service's ID of the call, for Get Call Details. */
  serviceCall?: string;
  /** How many times the call was transferred. */
  transfers: number;
  /** When the service was last asked about it. */
  checkedAt?: number;
};

export type CallChange = Partial<Pick<StoredCall, 'state' | 'serviceCall' | 'transfers' | 'checkedAt'>>;

/** The store as call-backs use it. */
export interface CallLog {
  /** Adds a call to the steps of a stored lead, if every cap allows it; count and row are one transaction. */
  requestCall(lead: string, plan: CallPlan): Promise<CallRequested>;
  findCall(call: string): Promise<StoredCall | undefined>;
  /** Stores what the service reported about a call. */
  noteCall(call: string, change: CallChange): Promise<void>;
}
