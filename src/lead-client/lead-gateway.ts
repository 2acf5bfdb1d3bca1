import type { CallState, Issue, LeadRequest } from '../protocol/index.ts';

export type LeadOutcome =
  /** `lead` is the proxy's id; null where no proxy keeps leads. `session` null: none could be opened. */
  | { status: 'accepted'; lead: string | null; session: string | null }
  /** Saved in the browser; sending goes on by itself, on later pages too. `memory`: until this page is left. */
  | { status: 'queued'; kept: 'storage' | 'memory' }
  | { status: 'refused'; code: string; message: string; issues: Issue[] };

/** What became of a lead that could first only be queued, on this page or an earlier one. */
export type SettledLead = Exclude<LeadOutcome, { status: 'queued' }>;

export type CallOutcome = { ok: true; call: string } | { ok: false; code: string };

/** Where leads go. A lead is saved before it is sent and forgotten only when it was accepted or refused for good. */
export interface LeadGateway {
  /** Sends a lead; resolves after the first attempt, with what is known then. Never rejects. */
  submit(request: LeadRequest): Promise<LeadOutcome>;
  /** Whether a lead is still waiting in this browser. */
  hasQueued(): boolean;
  /** Sends what earlier pages left; does nothing when nothing waits. */
  flush(): void;
  /** Listens for leads that were queued and are settled now. Returns its end. */
  onSettled(listener: (outcome: SettledLead) => void): () => void;
  /** A new session for a stored lead; null when none can be had. Never rejects. */
  openSession(lead: string): Promise<string | null>;
  /** Asks for a call-back to a stored lead. Never rejects. */
  requestCall(lead: string): Promise<CallOutcome>;
  /** How far a call-back is; undefined when that cannot be learned now. Never rejects. */
  callStatus(call: string): Promise<CallState | undefined>;
  destroy(): void;
}
