import { batch } from '@preact/signals-core';
import { isOpenHere } from '../state/chat-state.ts';
import type { ChatContext } from './chat-context.ts';

type PlaceContext = Pick<ChatContext, 'store' | 'options'>;

/** Opens or closes the chat where it is now: floating, as in all tabs, or in its page, by itself. */
export function sayVisible({ store, options }: PlaceContext, isOpen: boolean): void {
  const { isShownInPage, tab } = store.state.peek();
  const isInPage = options.staysOpen?.() === true;
  const hasLeft = !isInPage && isShownInPage !== null;
  batch(() => {
    store.dispatch({ type: 'presence-changed', tab: tab.id, isShown: isInPage ? isOpen : null });
    // One that is closed as it leaves its page closes no other.
    if (!isInPage && (isOpen || !hasLeft)) store.dispatch({ type: 'visibility-changed', isOpen });
  });
}

/** The page may have taken the chat into itself, or out, and not said so. */
export function followPlace(context: PlaceContext): void {
  const state = context.store.state.peek();
  const isInPage = context.options.staysOpen?.() === true;
  if (isInPage !== (state.isShownInPage !== null)) sayVisible(context, isOpenHere(state));
}
