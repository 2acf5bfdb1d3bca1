import type { CallCap, CallKeys, CallPlan } from './call-log.ts';

/** The columns of a new row of `calls`, in the order of `callValues`. */
export const callColumns =
  'call, lead, phone, ip, country, agent, caller, request_data, state, reason, requested_at, planned_at, expires_at';

/** The values of a new row: planned, waiting, or refused for the given reason. */
export function callValues(
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
  return plannedAt === undefined ? caps : caps.filter(({ per }) => per === 'ip');
}

/** The column values by which the caps count this call. */
export function callKeys({ phone, ip, country }: Record<keyof Omit<CallKeys, 'site'>, unknown>): CallKeys {
  return { phone: String(phone), ip: String(ip), country: String(country), site: '' };
}

export function requestDataJson(data: Record<string, unknown> | undefined): string | null {
  return data === undefined ? null : JSON.stringify(data);
}
