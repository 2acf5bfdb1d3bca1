import type { ChatContext } from '../effects/chat-context.ts';
import type { CallReference } from '../state/call.ts';
import type { LeadReference } from '../state/conversation.ts';
import type { StoredLeads } from './lead-gateway.ts';
import { isUnderWay } from './reduce-call.ts';

/** Requests call-backs, asks how they go on when the state says so, and cancels them. */
export function createCallRequests({ store, visitorSignal }: ChatContext, gateway: StoredLeads) {
  const { state, dispatch } = store;
  let isDisposed = false;

  async function poll(call: CallReference): Promise<void> {
    const report = await gateway.callStatus(call);
    dispatch({ type: 'call-polled', id: call.id, report });
  }

  const unsubscribe = store.subscribe(({ before, after }) => {
    const { followed, pollAt } = after.call;
    const isDue = before.call.pollAt !== null && pollAt === null;
    if (isDue && followed !== null && followed === before.call.followed) void poll(followed);
  });

  return {
    /** Requests a call-back for now, or for the time `at`. Does nothing while a call is under way. */
    async request(lead: LeadReference, at?: number): Promise<void> {
      if (isDisposed || isUnderWay(state.peek().call)) return;
      dispatch({ type: 'call-requested' });
      const signal = visitorSignal();
      const outcome = await gateway.requestCall(lead, at);
      if (signal.aborted) return;
      if (!outcome.ok) dispatch({ type: 'call-failed', code: outcome.code });
      else {
        const planned = at === undefined ? {} : { at };
        dispatch({ type: 'call-accepted', call: outcome.call, lead: lead.id, state: outcome.state, ...planned });
      }
    },
    /** Cancels the planned call. If that fails, the state shows the call's progress. */
    async cancel(): Promise<void> {
      const { followed, isCancelling } = state.peek().call;
      if (isDisposed || followed === null || isCancelling) return;
      dispatch({ type: 'call-cancelling' });
      if (await gateway.cancelCall(followed)) {
        dispatch({ type: 'call-cancelled', call: followed });
        return;
      }
      const report = await gateway.callStatus(followed);
      dispatch({ type: 'call-cancel-failed', id: followed.id, report });
    },
    /** Nothing is requested any more: the state, which no longer changes, would not say that a call is under way. */
    dispose(): void {
      isDisposed = true;
      unsubscribe();
    },
  };
}
