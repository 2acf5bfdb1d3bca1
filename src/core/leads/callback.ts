import type { Signal } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import { callKey } from '../../options/index.ts';
import type { CallState } from '../../protocol/index.ts';
import type { LeadReference } from '../conversation/conversation-state.ts';
import type { StorageArea } from '../conversation/session-store.ts';
import type { CallReference, StoredLeads } from './lead-gateway.ts';
import { createPersistedCall } from './persisted-call.ts';

/** A call-back, from the request to its end. `state` is the last one that the proxy reported. */
export type CallbackState =
  | { status: 'none' }
  | { status: 'asking' }
  | { status: 'requested'; state: CallState }
  | { status: 'failed'; code: string };

export type CallbackDeps = {
  flowId: string;
  state: Signal<CallbackState>;
  gateway: StoredLeads;
  clock: Clock;
  storage: StorageArea | undefined;
  isPersistent: boolean;
};

const pollMs = 3_000;
/** Ten minutes: a call that is not placed by then has expired. */
const maxPollCount = 200;

/** Requests a call-back and follows it to its end, also over reloads. */
export function createCallback({ flowId, state, gateway, clock, storage, isPersistent }: CallbackDeps) {
  const persistedCall = createPersistedCall({ key: callKey(flowId), storage, isPersistent });
  let isStopped = false;
  let pollCount = 0;
  let cancelPoll = () => {};

  async function poll(call: CallReference): Promise<void> {
    const callState = await gateway.callStatus(call);
    if (isStopped) return;
    if (callState !== undefined) state.value = { status: 'requested', state: callState };
    if (callState !== undefined && isFinal(callState)) persistedCall.save(null);
    else pollLater(call);
  }

  function pollLater(call: CallReference): void {
    if (pollCount++ < maxPollCount) {
      cancelPoll = clock.after(pollMs, () => void poll(call));
      return;
    }
    persistedCall.save(null);
    // A call that lasts this long is not followed any more. What became of any other call is not known.
    if (!isAnswered(state.peek())) state.value = { status: 'requested', state: 'unknown' };
  }

  return {
    /** Follows the call of an earlier page. One that has ended meanwhile is no news any more. */
    async resume(): Promise<void> {
      const call = persistedCall.load();
      if (call === null) return;
      const callState = await gateway.callStatus(call);
      // The visitor may have requested another one meanwhile, or had this one forgotten.
      if (isStopped || state.peek().status !== 'none' || persistedCall.load()?.id !== call.id) return;
      if (callState === undefined || isFinal(callState)) {
        persistedCall.save(null);
        return;
      }
      state.value = { status: 'requested', state: callState };
      pollLater(call);
    },
    /** Resolves with whether the proxy has accepted the request. Does nothing while a call is under way. */
    async request(lead: LeadReference): Promise<boolean> {
      if (isUnderWay(state.peek())) return false;
      state.value = { status: 'asking' };
      cancelPoll();
      const outcome = await gateway.requestCall(lead);
      if (isStopped) return outcome.ok;
      state.value = outcome.ok ? { status: 'requested', state: 'waiting' } : { status: 'failed', code: outcome.code };
      pollCount = 0;
      if (!outcome.ok) return false;
      persistedCall.save(outcome.call);
      pollLater(outcome.call);
      return true;
    },
    setPersistent: persistedCall.setPersistent,
    forget: () => persistedCall.save(null),
    stop(): void {
      isStopped = true;
      cancelPoll();
    },
  };
}

function isUnderWay(callback: CallbackState): boolean {
  return callback.status === 'asking' || (callback.status === 'requested' && !isFinal(callback.state));
}

function isAnswered(callback: CallbackState): boolean {
  return callback.status === 'requested' && callback.state === 'answered';
}

/** Whether no other state follows. */
function isFinal(state: CallState): boolean {
  return ['completed', 'failed', 'expired', 'refused', 'unknown'].includes(state);
}
