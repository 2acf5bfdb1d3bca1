import * as z from 'zod/mini';
import { closing, leadStates, proxySession, storedCorrection } from '../../protocol/index.ts';
import { callStep } from '../delivery/call-transitions.ts';
import { sha256 } from '../sha256.ts';
import { readShownCall, shownCallColumns, shownCalls } from './call-row.ts';
import { jsonText, present, readRow, recordText } from './json-text.ts';
import type { NewLead } from './lead-intake.ts';
import type { Dialect, SqlScalar, SqlType, SqlValue } from './sql.ts';
import { deliveryPlanSchema, type Step, type StoredLead, stepSchema } from './stored-lead.ts';

const leadRow = z.object({
  lead: z.string(),
  form: z.string(),
  phone: z.string(),
  record: recordText,
  plan: jsonText(deliveryPlanSchema),
  state: z.enum(leadStates),
  held: z.nullable(z.string()),
  closed: z.nullable(jsonText(closing)),
  corrections: z.nullable(jsonText(z.array(storedCorrection))),
  steps: jsonText(z.array(stepSchema)),
  service_lead: z.nullable(z.string()),
  session: z.nullable(jsonText(proxySession)),
  accepted_at: z.number(),
  next_at: z.number(),
  ended_at: z.nullable(z.number()),
  request_id: z.nullable(z.string()),
  token_hash: z.nullable(z.string()),
});

/** What a lead has instead of a column that cannot be read. */
const fallbacks = {
  state: 'unknown',
  record: '{}',
  plan: '{"tags":[]}',
  steps: '[]',
  session: null,
  closed: null,
  corrections: null,
};

/** The columns that `readLeadRow` needs. */
export const leadColumns = Object.keys(leadRow.shape).join(', ');

/** The columns that `readShownLead` needs. */
export function shownLeadColumns({ jsonObjects }: Dialect): string {
  const calls = jsonObjects(shownCallColumns, 'requested_at, call');
  return `${leadColumns}, (SELECT ${calls} FROM calls WHERE calls.lead = leads.lead) AS calls`;
}

/** Reads a lead with its calls as its last steps. */
export function readShownLead(row: Record<string, unknown>): StoredLead {
  const lead = readLeadRow(row);
  if (row.calls === null || lead.unreadable?.steps !== undefined) return lead;
  const calls = shownCalls.parse(row.calls).map((call) => callStep(readShownCall(call)));
  return { ...lead, steps: [...lead.steps, ...calls.filter((step) => step !== undefined)] };
}

/** Reads a row of `leads` from either database. */
export function readLeadRow(row: Record<string, unknown>): StoredLead {
  const { read, unreadable } = readRow(leadRow, row, fallbacks);
  return present({
    id: read.lead,
    form: read.form,
    phone: read.phone,
    record: read.record,
    plan: read.plan,
    state: read.state,
    held: read.held ?? undefined,
    closed: read.closed ?? undefined,
    corrections: read.corrections ?? undefined,
    steps: read.steps,
    serviceLead: read.service_lead ?? undefined,
    // JSON's null is a session, too.
    session: row.session === null ? undefined : read.session,
    acceptedAt: read.accepted_at,
    nextAt: read.next_at,
    endedAt: read.ended_at ?? undefined,
    requestId: read.request_id ?? undefined,
    tokenHash: read.token_hash ?? undefined,
    unreadable,
  });
}

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

/** The columns of a lead that change, and their values. */
export const changingLeadColumns = {
  phone: ({ phone }) => phone,
  record: ({ record }) => JSON.stringify(record),
  plan: ({ plan }) => JSON.stringify(plan),
  state: ({ state }) => state,
  held: ({ held }) => held ?? null,
  closed: ({ closed }) => (closed === undefined ? null : JSON.stringify(closed)),
  corrections: ({ corrections }) => (corrections === undefined ? null : JSON.stringify(corrections)),
  steps: ({ steps }) => JSON.stringify(steps),
  service_lead: ({ serviceLead }) => serviceLead ?? null,
  next_at: ({ nextAt }) => nextAt,
  ended_at: ({ endedAt }) => endedAt ?? null,
} satisfies Record<string, (lead: StoredLead) => SqlValue>;

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
