import { useMemo, useSyncExternalStore } from 'react';
import { idleState, type LeadChatMethods, type LeadChatState, registryEntry } from '../binding/index.ts';

export type LeadChatHook = LeadChatMethods & { readonly state: LeadChatState };

/**
 * Returns the methods and the state of the page's `<LeadChat>`, wherever it is rendered. The component re-renders when the
 * state changes. The methods are always the same functions. Calls are queued until the chat exists. If the page has several
 * chats, `id` selects one.
 *
 * @example
 * const { open, state } = useLeadChat();
 * return <button onClick={open}>Chat{state.unread > 0 && ` (${state.unread})`}</button>;
 */
export function useLeadChat(id?: string): LeadChatHook {
  const { methods, getState, subscribe } = registryEntry(id);
  const state = useSyncExternalStore(subscribe, getState, () => idleState);
  return useMemo(() => ({ ...methods, state }), [methods, state]);
}
