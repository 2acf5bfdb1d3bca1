import { useMemo, useSyncExternalStore } from 'react';
import { idleState, type LeadChatCalls, type LeadChatState, pageWidget } from '../binding/index.ts';

export type LeadChatHook = LeadChatCalls & { readonly state: LeadChatState };

/**
 * The page's `<LeadChat>`, wherever in the page it is: what to do with it, and its state, which renders anew when it
 * changes. The functions are always the same ones; called before the chat is there, they wait for it. With several on a
 * page, `id` is the one's that is meant.
 *
 * @example
 * const { open, state } = useLeadChat();
 * return <button onClick={open}>Chat{state.unread > 0 && ` (${state.unread})`}</button>;
 */
export function useLeadChat(id?: string): LeadChatHook {
  const { calls, getState, subscribe } = pageWidget(id);
  const state = useSyncExternalStore(subscribe, getState, () => idleState);
  return useMemo(() => ({ ...calls, state }), [calls, state]);
}
