import { type ComputedRef, computed, getCurrentScope, onScopeDispose, shallowRef } from 'vue';
import { type LeadChatMethods, type LeadChatState, registryEntry } from '../binding/index.ts';

export type LeadChatComposable = LeadChatMethods & {
  readonly isOpen: ComputedRef<boolean>;
  readonly unread: ComputedRef<number>;
  readonly connection: ComputedRef<LeadChatState['connection']>;
  readonly phase: ComputedRef<LeadChatState['phase']>;
};

/**
 * Returns the methods of the chat of the page or the plugin, and its state as refs. Calls are queued until the chat exists. If
 * the page has several chats, `id` selects one.
 *
 * @example
 * const { open, unread } = useLeadChat();
 */
export function useLeadChat(id?: string): LeadChatComposable {
  const { methods, getState, subscribe } = registryEntry(id);
  const state = shallowRef(getState());
  const unsubscribe = subscribe(() => {
    state.value = getState();
  });
  // Outside a component, for example in a store, the subscription lasts as long as the page.
  if (getCurrentScope() !== undefined) onScopeDispose(unsubscribe);
  return {
    ...methods,
    isOpen: computed(() => state.value.open),
    unread: computed(() => state.value.unread),
    connection: computed(() => state.value.connection),
    phase: computed(() => state.value.phase),
  };
}
