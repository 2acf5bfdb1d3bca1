import * as z from 'zod/mini';
import { callState } from '../../protocol/index.ts';
import type { CallCap, CallKeys, CallPlan, StoredCall } from './call-log.ts';
import { readRow, recordText } from './json-text.ts';
import type { ListedCall } from './lead-admin.ts';

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
});

/** The columns that `readCallRow` needs. */
export const callColumns = Object.keys(callRow.shape).join(', ');

/** Reads a row of `calls`. Damaged request data is left out: calling somebody without it is better than not at all. */
export function readCallRow(row: Record<string, unknown>): StoredCall {
  const { read } = readRow(callRow, row, { request_data: null });
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
  const { read } = readRow(z.object({ record: recordText }), row, { record: '{}' });
  return { ...readCallRow(row), record: read.record };
}

/** The columns of a new row of `calls`, in the order of `newCallValues`. */
export const newCallColumns = [
  ...['call', 'lead', 'phone', 'ip', 'country', 'agent', 'caller', 'request_data'],
  ...['state', 'reason', 'requested_at', 'planned_at', 'expires_at'],
];

/** The values of a new row: planned, waiting, or refused for the given reason. */
export function newCallValues(
  id: string,
  lead: string,
  phone: string,
  plan: CallPlan,
  refused?: string,
): (string | number | null)[] {
  const { ip, country, agent, from, requestData, requestedAt, plannedAt, expiresAt } = plan;
  const accepted = plannedAt === undefined ? 'waiting' : 'planned';
  const state = refused === undefined ? accepted : 'refused';
  const about = [id, lead, phone, ip, country, agent, from ?? null, requestDataJson(requestData)];
  return [...about, state, refused ?? null, requestedAt, plannedAt ?? null, expiresAt];
}

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

export function requestDataJson(data: Record<string, unknown> | undefined): string | null {
  return data === undefined ? null : JSON.stringify(data);
}
