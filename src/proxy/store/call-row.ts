import * as z from 'zod/mini';
import { callState } from '../../protocol/index.ts';
import type { CallCap, CallKeys, CallPlan, Placing, StoredCall } from './call-log.ts';
import { jsonText, present, readRow, recordText } from './json-text.ts';
import type { ListedCall } from './lead-admin.ts';
import type { SqlValue } from './sql.ts';

const callRow = z.object({
  call: z.string(),
  lead: z.string(),
  phone: z.string(),
  agent: z.string(),
  caller: z.nullable(z.string()),
  request_data: z.nullable(recordText),
  state: callState,
  requested_at: z.number(),
  planned_at: z.nullable(z.number()),
  expires_at: z.number(),
  service_call: z.nullable(z.string()),
  transfers: z.number(),
  checked_at: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  attempts: z.number(),
  started_at: z.nullable(z.number()),
  ended_at: z.nullable(z.number()),
  retry_at: z.nullable(z.number()),
  answer: z.nullable(z.string()),
  refusal: z.nullable(z.string()),
  outcome: z.nullable(z.enum(['done', 'skipped'])),
});

/** What a lead shows of its calls. */
const shownCallRow = z.array(
  z.pick(callRow, {
    ...{ call: true, state: true, reason: true, service_call: true, attempts: true, started_at: true, ended_at: true },
    ...{ retry_at: true, answer: true, refusal: true, outcome: true },
  }),
);
export const shownCalls = jsonText(shownCallRow);
export const shownCallColumns = Object.keys(shownCallRow.def.element.shape);
type ShownCallRow = z.infer<typeof shownCallRow>[number];

/** The call of a lead that only shows it. */
export function readShownCall(
  row: ShownCallRow,
): Pick<StoredCall, 'id' | 'state' | 'reason' | 'serviceCall' | 'placing'> {
  return present({
    id: row.call,
    state: row.state,
    reason: row.reason ?? undefined,
    serviceCall: row.service_call ?? undefined,
    placing: placingOf(row),
  });
}

function placingOf(row: ShownCallRow): Placing | undefined {
  const placing = present({
    attempts: row.attempts,
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    retryAt: row.retry_at ?? undefined,
    answer: row.answer ?? undefined,
    reason: row.refusal ?? undefined,
    outcome: row.outcome ?? undefined,
  });
  return row.attempts === 0 && Object.keys(placing).length === 1 ? undefined : placing;
}

/** The columns that `readCallRow` needs. */
export const callColumns = Object.keys(callRow.shape).join(', ');

/** Reads a row of `calls`. Damaged request data is left out: calling somebody without it is better than not at all. */
export function readCallRow(row: Record<string, unknown>): StoredCall {
  const { read } = readRow(callRow, row, { request_data: null });
  return present({
    ...readShownCall(read),
    lead: read.lead,
    phone: read.phone,
    agent: read.agent,
    from: read.caller ?? undefined,
    requestData: read.request_data ?? undefined,
    requestedAt: read.requested_at,
    plannedAt: read.planned_at ?? undefined,
    expiresAt: read.expires_at,
    transfers: read.transfers,
    checkedAt: read.checked_at ?? undefined,
  });
}

/** The columns that `readListedCallRow` needs, of `calls AS c` left joined with its lead, `leads`. */
export const listedCallColumns = `${Object.keys(callRow.shape)
  .map((name) => `c.${name}`)
  .join(', ')}, coalesce(leads.record, '{}') AS record`;

/** Reads a row of `calls` joined with its lead. */
export function readListedCallRow(row: Record<string, unknown>): ListedCall {
  const { read } = readRow(z.object({ record: recordText }), row, { record: '{}' });
  return { ...readCallRow(row), record: read.record };
}

/** The columns of a call that change, and their values. */
export const changingCallColumns = {
  phone: ({ phone }) => phone,
  agent: ({ agent }) => agent,
  caller: ({ from }) => from ?? null,
  request_data: ({ requestData }) => (requestData === undefined ? null : JSON.stringify(requestData)),
  state: ({ state }) => state,
  reason: ({ reason }) => reason ?? null,
  requested_at: ({ requestedAt }) => requestedAt,
  planned_at: ({ plannedAt }) => plannedAt ?? null,
  expires_at: ({ expiresAt }) => expiresAt,
  service_call: ({ serviceCall }) => serviceCall ?? null,
  transfers: ({ transfers }) => transfers,
  checked_at: ({ checkedAt }) => checkedAt ?? null,
  attempts: ({ placing }) => placing?.attempts ?? 0,
  started_at: ({ placing }) => placing?.startedAt ?? null,
  ended_at: ({ placing }) => placing?.endedAt ?? null,
  retry_at: ({ placing }) => placing?.retryAt ?? null,
  answer: ({ placing }) => placing?.answer ?? null,
  refusal: ({ placing }) => placing?.reason ?? null,
  outcome: ({ placing }) => placing?.outcome ?? null,
} satisfies Record<string, (call: StoredCall) => SqlValue>;

/** The plan of a call-back that was refused before anything was planned. */
export function refusedPlan(requestedAt: number): CallPlan {
  return { agent: '', ip: '', country: '', requestedAt, expiresAt: requestedAt, caps: [] };
}

/**
 * The caps that are checked when a call is requested. A planned call is checked only against the caps per IP, because
 * the others apply when the phone rings.
 */
export function capsOnRequest({ caps, plannedAt }: CallPlan): readonly CallCap[] {
  return plannedAt === undefined ? caps : caps.filter(({ per }) => countsRequests(per));
}

/** Whether a cap limits requests. It also counts planned and cancelled calls, so that nobody can fill the calendar. */
export function countsRequests(per: CallCap['per']): boolean {
  return per === 'ip' || per === 'network';
}

/** The values by which the caps count this call. */
export function callKeys({ phone, ip, country }: { phone?: unknown; ip?: unknown; country?: unknown }): CallKeys {
  const address = String(ip);
  // A /64 begins with the three words of its /48.
  const [network] = /^(?:[\da-f]+:){3}/.exec(address) ?? [];
  return {
    phone: String(phone),
    ip: address,
    network: network === undefined ? address : `${network}%`,
    country: String(country),
    site: '',
  };
}

/** The caps that apply to a call. An IPv4 address is its own network, and has the cap per IP. */
export function applicableCaps(caps: readonly CallCap[], { ip, network }: CallKeys): readonly CallCap[] {
  return network === ip ? caps.filter(({ per }) => per !== 'network') : caps;
}
