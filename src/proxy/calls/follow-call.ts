import { type CallRecord, type CallState, readCallId } from '../../protocol/index.ts';
import { isServiceError, type ServiceClient } from '../../service-client/index.ts';
import type { Log } from '../log.ts';
import type { CallLog, StoredCall } from '../store/index.ts';

export type CallFollowerParts = {
  store: Pick<CallLog, 'noteCall'>;
  client: Pick<ServiceClient, 'getCall'>;
  log: Log;
  now: () => number;
};

/** However many ask about a call, the service is asked once in this time. */
const freshMs = 2000;
const underWay: readonly CallState[] = ['ringing', 'answered'];

/**
 * Brings a call up to date: one that the service has is looked up there (4.9), one that waited too long is expired. When
 * the service does not answer, what is known stays.
 */
export function createCallFollower(parts: CallFollowerParts) {
  const { now } = parts;
  const asking = new Map<string, Promise<StoredCall>>();
  return async (call: StoredCall): Promise<StoredCall> => {
    if (call.state === 'waiting' && now() > call.expiresAt) return { ...call, state: 'expired' };
    const { serviceCall } = call;
    if (serviceCall === undefined || !underWay.includes(call.state) || now() - (call.checkedAt ?? 0) < freshMs)
      return call;
    const answer = asking.get(call.call) ?? lookUp(call, serviceCall, parts).finally(() => asking.delete(call.call));
    asking.set(call.call, answer);
    return answer;
  };
}

async function lookUp(
  call: StoredCall,
  serviceCall: string,
  { store, client, log, now }: CallFollowerParts,
): Promise<StoredCall> {
  try {
    const records = await client.getCall({ call_id: serviceCall }, { signal: AbortSignal.timeout(4000) });
    const state = stateOf(records) ?? call.state;
    const transfers = Math.max(call.transfers, transfersOf(records));
    await store.noteCall(call.call, { state, transfers, checkedAt: now() });
    return { ...call, state, transfers };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    log.warn('call-not-read', { call: call.call, code: error.code });
    await store.noteCall(call.call, { checkedAt: now() });
    return call;
  }
}

/** The list of dispositions is not complete (2.2): one that is not `Completed` did not reach anybody. */
function stateOf(records: readonly CallRecord[]): CallState | undefined {
  const original = records.find((record) => readCallId(record.call_id)?.leg === 0);
  if (original === undefined) return undefined;
  const { call_end: end, disposition, answered_by: answeredBy } = original;
  const isOver = (end ?? '') !== '' || (disposition ?? '') !== '';
  if (isOver) return disposition?.toLowerCase() === 'completed' ? 'completed' : 'failed';
  return (answeredBy ?? '') === '' ? 'ringing' : 'answered';
}

function transfersOf(records: readonly CallRecord[]): number {
  return records.filter((record) => (readCallId(record.call_id)?.leg ?? 0) > 0).length;
}
