import type { CallState } from '../../protocol/index.ts';

/** A limit on calls, counted over durable rows so that a restart does not reset it. */
export type CallCap = {
  /** Told back when it is reached. */
  name: string;
  per: 'phone' | 'ip' | 'country' | 'site';
  points: number;
  seconds: number;
};

export type CallPlan = {
  /** Agent UUID; case-sensitive (4.1). */
  agent: string;
  /** Caller ID; without one the service chooses. */
  from?: string;
  /** Handed to the agent's workflow (4.1). */
  requestData?: Record<string, unknown>;
  /** Whom the per-IP caps count: an address, or a network, hashed or not. */
  ip: string;
  /** ISO code of the phone's country, for caps per country. */
  country: string;
  /** When it was asked for. */
  requestedAt: number;
  /** After this the call is not placed any more: a late call is worse than none. */
  expiresAt: number;
  caps: readonly CallCap[];
};

export type CallRequested =
  | { outcome: 'accepted'; call: string }
  | { outcome: 'over-limit'; cap: string; retryAfterMs: number }
  /** No such lead, or one that is held or scrubbed: nobody may be rung for it. */
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
  requestedAt: number;
  expiresAt: number;
  /** The service's id of the call (4.1), to ask for its record. */
  serviceCall?: string;
  /** How many times the call was handed on (2.2). */
  transfers: number;
  /** When the service was last asked. */
  checkedAt?: number;
};

export type CallChange = Partial<Pick<StoredCall, 'state' | 'serviceCall' | 'transfers' | 'checkedAt'>>;

/** The store as call-backs use it. */
export interface CallLog {
  /** Adds a call to a stored lead's steps, if every cap allows it; count and row are one transaction. */
  requestCall(lead: string, plan: CallPlan): Promise<CallRequested>;
  findCall(call: string): Promise<StoredCall | undefined>;
  /** Notes what the service told about a call. */
  noteCall(call: string, change: CallChange): Promise<void>;
}
