import * as z from 'zod/mini';
import { callState, leadStates, proxySession, webhookStates } from '../../protocol/index.ts';
import type { StoredCall } from './call-log.ts';
import type { CauseCount, ListedCall } from './lead-admin.ts';
import { deliveryPlanSchema, type StoredLead, stepSchema } from './stored-lead.ts';
import { webhookFactsSchema } from './webhook-facts.ts';
import type { StoredWebhook } from './webhook-queue.ts';

/** A text column with JSON. */
function jsonText<T>(schema: z.ZodMiniType<T>) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): unknown => JSON.parse(text)),
    ),
    schema,
  );
}

const recordText = jsonText(z.record(z.string(), z.unknown()));

const leadRow = z.object({
  lead: z.string(),
  form: z.string(),
  phone: z.string(),
  record: recordText,
  plan: jsonText(deliveryPlanSchema),
  state: z.enum(leadStates),
  held: z.nullable(z.string()),
  steps: jsonText(z.array(stepSchema)),
  service_lead: z.nullable(z.string()),
  session: z.nullable(z.string()),
  accepted_at: z.number(),
  next_at: z.number(),
  ended_at: z.nullable(z.number()),
  request_id: z.nullable(z.string()),
  token_hash: z.nullable(z.string()),
});

const sessionText = jsonText(proxySession);

/** The columns that `readLeadRow` needs. */
export const leadColumns = Object.keys(leadRow.shape).join(', ');

/** Reads a row of `leads` from either database. Both store JSON as text. */
export function readLeadRow(row: unknown): StoredLead {
  const read = leadRow.parse(row);
  return {
    id: read.lead,
    form: read.form,
    phone: read.phone,
    record: read.record,
    plan: read.plan,
    state: read.state,
    ...(read.held === null ? {} : { held: read.held }),
    steps: read.steps,
    ...(read.service_lead === null ? {} : { serviceLead: read.service_lead }),
    ...(read.session === null ? {} : { session: sessionText.parse(read.session) }),
    acceptedAt: read.accepted_at,
    nextAt: read.next_at,
    ...(read.ended_at === null ? {} : { endedAt: read.ended_at }),
    ...(read.request_id === null ? {} : { requestId: read.request_id }),
    ...(read.token_hash === null ? {} : { tokenHash: read.token_hash }),
  };
}

const callRow = z.object({
  call: z.string(),
  lead: z.string(),
  phone: z.string(),
  agent: z.string(),
  caller: z.nullable(z.string()),
  request_data: z.nullable(jsonText(z.record(z.string(), z.unknown()))),
  state: callState,
  requested_at: z.number(),
  planned_at: z.nullable(z.number()),
  expires_at: z.number(),
  service_call: z.nullable(z.string()),
  transfers: z.number(),
  checked_at: z.nullable(z.number()),
  reason: z.nullable(z.string()),
});

/** The columns that `readCallRow` needs. */
export const callColumns = Object.keys(callRow.shape).join(', ');

/** Reads a row of `calls`. */
export function readCallRow(row: unknown): StoredCall {
  const read = callRow.parse(row);
  return {
    id: read.call,
    lead: read.lead,
    phone: read.phone,
    agent: read.agent,
    ...(read.caller === null ? {} : { from: read.caller }),
    ...(read.request_data === null ? {} : { requestData: read.request_data }),
    state: read.state,
    ...(read.reason === null ? {} : { reason: read.reason }),
    requestedAt: read.requested_at,
    ...(read.planned_at === null ? {} : { plannedAt: read.planned_at }),
    expiresAt: read.expires_at,
    ...(read.service_call === null ? {} : { serviceCall: read.service_call }),
    transfers: read.transfers,
    ...(read.checked_at === null ? {} : { checkedAt: read.checked_at }),
  };
}

/** The columns that `readListedCallRow` needs, of `calls AS c` left joined with its lead, `leads AS l`. */
export const listedCallColumns = `${Object.keys(callRow.shape)
  .map((name) => `c.${name}`)
  .join(', ')}, coalesce(l.record, '{}') AS record`;

/** Reads a row of `calls` joined with its lead. */
export function readListedCallRow(row: Record<string, unknown>): ListedCall {
  return { ...readCallRow(row), record: recordText.parse(row.record) };
}

const causeRow = z.object({ state: z.enum(leadStates), cause: z.string(), n: z.number() });

/** Reads a row of a count by state and cause. */
export function readCauseRow(row: unknown): CauseCount {
  const { state, cause, n } = causeRow.parse(row);
  return { state, cause, count: n };
}

const webhookRow = z.object({
  webhook: z.string(),
  receiver: z.string(),
  facts: jsonText(webhookFactsSchema),
  webhook_state: z.enum(webhookStates),
  attempts: z.number(),
  created_at: z.number(),
  webhook_next_at: z.number(),
  webhook_ended_at: z.nullable(z.number()),
  answer: z.nullable(z.string()),
  lead: z.string(),
  form: z.string(),
  phone: z.string(),
  record: recordText,
  accepted_at: z.number(),
});

/** The columns that `readWebhookRow` needs, of `webhooks AS w` and its lead, `leads AS l`. */
export const webhookColumns = `w.webhook, w.receiver, w.facts, w.state AS webhook_state, w.attempts, w.created_at,
  w.next_at AS webhook_next_at, w.ended_at AS webhook_ended_at, w.answer, l.lead, l.form, l.phone, l.record, l.accepted_at`;

/** Reads a row of `webhooks` joined with its lead. */
export function readWebhookRow(row: unknown): StoredWebhook {
  const read = webhookRow.parse(row);
  return {
    id: read.webhook,
    receiver: read.receiver,
    facts: read.facts,
    lead: { id: read.lead, form: read.form, phone: read.phone, record: read.record, acceptedAt: read.accepted_at },
    state: read.webhook_state,
    attempts: read.attempts,
    createdAt: read.created_at,
    nextAt: read.webhook_next_at,
    ...(read.webhook_ended_at === null ? {} : { endedAt: read.webhook_ended_at }),
    ...(read.answer === null ? {} : { answer: read.answer }),
  };
}

const enrolmentRow = z.object({ journey: z.string(), lead: z.string(), at: z.number() });

/** Reads a row of `enrolments`. */
export function readEnrolmentRow(row: unknown): z.infer<typeof enrolmentRow> {
  return enrolmentRow.parse(row);
}

/** Reads rows of `state` and `n`, the number of rows in that state. A state without rows counts 0. */
export function readCounts<S extends string>(
  states: readonly S[],
  rows: readonly Record<string, unknown>[],
): Record<S, number> {
  const counts = new Map(rows.map(({ state, n }) => [state, Number(n)]));
  const entries = z.record(z.enum(states), z.number());
  return entries.parse(Object.fromEntries(states.map((state) => [state, counts.get(state) ?? 0])));
}
