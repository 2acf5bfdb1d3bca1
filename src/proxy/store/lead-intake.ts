import type { CallState, LeadState, ProxySession } from '../../protocol/index.ts';
import type { CallPlan, RefusedCall } from '../domain/call.ts';
import type { DeliveryPlan, StoredLead } from '../domain/lead.ts';
import type { attentionStates } from '../domain/steps.ts';
import type { LeadCall } from './call-log.ts';
import type { DiskSpace } from './capacity-guard.ts';

export type NewLead = {
  /** Idempotency-Key of the request. Only its hash is stored. */
  key: string;
  /** Hash of the body. It distinguishes a repeated request from another request with the same key. */
  bodyHash: string;
  form: string;
  /** E.164 digits. */
  phone: string;
  /** Phone, form fields and custom fields as they go to the service. */
  record: Record<string, unknown>;
  plan: DeliveryPlan;
  /** The call-back that was requested with the lead. It is placed after the other steps. */
  callback?: CallPlan | RefusedCall | undefined;
  /** Why the lead is held until an operator releases it. */
  held?: string | undefined;
  acceptedAt: number;
  /** Request ID of the `POST /leads`, to find the lead in the log. */
  requestId?: string | undefined;
  /** Hash of the token that opens sessions and calls of this lead. */
  tokenHash?: string | undefined;
};

/** A request that was stored earlier under the same key. */
export type StoredRequest = { lead: string; hasSameBody: boolean };

export type Acceptance =
  /** `call` only if a call-back was requested. */
  | { outcome: 'stored'; lead: string; call?: LeadCall }
  | { outcome: 'repeated'; lead: string }
  | { outcome: 'key-reused' };

/**
 * The part of the store that `POST /leads`, `/readyz` and `/metrics` use. Every method rejects only with a StoreError.
 */
export interface LeadIntake {
  /**
   * Resolves only after the commit is durable. Leads that arrive together share one commit, but a bad one fails alone.
   */
  accept(lead: NewLead): Promise<Acceptance>;
  /** The lead that was stored under an Idempotency-Key, and whether it was stored with this body. */
  findRequest(request: Pick<NewLead, 'key' | 'bodyHash'>): Promise<StoredRequest | undefined>;
  /** A random secret that all proxies of this store share. The first call creates it. */
  secret(): Promise<string>;
  /** Stores the session of a 202 response, unless the lead already has one. Resolves with the stored one. */
  keepSession(lead: string, session: ProxySession): Promise<ProxySession>;
  find(lead: string): Promise<StoredLead | undefined>;
  /** Rejects with the reason if no lead can be accepted now: no room, or the store cannot be written. */
  check(): Promise<void>;
  /** Free space on the disk of the database. Undefined if the database is on another machine. */
  space(): Promise<DiskSpace | undefined>;
  counts(): Promise<Record<LeadState, number>>;
  /** How many leads wait for a person. For what runs by itself: unlike `counts` it reads only those. */
  countUnresolved(): Promise<Record<(typeof attentionStates)[number], number>>;
  callCounts(): Promise<Record<CallState, number>>;
  /** When the oldest pending lead was accepted. Undefined without pending leads. */
  oldestPendingAt(): Promise<number | undefined>;
  close(): Promise<void>;
}
