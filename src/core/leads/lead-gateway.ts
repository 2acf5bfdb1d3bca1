import type { FieldValue, FormConsent } from '../../protocol/form.ts';
import type { Issue } from '../../protocol/issue.ts';
import type { CallState } from '../../protocol/proxy/call-state.ts';
import type { LeadRequest } from '../../protocol/proxy/requests.ts';
import type { StorageArea } from '../effects/json-storage.ts';
import type { CallReference, CallReport } from '../state/call.ts';
import type { LeadReference, LeadSession } from '../state/conversation.ts';
import type { LeadPlace } from '../state/lead.ts';

export type LeadOutcome =
  /** `lead`: null without a proxy. `session`: null if none could be opened. `issues`: what the proxy ignored. */
  | { status: 'accepted'; lead: LeadReference | null; session: LeadSession | null; issues?: Issue[] }
  /** Saved in the browser and sent later, also by later pages. `memory`: only while this page stays open. */
  | { status: 'queued'; kept: LeadPlace }
  | { status: 'refused'; code: string; message: string; issues: Issue[] };

/** The outcome of a queued lead, of this page or an earlier one. */
export type SettledLead = Exclude<LeadOutcome, { status: 'queued' }>;

/** A queued lead whose consent is for an outdated text. It waits for resend() or drop(). */
export type ConsentOutcome = { status: 'consent-changed'; key: string; form: string };

/** The result of verifying a signed token. `message`: why the token was refused. */
export type Identity =
  | { status: 'verified'; fields: Readonly<Record<string, FieldValue>>; issues: readonly Issue[] }
  | { status: 'refused'; message: string }
  | { status: 'unreachable' };

/** `code`: the proxy's reason, such as `closed`, or its error code. */
export type CallOutcome = { ok: true; call: CallReference; state: CallState } | { ok: false; code: string };

/** Requests for a lead that the proxy has stored. None of them rejects. */
export interface StoredLeads {
  /** Opens a new session; null if that fails. */
  openSession(lead: LeadReference): Promise<LeadSession | null>;
  /** `at`: when to call, in milliseconds. Without it the call is placed at once. */
  requestCall(lead: LeadReference, at?: number): Promise<CallOutcome>;
  /** Requests the progress of a call-back. */
  callStatus(call: CallReference): Promise<CallReport>;
  /** Cancels a planned call. Resolves with false if the proxy did not cancel it. */
  cancelCall(call: CallReference): Promise<boolean>;
}

/** Sends leads. A lead is saved before it is sent, and removed only after it was accepted or permanently refused. */
export interface LeadQueue {
  /** Sends a lead. Resolves after the first attempt, and never rejects. */
  submit(request: LeadRequest): Promise<LeadOutcome>;
  /** Whether a lead is queued in this browser. */
  hasQueued(): boolean;
  /** Sends the leads that earlier pages have queued. */
  flush(): void;
  /** Listens for queued leads that are settled, or that need the visitor. Returns the function that stops listening. */
  onSettled(listener: (outcome: SettledLead | ConsentOutcome) => void): () => void;
  /** Sends a lead with an outdated consent again. Returns where it is queued; undefined if it is no longer queued. */
  resend(key: string, consent: LeadRequest['consent']): LeadPlace | undefined;
  /** Removes a queued lead. */
  drop(key: string): void;
  /**
   * Moves the queued leads to where the chat stores now, or into memory. `previous`: a storage that must keep none. `ofOthers`: one in
   * which they stay for other tabs, and from which they are sent; undefined if that is as before. Returns where they are queued now:
   * `memory` if one of them is, null if none is queued here.
   */
  moveFrom(previous: StorageArea | null, ofOthers?: StorageArea | null): LeadPlace | null;
  /**
   * Removes the queued leads, because the visitor wants them neither stored nor sent. `until`: when that was deleted in another tab, in
   * milliseconds since the epoch; a lead that waits in storage since then is of the next person.
   */
  forget(until?: number): void;
  destroy(): void;
}

/** Everything about leads that needs the network: requests to the proxy, or to the service itself. */
export interface LeadGateway extends LeadQueue, StoredLeads {
  /** Loads the consent that a form currently asks for; null if it asks for none. */
  loadConsent(form: string): Promise<FormConsent | null | 'unreachable'>;
  /** Asks the proxy to verify a visitor's token. */
  identify(form: string, userToken: string): Promise<Identity>;
}

/** What comes of an attempt to send a lead. `isForAll`: other leads would fail too. */
export type AttemptResult = SettledLead | { status: 'failed'; isForAll: boolean; retryAfterMs?: number };

/** The response to one request. `changed`: the lead can be sent as `request`, without what `issues` are about. */
export type SendResult = AttemptResult | { status: 'changed'; request: LeadRequest; issues: Issue[] };

/** Sends the leads of a queue. */
export interface LeadSender {
  /** The URL that leads are sent to. Leads that were queued for another URL are not sent. */
  readonly to: string;
  /** `key` is the same for all attempts to send a lead. Never rejects. */
  send(key: string, request: LeadRequest): Promise<SendResult>;
}
