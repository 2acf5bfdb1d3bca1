import { type ComputedRef, computed, getCurrentScope, onScopeDispose, shallowRef } from 'vue';
import { type LeadChatCalls, type LeadChatState, pageWidget } from '../binding/index.ts';

export type LeadChatComposable = LeadChatCalls & {
  readonly isOpen: ComputedRef<boolean>;
  readonly unread: ComputedRef<number>;
  readonly connection: ComputedRef<LeadChatState['connection']>;
  readonly phase: ComputedRef<LeadChatState['phase']>;
};

/**
 * The page's `<LeadChat>`, or the plugin's, wherever in the page it is: what to do with it, and its state as refs. Called
 * before the chat is there, the functions wait for it. With several on a page, `id` is the one's that is meant.
 *
 * @example
 * const { open, unread } = useLeadChat();
 */
export function useLeadChat(id?: string): LeadChatComposable {
  const { calls, getState, subscribe } = pageWidget(id);
  const state = shallowRef(getState());
  const unsubscribe = subscribe(() => {
    state.value = getState();
  });
  // Outside of components, in a store for instance, it follows for as long as the page is there.
  if (getCurrentScope() !== undefined) onScopeDispose(unsubscribe);
  return {
    ...calls,
    isOpen: computed(() => state.value.open),
    unread: computed(() => state.value.unread),
    connection: computed(() => state.value.connection),
    phase: computed(() => state.value.phase),
  };
}
