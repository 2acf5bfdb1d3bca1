import type { Signal } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import type { CallState } from '../../protocol/index.ts';
import type { CallbackState } from '../conversation/chat.ts';
import type { LeadGateway } from './lead-gateway.ts';
import type { KeptCall } from './persisted-call.ts';

const pollMs = 3_000;
/** Ten minutes: a call that is not placed by then has expired. */
const mostPolls = 200;
/** Asks for a call-back and follows it to its end. */
export function createCallback(state: Signal<CallbackState>, gateway: LeadGateway, clock: Clock, kept: KeptCall) {
  let stopPolling = () => {};
  let stopped = false;
  let polls = 0;

  async function poll(call: string): Promise<void> {
    const found = await gateway.callStatus(call);
    if (stopped) return;
    if (found !== undefined) state.value = { status: 'requested', state: found };
    if (found === undefined || !isFinal(found)) pollLater(call);
    else kept.save(null);
  }

  function pollLater(call: string): void {
    if (polls++ < mostPolls) stopPolling = clock.after(pollMs, () => void poll(call));
    // Who talks that long is not asked about any more; of all others nobody knows.
    else {
      kept.save(null);
      if (!isAnswered(state.peek())) state.value = { status: 'requested', state: 'unknown' };
    }
  }

  return {
    /** Goes on with the call that an earlier page asked for. One that has ended meanwhile is no news any more. */
    async resume(): Promise<void> {
      const call = kept.load();
      if (call === null) return;
      const found = await gateway.callStatus(call);
      // The visitor may have asked for another one, or have it forgotten.
      if (stopped || state.peek().status !== 'none' || kept.load() !== call) return;
      // Of a call that nobody knows any more there is nothing to say either.
      const isUnderWay = found !== undefined && !isFinal(found);
      kept.save(isUnderWay ? call : null);
      if (!isUnderWay) return;
      state.value = { status: 'requested', state: found };
      pollLater(call);
    },
    /** Resolves with whether the proxy has the wish. */
    async request(lead: string): Promise<boolean> {
      stopPolling();
      const outcome = await gateway.requestCall(lead);
      if (stopped) return outcome.ok;
      state.value = outcome.ok ? { status: 'requested', state: 'waiting' } : { status: 'failed', code: outcome.code };
      polls = 0;
      if (outcome.ok) {
        kept.save(outcome.call);
        pollLater(outcome.call);
      }
      return outcome.ok;
    },
    stop(): void {
      stopped = true;
      stopPolling();
    },
  };
}

function isAnswered(callback: CallbackState): boolean {
  return callback.status === 'requested' && callback.state === 'answered';
}

export function isUnderWay(callback: CallbackState): boolean {
  return callback.status === 'asking' || (callback.status === 'requested' && !isFinal(callback.state));
}

/** Whether nothing follows after this state. */
function isFinal(state: CallState): boolean {
  return ['completed', 'failed', 'expired', 'refused', 'unknown'].includes(state);
}
