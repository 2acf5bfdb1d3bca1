import { toJson } from '../../protocol/json.ts';
import type { PageStart } from '../state/event.ts';
import { continuesConversation } from '../state/start.ts';
import type { ChatContext } from './chat-context.ts';
import { nothingStored } from './visit-storage.ts';

/**
 * Reports when the page is left, and when it comes back from the back/forward cache, where it must hold neither the socket nor
 * the lock of the leading tab. Returns the function that stops it. `readFrames` reads what has arrived, before the page is left,
 * and `readPageStart` what other pages have stored.
 */
export function reportPageVisits(
  { store: { state, dispatch }, pageLifecycle, createId }: ChatContext,
  { readFrames, readPageStart }: { readFrames(): void; readPageStart(): PageStart },
): () => void {
  let hadConversation = false;
  /** What this page itself has stored as the leading tab: less than what it knows. */
  let ownVisit: string | undefined;

  function leave(): void {
    readFrames();
    const isLeader = state.peek().tab.role === 'leader';
    dispatch({ type: 'page-left' });
    const pageStart = readPageStart();
    hadConversation = continuesConversation(pageStart);
    ownVisit = isLeader ? toJson(pageStart.stored) : undefined;
  }

  function comeBack(): void {
    const pageStart = readPageStart();
    if (hadConversation && !continuesConversation(pageStart)) {
      // On another page. As the event of another tab, this one is not posted again.
      dispatch({ type: 'tab-event-received', tabEvent: { id: createId(), event: { type: endOf(pageStart) } } });
    }
    const isUnchanged = toJson(pageStart.stored) === ownVisit;
    dispatch({ ...pageStart, type: 'page-returned', stored: isUnchanged ? nothingStored : pageStart.stored });
  }

  return pageLifecycle.listen((event) => {
    if (event === 'leave') leave();
    if (event === 'return') comeBack();
  });
}

/** How a conversation has ended that is no longer stored. Who is forgotten leaves no lead and no call behind. */
function endOf({ stored, hasQueuedLead }: PageStart): 'forgotten' | 'conversation-ended' {
  return hasQueuedLead || stored.call !== undefined ? 'conversation-ended' : 'forgotten';
}
