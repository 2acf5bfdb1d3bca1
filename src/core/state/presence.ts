import type { ChatState } from './chat-state.ts';
import type { PresenceChanged } from './event.ts';

/** A tab whose page contains the chat has opened or closed it. */
export function changePresence(state: ChatState, { tab, isShown }: PresenceChanged): ChatState {
  const { isShownInPage, shownInPages } = state;
  if (tab === state.tab.id) return isShownInPage === isShown ? state : { ...state, isShownInPage: isShown };
  if (shownInPages.includes(tab) === (isShown === true)) return state;
  const others = shownInPages.filter((id) => id !== tab);
  return { ...state, shownInPages: isShown ? [...others, tab] : others };
}
