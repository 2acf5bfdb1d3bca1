import type { CallState, FormConsent, Issue, LeadRequest } from '../../protocol/index.ts';
import type { CallReference, LeadReference, LeadSession } from '../conversation/conversation-state.ts';

export type LeadOutcome =
  /** `lead` is null where no proxy stores leads. `session` null: none could be opened. `issues`: what the proxy ignored. */
  | { status: 'accepted'; lead: LeadReference | null; session: LeadSession | null; issues?: Issue[] }
  /** Saved in the browser, and sent later, on later pages too. `memory`: only while this page stays open. */
  | { status: 'queued'; kept: 'storage' | 'memory' }
  | { status: 'refused'; code: string; message: string; issues: Issue[] };

/** What became of a queued lead, of this page or an earlier one. */
export type SettledLead = Exclude<LeadOutcome, { status: 'queued' }>;

/** A queued lead whose consent is for a text that its form no longer has. It waits for resend() or drop(). */
export type OutdatedLead = { status: 'consent-changed'; key: string; form: string };

/** What a signed token says about the visitor. `message`: why the token does not count. */
export type Identity =
  | { status: 'verified'; fields: Readonly<Record<string, string | boolean>>; issues: readonly Issue[] }
  | { status: 'refused'; message: string }
  | { status: 'unreachable' };

/** `at`: the planned time, in milliseconds; absent for a call that was requested for now. */
export type CallProgress = { readonly state: CallState; readonly at?: number };

/** `code`: why not; for a call that is not possible the proxy's reason, such as `closed`. */
export type CallOutcome = { ok: true; call: CallReference; state: CallState } | { ok: false; code: string };

/** Requests about a lead that is stored already. None of them rejects. */
export interface StoredLeads {
  /** A new session for it; null when none can be had. */
  openSession(lead: LeadReference): Promise<LeadSession | null>;
  /** `at`: when to call, in milliseconds; without it the call is placed at once. */
  requestCall(lead: LeadReference, at?: number): Promise<CallOutcome>;
  /** The progress of a call-back; null when there is no such call, undefined when it cannot be learned now. */
  callStatus(call: CallReference): Promise<CallProgress | null | undefined>;
  /** Cancels a planned call. Resolves with false when the proxy did not do it. */
  cancelCall(call: CallReference): Promise<boolean>;
}

/** Where leads go. A lead is saved before it is sent, and removed only when it was accepted or refused for good. */
export interface LeadGateway extends StoredLeads {
  /** Sends a lead; resolves after the first attempt. Never rejects. */
  submit(request: LeadRequest): Promise<LeadOutcome>;
  /** Whether a lead waits in this browser. */
  hasQueued(): boolean;
  /** Sends what earlier pages left; does nothing when nothing waits. */
  flush(): void;
  /** Listens for queued leads that are settled, or cannot be without the visitor. Returns the function that stops listening. */
  onSettled(listener: (outcome: SettledLead | OutdatedLead) => void): () => void;
  /** Sends a lead again whose consent was outdated. Returns where it waits; undefined if it no longer does. */
  resend(key: string, consent: LeadRequest['consent']): 'storage' | 'memory' | undefined;
  /** Removes a waiting lead. */
  drop(key: string): void;
  /** The consent that a form asks for now; undefined when it cannot be learned. */
  loadConsent(form: string): Promise<FormConsent | null | undefined>;
  /** Asks the proxy to verify a visitor's token. */
  identify(form: string, userToken: string): Promise<Identity>;
  /** Whether the visitor allows storing; if not, leads wait in memory. */
  setPersistent(isPersistent: boolean): void;
  /** Drops the waiting leads: the visitor wants nothing stored, and nothing sent. */
  forget(): void;
  destroy(): void;
}

/** The result of one attempt to send a lead. */
export type SendResult = SettledLead | { status: 'failed'; retryAfterMs?: number };

/** Sends the leads of a queue. */
export interface LeadSender {
  /** Its address. Leads that were queued for another address are left alone. */
  readonly to: string;
  /** `key` is the same for all attempts at one lead. Never rejects. */
  send(key: string, request: LeadRequest): Promise<SendResult>;
}
