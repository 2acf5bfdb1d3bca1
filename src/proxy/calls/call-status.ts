import type { CallState } from '../../protocol/proxy/call-state.ts';
import { type CallRecord, parseCallId } from '../../protocol/service/call.ts';
import { isServiceError, type ServiceClient } from '../../service-client/index.ts';
import { openCallStates, type StoredCall } from '../domain/call.ts';
import { isHeldCall } from '../domain/call-transitions.ts';
import type { FunnelCounter } from '../funnel/funnel-counter.ts';
import type { LeadStore } from '../store/create-store.ts';

export type CallStatusDeps = {
  store: Pick<LeadStore, 'findCall' | 'noteCall'>;
  client: Pick<ServiceClient, 'getCall'>;
  funnel: Pick<FunnelCounter, 'countLead'>;
  now(): number;
  /** The shortest time between two requests to the service about one call. @default 2000 */
  minIntervalMs?: number;
  /** See `assumptions.answeredByValues`. */
  answeredByValues: readonly string[];
  /** Ends the request to the service. @default never */
  signal?: AbortSignal;
};

export type CallStatus = Pick<StoredCall, 'id' | 'lead' | 'state' | 'transfers' | 'plannedAt' | 'reason'>;

/**
 * The current state of a call; undefined for an unknown call. Sends Get Call Details only when somebody asks for a call
 * that has not ended. Rejects with a StoreError only.
 */
export async function readCallStatus(id: string, deps: CallStatusDeps): Promise<CallStatus | undefined> {
  const found = await deps.store.findCall(id);
  if (found === undefined) return undefined;
  if (isHeldCall(found)) return heldStatus(found, deps.now());
  const latest = openCallStates.includes(found.state)
    ? await fetchStatus(found, deps)
    : storedStatus(found, deps.now());
  return { ...found, ...latest };
}

/** The call of a held lead looks like any other, because a bot must not learn that its lead is held. */
function heldStatus({ reason: _, ...call }: StoredCall, now: number): CallStatus {
  if (now > call.expiresAt) return { ...call, state: 'expired' };
  return { ...call, state: call.plannedAt === undefined ? 'waiting' : 'planned' };
}

/** Delivery marks a late call as expired when it gets to it; until then, this derives the state. */
function storedStatus(
  { state, transfers, expiresAt }: StoredCall,
  now: number,
): Pick<CallStatus, 'state' | 'transfers'> {
  const isLate = (state === 'waiting' || state === 'planned') && now > expiresAt;
  return { state: isLate ? 'expired' : state, transfers };
}

async function fetchStatus(
  call: StoredCall,
  { store, client, funnel, now, minIntervalMs = 2_000, answeredByValues, signal }: CallStatusDeps,
) {
  const known = { state: call.state, transfers: call.transfers };
  if (call.serviceCall === undefined || Math.abs(now() - (call.checkedAt ?? 0)) < minIntervalMs) return known;
  try {
    const records = await client.getCall({ call_id: call.serviceCall }, { ...(signal && { signal }) });
    const latest = readRecords(ofCall(call.serviceCall, records), call.state, answeredByValues);
    const noted = await store.noteCall(call.id, { ...latest, checkedAt: now() });
    if (noted === undefined) return known;
    if (noted.answered !== undefined) funnel.countLead(noted.answered, 'call-answered', call.requestedAt);
    return { state: noted.call.state, transfers: noted.call.transfers };
  } catch (error) {
    // A new call may have no record yet, and the service may be down. Then the stored status stays.
    if (!isServiceError(error)) throw error;
    await store.noteCall(call.id, { checkedAt: now() });
    return known;
  }
}

/** Those of the call and its transfers: a service that does not know the parameter may list all calls. */
function ofCall(id: string, records: readonly CallRecord[]): CallRecord[] {
  return records.filter(({ call_id }) => parseCallId(call_id)?.call.toLowerCase() === id.toLowerCase());
}

/** Reads the records of a call: the original has its outcome, each other record is a transfer leg. */
export function readRecords(
  records: readonly CallRecord[],
  before: CallState,
  answeredByValues: readonly string[],
): Pick<CallStatus, 'state' | 'transfers'> {
  const transfers = records.filter(
    (record) => record.is_transfer === true || (parseCallId(record.call_id)?.leg ?? 0) > 0,
  ).length;
  const original = records.find((record) => parseCallId(record.call_id)?.leg === 0);
  const state = original === undefined ? before : stateOf(original, before, answeredByValues);
  return { state, transfers };
}

function stateOf(record: CallRecord, before: CallState, answeredByValues: readonly string[]): CallState {
  const { answered_by: answeredBy } = record;
  const isAnswered =
    typeof answeredBy === 'string' &&
    answeredBy !== '' &&
    (answeredByValues.length === 0 || answeredByValues.includes(answeredBy));
  if (typeof record.call_end === 'string') {
    return isAnswered || record.disposition === 'Completed' ? 'completed' : 'failed';
  }
  // An open record has no disposition, so a disposition without `call_end` is an outcome too.
  if (typeof record.disposition === 'string' && record.disposition !== 'Completed') return 'failed';
  return isAnswered ? 'answered' : before;
}
