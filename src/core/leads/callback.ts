import type { Signal } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import { callKey } from '../../options/index.ts';
import type { CallState } from '../../protocol/index.ts';
import type { CallReference, LeadReference } from '../conversation/conversation-state.ts';
import type { StorageArea } from '../conversation/json-storage.ts';
import type { CallProgress, StoredLeads } from './lead-gateway.ts';
import { createPersistedCall } from './persisted-call.ts';

/** A call-back, from the request to its end. `state` is the last one that the proxy reported. */
export type CallbackState =
  | { status: 'none' }
  | { status: 'asking' }
  /** `at`: when a planned call is placed, in milliseconds. `cancelFailed`: it is still planned although the visitor cancelled it. */
  | { status: 'requested'; state: CallState; at?: number; cancelFailed?: true }
  | { status: 'failed'; code: string };

export type CallbackDeps = {
  flowId: string;
  state: Signal<CallbackState>;
  gateway: StoredLeads;
  clock: Clock;
  storage: StorageArea | undefined;
  isPersistent: boolean;
  /** The visitor has requested or cancelled this call, which other tabs should show too. */
  onChanged(call: CallReference): void;
};

const pollMs = 3_000;
/** A planned call may be cancelled from another browser, or by the operator. */
const plannedPollMs = 300_000;
/** Ten minutes: a call that is not placed by then has expired. */
const maxPollCount = 200;

/** Requests a call-back for now or later, and follows it to its end, also over reloads and in other tabs. */
export function createCallback({ flowId, state, gateway, clock, storage, isPersistent, onChanged }: CallbackDeps) {
  const persistedCall = createPersistedCall({ key: callKey(flowId), storage, isPersistent });
  let current: CallReference | null = null;
  let isStopped = false;
  /** A call that was requested before forget() is not followed. */
  let forgetCount = 0;
  let isCancelling = false;
  let pollCount = 0;
  let cancelPoll = () => {};

  function follow(call: CallReference | null): void {
    cancelPoll();
    current = call;
    pollCount = 0;
    persistedCall.save(call);
  }

  async function poll(call: CallReference): Promise<void> {
    cancelPoll();
    const progress = await gateway.callStatus(call);
    // The visitor may have requested another one meanwhile, or had this one forgotten.
    if (isStopped || current?.id !== call.id) return;
    if (progress === null) {
      follow(null);
      state.value = { status: 'none' };
      return;
    }
    if (progress !== undefined) state.value = { status: 'requested', ...progress };
    if (progress !== undefined && isFinal(progress.state)) follow(null);
    else pollLater(call);
  }

  function pollLater(call: CallReference): void {
    const known = state.peek();
    const plannedAt = known.status === 'requested' && known.state === 'planned' ? (known.at ?? 0) : 0;
    const aheadMs = plannedAt - clock.now();
    if (aheadMs > 0 || pollCount++ < maxPollCount) {
      cancelPoll = clock.after(Math.max(pollMs, Math.min(aheadMs, plannedPollMs)), () => void poll(call));
      return;
    }
    // The proxy cannot be reached, and nothing was shown yet: the next page tries again.
    if (known.status === 'none') return;
    follow(null);
    // A call that lasts this long is not followed any more. What became of any other call is not known.
    if (!isAnswered(known)) state.value = { status: 'requested', state: 'unknown' };
  }

  /** Changes the state of a call that is planned; that of any other call stays. */
  function setPlanned(change: { state?: CallState; cancelFailed?: true }): void {
    const known = state.peek();
    if (known.status !== 'requested' || known.state !== 'planned') return;
    const { at } = known;
    state.value = { status: 'requested', state: 'planned', ...(at !== undefined && { at }), ...change };
  }

  return {
    /** Follows the call of an earlier page. One that has ended meanwhile is no news any more. */
    async resume(): Promise<void> {
      const call = persistedCall.load();
      if (call === null) return;
      current = call;
      const progress = await gateway.callStatus(call);
      if (isStopped || state.peek().status !== 'none' || current?.id !== call.id) return;
      if (progress === null || (progress !== undefined && isFinal(progress.state))) {
        follow(null);
        return;
      }
      if (progress !== undefined) state.value = { status: 'requested', ...progress };
      pollLater(call);
    },
    /** Resolves with whether the proxy has accepted the request. Does nothing while a call is under way. */
    async request(lead: LeadReference, at?: number): Promise<boolean> {
      if (isUnderWay(state.peek())) return false;
      state.value = { status: 'asking' };
      follow(null);
      const startCount = forgetCount;
      const outcome = await gateway.requestCall(lead, at);
      if (forgetCount !== startCount) return false;
      if (isStopped) return outcome.ok;
      if (!outcome.ok) {
        state.value = { status: 'failed', code: outcome.code };
        return false;
      }
      state.value = { status: 'requested', state: outcome.state, ...(at !== undefined && { at }) };
      follow(outcome.call);
      onChanged(outcome.call);
      pollLater(outcome.call);
      return true;
    },
    /** Cancels a planned call. If that fails, the state says what became of the call. */
    async cancel(): Promise<void> {
      const call = current;
      if (call === null || isCancelling) return;
      isCancelling = true;
      setPlanned({});
      const isCancelled = await gateway.cancelCall(call);
      isCancelling = false;
      if (isCancelled) onChanged(call);
      if (isStopped || current?.id !== call.id) return;
      if (isCancelled) {
        setPlanned({ state: 'cancelled' });
        follow(null);
        return;
      }
      // Perhaps it is too late, or another tab was faster.
      await poll(call);
      if (current?.id === call.id) setPlanned({ cancelFailed: true });
    },
    /** Another tab has requested or cancelled this call. */
    async adopt(call: CallReference): Promise<void> {
      follow(call);
      await poll(call);
    },
    setPersistent: persistedCall.setPersistent,
    forget(): void {
      forgetCount++;
      follow(null);
      state.value = { status: 'none' };
    },
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
function isFinal(state: CallProgress['state']): boolean {
  return ['completed', 'failed', 'expired', 'cancelled', 'refused', 'unknown'].includes(state);
}
