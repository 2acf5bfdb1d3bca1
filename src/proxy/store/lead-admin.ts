import type { CallState, LeadState } from '../../protocol/index.ts';
import type { CallCap, HeldCallChoice, StoredCall } from '../domain/call.ts';
import type { CorrectRequest, Decision, ReplayRequest } from '../domain/decisions.ts';
import type { StoredLead } from '../domain/lead.ts';
import type { FormDelivery } from '../domain/routes.ts';
import type { StoredWebhook } from './webhook-queue.ts';

export type LeadQuery = {
  state?: LeadState | undefined;
  /** Only leads with this cause; see `causeOf`. */
  cause?: string | undefined;
  /** Part of a phone, of an id, or of any value of the record. */
  search?: string | undefined;
  /** Digits of a phone that the search may mean, of which one is enough. */
  phones?: readonly string[] | undefined;
  form?: string | undefined;
  /** Path of the page that they were sent from. */
  page?: string | undefined;
  /** What a field of the record must be. */
  field?: { name: string; value: string } | undefined;
  /** Accepted from this time on. */
  from?: number | undefined;
  /** Accepted before this time. */
  to?: number | undefined;
  /** Only these leads. */
  leads?: readonly string[] | undefined;
  /** Only leads accepted before this one of an earlier page. Finds nothing if it has been erased since. */
  before?: string | undefined;
  /** At most 200. @default 50 */
  limit?: number | undefined;
};

export type CallQuery = Pick<LeadQuery, 'form' | 'page' | 'field'> & {
  state?: CallState | undefined;
  /** Only calls that somebody has answered, also those that have ended since. */
  isAnswered?: boolean | undefined;
  /** Requested from this time on. */
  from?: number | undefined;
  /** Requested before this time. */
  to?: number | undefined;
  /** Only calls after this one of an earlier page. */
  before?: string | undefined;
  /** At most 200. @default 50 */
  limit?: number | undefined;
};

/** A call with the record of its lead, which is empty once scrubbed. */
export type ListedCall = StoredCall & { record: StoredLead['record'] };

/** `lastEndedAt`: when the youngest of them ended, from which its deletion counts. */
export type UnidentifiedLeads = { count: number; lastEndedAt?: number };

/** How many leads of a state have the same cause. */
export type CauseCount = { state: LeadState; cause: string; count: number };

/** Captured and delivered leads in one span of time. */
export type Activity = { from: number; captured: number; delivered: number };

export type ReleaseRequest = {
  now: number;
  /** Limits on a call that is placed as requested. */
  callCaps: readonly CallCap[];
  call: HeldCallChoice;
  /** See `ReplayRequest`. */
  form?: FormDelivery | undefined;
};

/** How many leads a command erased, and when; nothing about the person. */
export type Erasure = { at: number; leads: number };

/** How many leads and planned calls wait for a decision after a restore. */
export type HeldPending = { leads: number; calls: number };

/** Everything that is stored about the person with a phone, each kind in the order in which it was stored. */
export type PhoneRecords = {
  leads: StoredLead[];
  /** `ip`: the address that requested the call, or its network. */
  calls: (StoredCall & { ip: string; country: string })[];
  enrolments: { journey: string; lead: string; at: number }[];
  webhooks: StoredWebhook[];
};

/** The part of the store that operators use. A change resolves with false if the lead is in the wrong state for it. */
export interface LeadAdmin {
  /** Newest first. */
  list(query: LeadQuery): Promise<StoredLead[]>;
  /** How many leads `list` finds, and how many of them have a step with an unknown outcome. */
  countLeads(query: Omit<LeadQuery, 'before' | 'limit'>): Promise<{ count: number; unknown: number }>;
  /** Why leads need the operator, most frequent cause first. */
  countCauses(): Promise<CauseCount[]>;
  /** Newest first. */
  listCalls(query: CallQuery): Promise<ListedCall[]>;
  /**
   * Retries the unknown, dead and expired steps of a lead, and all that a closed one still had, with the current
   * configuration of its form. Done steps stay done.
   */
  replay(lead: string, request: ReplayRequest): Promise<boolean>;
  /**
   * Settles the unknown steps as `done` (they happened) or `skipped`. A lead whose enrolment is skipped is closed: it was not
   * delivered.
   */
  resolve(lead: string, outcome: 'done' | 'skipped', decision: Decision): Promise<boolean>;
  /**
   * Ends a lead without delivery: nothing more of it is sent, and its open calls are cancelled. Resolves with false for a
   * delivered or closed lead, and for one that is being delivered right now. A replay opens it again.
   */
  closeLead(lead: string, decision: Decision): Promise<boolean>;
  /**
   * Corrects values of a lead, and records which, when and by whom. If the service has the lead already, a step writes them
   * there. Resolves with false for a delivered lead, for one that is being delivered, and for the phone of a lead that the
   * service has.
   */
  correct(lead: string, request: CorrectRequest): Promise<boolean>;
  /** The calls of these leads that wait for their release, at most one of each. */
  heldCalls(leads: readonly string[]): Promise<StoredCall[]>;
  /** Starts the delivery of a held lead as its form is now, and decides about the call that was requested for it. */
  release(lead: string, request: ReleaseRequest): Promise<boolean>;
  /**
   * Deletes leads, or all leads of a phone, scrubbed ones too, from every table in one transaction. Resolves with the
   * number of leads.
   */
  erase(target: { leads: readonly string[] } | { phone: string }): Promise<number>;
  /**
   * Whether what was deleted has left the disk, as far as the database can do that itself. False while another connection
   * of an embedded store is reading; the store tries again.
   */
  emptyLog(): Promise<boolean>;
  /** Scrubbed leads whose phone nothing tells any more, not even a hash. */
  countUnidentified(): Promise<UnidentifiedLeads>;
  /** Keeps that a command erased leads, for the log of the proxies. */
  recordErasure(erasure: Erasure): Promise<void>;
  /** The recorded erasures, oldest first. Each is returned once, to one of the proxies. */
  takeErasures(): Promise<Erasure[]>;
  /**
   * After a restore: every pending lead becomes `unknown` with all its open steps, because it may have been delivered since the
   * backup; so does every planned call whose time is over. The operator decides.
   */
  holdPending(now: number): Promise<HeldPending>;
  /** Everything about the person with this phone, E.164 digits. */
  phoneRecords(phone: string): Promise<PhoneRecords>;
  /** Time spans of `spanMs` since `since`, oldest first, without empty ones. */
  activity(since: number, spanMs: number): Promise<Activity[]>;
}
