import * as z from 'zod/mini';
import { storedCorrection } from '../../protocol/admin/leads.ts';
import { closing } from '../../protocol/proxy/lead-state.ts';
import { type ProxySession, proxySession } from '../../protocol/proxy/responses.ts';
import type { CallPlan, RefusedCall } from '../domain/call.ts';
import { callStep } from '../domain/call-transitions.ts';
import { deliveryPlanSchema, leadSchema, type StoredLead, stepSchema } from '../domain/lead.ts';
import { firstSteps } from '../domain/steps.ts';
import { sha256 } from '../sha256.ts';
import { readShownCalls, shownCallColumns } from './call-rows.ts';
import { describeRows, jsonText, recordText } from './rows.ts';
import type { Dialect, Row, SqlScalar, Transaction } from './sql.ts';

/** A lead as its row has it: what is no text or number is JSON. */
const storedLead = z.extend(leadSchema, {
  record: recordText,
  plan: jsonText(deliveryPlanSchema),
  closed: z.optional(jsonText(closing)),
  corrections: z.optional(jsonText(z.array(storedCorrection))),
  steps: jsonText(z.array(stepSchema)),
  session: z.optional(jsonText(proxySession)),
});

const damagedOrigin = { record: () => '{}', plan: () => '{"tags":[]}' };

/** The rows of `leads`. */
export const leadRows = describeRows(storedLead, {
  names: { id: 'lead' },
  fallbacks: {
    state: () => 'unknown',
    ...damagedOrigin,
    steps: () => '[]',
    session: () => undefined,
    closed: () => undefined,
    corrections: () => undefined,
  },
});

/** What others show of a lead: its rows joined with theirs. */
const leadOrigin = z.pick(storedLead, {
  ...{ id: true, form: true, phone: true, record: true, plan: true, acceptedAt: true },
});
export type LeadOrigin = z.output<typeof leadOrigin>;
export const leadOriginRows = describeRows(leadOrigin, {
  names: { id: 'lead' },
  fallbacks: damagedOrigin,
});

const sessionRows = describeRows(z.pick(storedLead, { session: true }), { fallbacks: { session: () => undefined } });

/** The session that is stored with a lead. Undefined if it has none, or none that can be read. */
export function readSession(row: Row): ProxySession | undefined {
  return sessionRows.read(row).session;
}

/** The columns that `readShownLead` needs. */
export function shownLeadColumns({ jsonObjects }: Dialect): string {
  const calls = jsonObjects(shownCallColumns, 'requested_at, call');
  return `${leadRows.list}, (SELECT ${calls} FROM calls WHERE calls.lead = leads.lead) AS calls`;
}

/** Reads a lead with its calls as its last steps. */
export function readShownLead(row: Row): StoredLead {
  const lead = leadRows.readMarked(row);
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

export type NewLead = Pick<
  StoredLead,
  'form' | 'phone' | 'record' | 'plan' | 'held' | 'acceptedAt' | 'requestId' | 'tokenHash'
> & {
  /** Idempotency-Key of the request. Only its hash is stored. */
  key: string;
  /** Hash of the body. It distinguishes a repeated request from another request with the same key. */
  bodyHash: string;
  /** The call-back that was requested with the lead. It is placed after the other steps. */
  callback?: CallPlan | RefusedCall | undefined;
};

/** The columns of a new row of `leads`: those of a lead, and what only its row has. */
export const newLeadColumns = leadRows.typesOf([...leadRows.columns, 'key', 'body_hash', 'reported']);

/** The values of a new row, in this order. It is held, or pending and due at once. */
export function newLeadValues(id: string, lead: NewLead): SqlScalar[] {
  const { key, bodyHash, callback: _, ...about } = lead;
  const state = lead.held === undefined ? 'pending' : 'held';
  const row = leadRows.write({ ...about, id, state, steps: firstSteps(lead), nextAt: lead.acceptedAt });
  const reported = state === 'held' ? state : null;
  return [...Object.values(row), hashKey(key), hashBody(key, bodyHash), reported];
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
