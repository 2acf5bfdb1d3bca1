import type { LeadState, ProxySession } from '../../protocol/index.ts';
import type { CallPlan, CallRequested } from './call-log.ts';
import type { DeliveryPlan, StoredLead } from './stored-lead.ts';

export type NewLead = {
  /** Idempotency-Key of the request. */
  key: string;
  /** Hash of the body, to tell a repetition from another request under the same key. */
  bodyHash: string;
  form: string;
  /** E.164 digits. */
  phone: string;
  /** Phone, form fields and custom fields as they go to the service. */
  record: Record<string, unknown>;
  plan: DeliveryPlan;
  /** Asks for a call-back with the lead; it is placed after the other steps. */
  callback?: CallPlan;
  /** Reason to hold the lead back until an operator releases it. */
  held?: string;
  acceptedAt: number;
};

export type Acceptance =
  /** `call` only when a call-back was asked for. */
  | { outcome: 'stored'; lead: string; call?: CallRequested }
  | { outcome: 'repeated'; lead: string }
  | { outcome: 'key-reused' };

/** The store as `POST /leads`, `/readyz` and `/metrics` use it. Every method rejects with a StoreError and nothing else. */
export interface LeadIntake {
  /** Settles only after the commit is durable. Leads that arrive together share one commit; a bad one fails alone. */
  accept(lead: NewLead): Promise<Acceptance>;
  /** Keeps the session that a 202 tells. The first one wins: the answer is the one that is kept. */
  keepSession(lead: string, session: ProxySession): Promise<ProxySession>;
  find(lead: string): Promise<StoredLead | undefined>;
  /** Rejects when the store cannot be written. */
  check(): Promise<void>;
  counts(): Promise<Record<LeadState, number>>;
  close(): Promise<void>;
}
