import type { CallPlan, RefusedCall } from '../domain/call.ts';
import { callStep } from '../domain/call-transitions.ts';
import type { DeliveryPlan, Step, StoredLead } from '../domain/lead.ts';
import { sha256 } from '../sha256.ts';
import { readShownCalls, shownCallColumns } from './call-rows.ts';
import type { Dialect, Row, SqlScalar, SqlType, Transaction } from './sql.ts';
import { leadRows } from './stored-lead.ts';

/** The columns that `readShownLead` needs. */
export function shownLeadColumns({ jsonObjects }: Dialect): string {
  const calls = jsonObjects(shownCallColumns, 'requested_at, call');
  return `${leadRows.columns.join(', ')}, (SELECT ${calls} FROM calls WHERE calls.lead = leads.lead) AS calls`;
}

/** Reads a lead with its calls as its last steps. */
export function readShownLead(row: Row): StoredLead {
  const lead = leadRows.read(row);
  if (row.calls === null || lead.unreadable?.steps !== undefined) return lead;
  const calls = readShownCalls(row.calls).map(callStep);
  return { ...lead, steps: [...lead.steps, ...calls.filter((step) => step !== undefined)] };
}

/**
 * Locks a lead to which something personal is added, so that an erasure either comes first or deletes that, too. Resolves with false
 * if there is no such lead, or its personal data is deleted.
 */
export async function lockPersonal(tx: Transaction, { forUpdate }: Dialect, lead: string): Promise<boolean> {
  const row = await tx.get(`SELECT phone FROM leads WHERE lead = $1${forUpdate}`, [lead]);
  return row !== undefined && row.phone !== '';
}

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

/** The columns of a new row of `leads`, in the order of `newLeadValues`. */
export const newLeadColumns = {
  lead: 'text',
  key: 'text',
  body_hash: 'text',
  form: 'text',
  phone: 'text',
  record: 'text',
  plan: 'text',
  state: 'text',
  held: 'text',
  steps: 'text',
  accepted_at: 'integer',
  next_at: 'integer',
  reported: 'text',
  request_id: 'text',
  token_hash: 'text',
} as const satisfies Record<string, SqlType>;

/** The values of a new row: held, or pending and due at once. */
export function newLeadValues(id: string, lead: NewLead, steps: readonly Step[]): SqlScalar[] {
  const { key, bodyHash, form, phone, record, plan, held, acceptedAt, requestId, tokenHash } = lead;
  const state = held === undefined ? 'pending' : 'held';
  const about = [id, hashKey(key), hashBody(key, bodyHash), form, phone, JSON.stringify(record), JSON.stringify(plan)];
  const reported = held === undefined ? null : state;
  const delivery = [state, held ?? null, JSON.stringify(steps), acceptedAt, acceptedAt, reported];
  return [...about, ...delivery, requestId ?? null, tokenHash ?? null];
}

/**
 * What is stored of an Idempotency-Key. A lead's token is derived from the key and a secret in the same database, so
 * with the key itself a copy of the database would yield the token. A key is random, so its hash does not reveal it.
 */
export function hashKey(key: string): string {
  return sha256(key);
}

/**
 * What is stored of a request's body. With the key, which is not stored: otherwise whoever has a copy of the database
 * could guess what a person had entered, even after it was deleted.
 */
export function hashBody(key: string, bodyHash: string): string {
  return sha256(`${key} ${bodyHash}`);
}
