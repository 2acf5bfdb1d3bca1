import type { LeadState } from '../../protocol/index.ts';
import type { StoredLead } from './stored-lead.ts';

export type LeadQuery = {
  state?: LeadState;
  /** Part of a phone, of an id, or of any value of the record. */
  search?: string;
  /** Only leads accepted before this one of an earlier page. */
  before?: string;
  /** At most 200. @default 50 */
  limit?: number;
};

/** Captured and delivered leads in one span of time. */
export type Activity = { from: number; captured: number; delivered: number };

/** The store as an operator uses it. Those that change a lead tell false when it is in no state for that. */
export interface LeadAdmin {
  /** Newest first. */
  list(query: LeadQuery): Promise<StoredLead[]>;
  /** Tries the unknown, dead and expired steps of a lead again. A call gets `callTtlMs` from now to be placed. */
  replay(lead: string, now: number, callTtlMs: number): Promise<boolean>;
  /** An operator knows what became of the unknown steps: they happened (`done`), or are not to happen (`skipped`). */
  resolve(lead: string, outcome: 'done' | 'skipped', now: number): Promise<boolean>;
  /** Lets a held lead go its way. */
  release(lead: string, now: number): Promise<boolean>;
  /** Deletes a lead, or all of a phone, from every table. Answers how many leads. */
  erase(target: { lead: string } | { phone: string }): Promise<number>;
  /** Spans of `spanMs` from `since` on, oldest first, those without leads left out. */
  activity(since: number, spanMs: number): Promise<Activity[]>;
}
