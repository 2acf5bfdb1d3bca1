import type { Signal } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import { callKey } from '../../options/index.ts';
import { type CallState, isCallUnderWay } from '../../protocol/index.ts';
import type { CallReference, LeadReference } from '../conversation/conversation-state.ts';
import type { StorageArea } from '../conversation/json-storage.ts';
import type { StoredLeads } from './lead-gateway.ts';
import { createPersistedCall } from './persisted-call.ts';

/** The progress of a call-back. `state` is the last one that the proxy reported. */
export type CallbackState =
  | { status: 'none' }
  | { status: 'asking' }
  /** `at`: when a planned call is placed, in milliseconds. `cancelFailed`: the visitor cancelled it, but it is still planned. */
  | { status: 'requested'; state: CallState; at?: number; cancelFailed?: true }
  | { status: 'failed'; code: string };

export type CallbackDeps = {
  flowId: string;
  state: Signal<CallbackState>;
  gateway: StoredLeads;
  clock: Clock;
  storage: StorageArea | undefined;
  isPersistent: boolean;
  /** Called when the visitor has requested or cancelled a call, so that other tabs can show it. */
  onChanged(call: CallReference): void;
};

const pollMs = 3_000;
/** A planned call is polled too, because the visitor may cancel it in another browser, or the operator may. */
const plannedPollMs = 300_000;
/** Ten minutes. A call that is not placed by then has expired. */
const maxPollCount = 200;

/** Requests a call-back for now or later, and follows it to its end, also over reloads and in other tabs. */
export function createCallback({ flowId, state, gateway, clock, storage, isPersistent, onChanged }: CallbackDeps) {
  const persistedCall = createPersistedCall({ key: callKey(flowId), storage, isPersistent });
  let current: CallReference | null = null;
  let isStopped = false;
  /** Detects a forget() during a request: its call is not followed. */
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
    // Meanwhile the visitor may have requested another call, or forget() was called.
    if (isStopped || current?.id !== call.id) return;
    if (progress === null) {
      follow(null);
      state.value = { status: 'none' };
      return;
    }
    if (progress !== undefined) state.value = { status: 'requested', ...progress };
    if (progress !== undefined && !isCallUnderWay(progress.state)) follow(null);
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
    // The proxy cannot be reached, and no state was shown yet. The next page tries again.
    if (known.status === 'none') return;
    follow(null);
    // An answered call may last longer than it is followed. The outcome of any other call is unknown.
    if (!isAnswered(known)) state.value = { status: 'requested', state: 'unknown' };
  }

  /** Changes the state if the call is planned. */
  function setPlanned(change: { state?: CallState; cancelFailed?: true }): void {
    const known = state.peek();
    if (known.status !== 'requested' || known.state !== 'planned') return;
    const { at } = known;
    state.value = { status: 'requested', state: 'planned', ...(at !== undefined && { at }), ...change };
  }

  return {
    /** Follows the call of an earlier page. A call that has ended meanwhile is not shown. */
    async resume(): Promise<void> {
      const call = persistedCall.load();
      if (call === null) return;
      current = call;
      const progress = await gateway.callStatus(call);
      if (isStopped || state.peek().status !== 'none' || current?.id !== call.id) return;
      if (progress === null || (progress !== undefined && !isCallUnderWay(progress.state))) {
        follow(null);
        return;
      }
      if (progress !== undefined) state.value = { status: 'requested', ...progress };
      pollLater(call);
    },
    /** Resolves with true if the proxy has accepted the request. Does nothing while a call is under way. */
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
    /** Cancels a planned call. If that fails, the state shows the call's progress. */
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
      // It may be too late, or another tab has cancelled it first.
      await poll(call);
      if (current?.id === call.id) setPlanned({ cancelFailed: true });
    },
    /** Follows a call that another tab has requested or cancelled. */
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
  return callback.status === 'asking' || (callback.status === 'requested' && isCallUnderWay(callback.state));
}

function isAnswered(callback: CallbackState): boolean {
  return callback.status === 'requested' && callback.state === 'answered';
}
