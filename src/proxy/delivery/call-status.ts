import { type CallRecord, type CallState, parseCallId } from '../../protocol/index.ts';
import { isServiceError, type ServiceClient } from '../../service-client/index.ts';
import type { CallLog, StoredCall } from '../store/call-log.ts';

export type CallStatusDeps = {
  store: Pick<CallLog, 'findCall' | 'noteCall'>;
  client: Pick<ServiceClient, 'getCall'>;
  now(): number;
  /** The service is asked about one call no more often than this. @default 2000 */
  askEveryMs?: number;
};

export type CallStatus = { id: string; lead: string; state: CallState; transfers: number };

/**
 * How far a call is, for who asks now. Only then the service is asked in turn (4.9): nobody needs to know of a call that
 * nobody watches. Undefined when there is no such call; rejects with a StoreError only.
 */
export async function readCallStatus(id: string, parts: CallStatusDeps): Promise<CallStatus | undefined> {
  const found = await parts.store.findCall(id);
  if (found === undefined) return undefined;
  const { lead } = found;
  const { state, transfers } = isOpen(found) ? await asked(found, parts) : withoutAsking(found, parts.now());
  return { id, lead, state, transfers };
}

function isOpen(call: StoredCall): boolean {
  return call.serviceCall !== undefined && (call.state === 'ringing' || call.state === 'answered');
}

/** Delivery marks a late call only when it comes to it; who asks earlier is told the truth all the same. */
function withoutAsking(
  { state, transfers, expiresAt }: StoredCall,
  now: number,
): Pick<CallStatus, 'state' | 'transfers'> {
  return { state: state === 'waiting' && now > expiresAt ? 'expired' : state, transfers };
}

async function asked(call: StoredCall, { store, client, now, askEveryMs = 2_000 }: CallStatusDeps) {
  const known = { state: call.state, transfers: call.transfers };
  if (call.serviceCall === undefined || now() - (call.checkedAt ?? 0) < askEveryMs) return known;
  try {
    const seen = readRecords(await client.getCall({ call_id: call.serviceCall }), call.state);
    await store.noteCall(call.id, { ...seen, checkedAt: now() });
    return seen;
  } catch (error) {
    // A call that has just been placed may have no record yet, and the service may be away: what is known stays.
    if (isServiceError(error)) return known;
    throw error;
  }
}

/** What the records of a call say (2.2): the original tells how it went, each further one is a transfer leg. */
export function readRecords(
  records: readonly CallRecord[],
  before: CallState,
): Pick<CallStatus, 'state' | 'transfers'> {
  const transfers = records.filter(
    (one) => one.is_transfer === true || (parseCallId(one.call_id)?.leg ?? 0) > 0,
  ).length;
  const original = records.find((one) => parseCallId(one.call_id)?.leg === 0);
  const was = original === undefined ? before : stateOf(original, before);
  return { state: was, transfers };
}

function stateOf(record: CallRecord, before: CallState): CallState {
  const answered = typeof record.answered_by === 'string' && record.answered_by !== '';
  if (typeof record.call_end === 'string') {
    return answered || record.disposition === 'Completed' ? 'completed' : 'failed';
  }
  // An open record has no disposition; an outcome without an end is one all the same.
  if (typeof record.disposition === 'string' && record.disposition !== 'Completed') return 'failed';
  return answered ? 'answered' : before;
}
