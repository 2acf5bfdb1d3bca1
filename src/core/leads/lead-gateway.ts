import type { CallState, Issue, LeadRequest } from '../../protocol/index.ts';

export type LeadOutcome =
  /** `lead` is the proxy's id; null where no proxy keeps leads. `session` null: none could be opened. */
  | { status: 'accepted'; lead: string | null; session: string | null }
  /** Saved in the browser; sending goes on by itself, on later pages too. `memory`: until this page is left. */
  | { status: 'queued'; kept: 'storage' | 'memory' }
  | { status: 'refused'; code: string; message: string; issues: Issue[] };

/** What became of a lead that could first only be queued, on this page or an earlier one. */
export type SettledLead = Exclude<LeadOutcome, { status: 'queued' }>;

/** `code`: why not; of a call that is not possible the proxy's reason, such as `closed`. */
export type CallOutcome = { ok: true; call: string } | { ok: false; code: string };

/** The requests that concern a lead which is stored already. None of them rejects. */
export interface StoredLeads {
  /** A new session for it; null when none can be had. */
  openSession(lead: string): Promise<string | null>;
  requestCall(lead: string): Promise<CallOutcome>;
  /** How far a call-back is; undefined when that cannot be learned now. */
  callStatus(call: string): Promise<CallState | undefined>;
}

/** Where leads go. A lead is saved before it is sent, and forgotten only when it was accepted or refused for good. */
export interface LeadGateway extends StoredLeads {
  /** Sends a lead; resolves after the first attempt, with what is known then. Never rejects. */
  submit(request: LeadRequest): Promise<LeadOutcome>;
  /** Whether a lead is still waiting in this browser. */
  hasQueued(): boolean;
  /** Sends what earlier pages left; does nothing when nothing waits. */
  flush(): void;
  /** Listens for queued leads that are settled now. Returns its end. */
  onSettled(listener: (outcome: SettledLead) => void): () => void;
  /** Whether the visitor lets us keep anything in the browser; without that leads wait in memory. */
  setKept(allowed: boolean): void;
  /** Gives up the leads that wait: the visitor wants nothing kept, and nothing sent. */
  forget(): void;
  destroy(): void;
}

/** One attempt to hand a lead over. */
export type SendResult = SettledLead | { status: 'failed'; retryAfterMs?: number };

/** The way over which queued leads go. */
export interface LeadSender {
  /** Where it leads to: leads queued for somewhere else are left alone. */
  readonly to: string;
  /** `key` is the same for all attempts at one lead. Never rejects. */
  send(key: string, request: LeadRequest): Promise<SendResult>;
}
