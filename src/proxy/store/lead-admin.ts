import type { CallState, LeadState } from '../../protocol/index.ts';
import type { CallCap, StoredCall } from './call-log.ts';
import type { PhoneRecords } from './phone-records.ts';
import type { DeliveryPlan, StoredLead } from './stored-lead.ts';

export type LeadQuery = {
  state?: LeadState;
  /** Only leads with this cause; see `causeOf`. */
  cause?: string;
  /** Part of a phone, of an id, or of any value of the record. */
  search?: string;
  /** Only leads accepted before this one of an earlier page. */
  before?: string;
  /** At most 200. @default 50 */
  limit?: number;
};

export type CallQuery = {
  state?: CallState;
  /** Only calls requested before this time, for the next page. */
  before?: number;
  /** At most 200. @default 50 */
  limit?: number;
};

/** A call with the record of its lead, which is empty once scrubbed. */
export type ListedCall = StoredCall & { record: StoredLead['record'] };

/** How many leads of a state have the same cause. */
export type CauseCount = { state: LeadState; cause: string; count: number };

/** Captured and delivered leads in one span of time. */
export type Activity = { from: number; captured: number; delivered: number };

/** What the configuration says about the leads of a form. */
export type FormDelivery = {
  plan: DeliveryPlan;
  /** Who calls back, if the form offers it: the agent's UUID, and the caller ID. */
  callback?: { agent: string; from?: string };
};

export type ReplayRequest = {
  now: number;
  /** A call gets so long from now to be placed. */
  callTtlMs: number;
  /** The lead's form as it is configured now. Absent when there is no such form any more: the stored plan stays. */
  form?: FormDelivery;
};

/** The store as an operator uses it. Changes resolve with false when the lead is in the wrong state for them. */
export interface LeadAdmin {
  /** Newest first. */
  list(query: LeadQuery): Promise<StoredLead[]>;
  /** Why leads need the operator, most frequent cause first. */
  countCauses(): Promise<CauseCount[]>;
  /** Newest first. */
  listCalls(query: CallQuery): Promise<ListedCall[]>;
  /** Tries the unknown, dead and expired steps of a lead again, as its form is configured now. Done steps stay done. */
  replay(lead: string, request: ReplayRequest): Promise<boolean>;
  /**
   * Settles the unknown steps: they happened (`done`), or are left out (`skipped`). A dead lead is closed: nothing more of it
   * is sent.
   */
  resolve(lead: string, outcome: 'done' | 'skipped', now: number): Promise<boolean>;
  /** Starts the delivery of a held lead. Its call-back is placed if it has not expired and `callCaps` allow it. */
  release(lead: string, now: number, callCaps: readonly CallCap[]): Promise<boolean>;
  /** Deletes a lead, or all leads of a phone, from every table. Resolves with the number of leads. */
  erase(target: { lead: string } | { phone: string }): Promise<number>;
  /** Everything about the person with this phone, E.164 digits. */
  phoneRecords(phone: string): Promise<PhoneRecords>;
  /** Spans of `spanMs` from `since` on, oldest first, without empty ones. */
  activity(since: number, spanMs: number): Promise<Activity[]>;
}
