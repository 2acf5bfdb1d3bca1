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
  /** What was stored as the page was left. */
  let storedAtLeave: PageStart | undefined;
  /** What this page itself has stored as the leading tab: less than what it knows. */
  let ownVisit: string | undefined;

  function leave(): void {
    readFrames();
    const isLeader = state.peek().tab.role === 'leader';
    dispatch({ type: 'page-left' });
    storedAtLeave = readPageStart();
    ownVisit = isLeader ? toJson(storedAtLeave.stored) : undefined;
  }

  function comeBack(): void {
    const pageStart = readPageStart();
    const end = storedAtLeave && endBetween(storedAtLeave, pageStart);
    // On another page. As the event of another tab, this one is not posted again.
    if (end) dispatch({ type: 'tab-event-received', tabEvent: { id: createId(), event: { type: end } } });
    const isUnchanged = toJson(pageStart.stored) === ownVisit;
    dispatch({ ...pageStart, type: 'page-returned', stored: isUnchanged ? nothingStored : pageStart.stored });
  }

  return pageLifecycle.listen((event) => {
    if (event === 'leave') leave();
    if (event === 'return') comeBack();
  });
}

/**
 * What has ended meanwhile, if what was stored is gone. Of who is forgotten, nothing is left; an end leaves the form. Nothing is left
 * either of who has denied storing there: this page, which has not heard of it, must not store again what it knows of them.
 */
function endBetween(before: PageStart, after: PageStart): 'forgotten' | 'conversation-ended' | undefined {
  if (continuesConversation(after)) return undefined;
  const hadConversation = continuesConversation(before);
  const { call, form } = after.stored;
  const isAnythingLeft = after.hasQueuedLead || call !== undefined || form !== undefined;
  if (hadConversation && isAnythingLeft) return 'conversation-ended';
  return !isAnythingLeft && (hadConversation || before.stored.form !== undefined) ? 'forgotten' : undefined;
}
