import { toJson } from '../../protocol/json.ts';
import { noDraft, noForm } from '../state/conversation.ts';
import type { PageStart, StoredVisit } from '../state/event.ts';
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
    const end = storedAtLeave && endBetween(storedAtLeave, readPageStart());
    // On another page. As the event of another tab, this one is not posted again.
    if (end) dispatch({ type: 'tab-event-received', tabEvent: { id: createId(), event: { type: end } } });
    // Only now, because what this tab has stored of who is forgotten is gone, too.
    const pageStart = readPageStart();
    dispatch({ ...pageStart, type: 'page-returned', stored: newsOf(pageStart) });
  }

  /** What is stored now, without what this page knows better, and without a form that is not for the visitor of another conversation. */
  function newsOf(pageStart: PageStart): StoredVisit {
    const { stored } = pageStart;
    if (toJson(stored) === ownVisit) return nothingStored;
    const isReplaced = storedAtLeave !== undefined && isReplacedElsewhere(storedAtLeave, pageStart);
    return isReplaced ? { ...stored, form: { place: noForm, draft: noDraft } } : stored;
  }

  return pageLifecycle.listen((event) => {
    if (event === 'leave') leave();
    if (event === 'return') comeBack();
  });
}

/**
 * What has ended meanwhile, if what was stored is gone. Of who is forgotten, nothing is left but what this tab has stored for itself, if
 * another one has forgotten them; an end leaves word in the form. Nothing is left either of who has denied storing there: this page,
 * which has not heard of it, must not store again what it knows of them.
 */
function endBetween(before: PageStart, after: PageStart): 'forgotten' | 'conversation-ended' | undefined {
  if (continuesConversation(after)) return undefined;
  const { call, form } = after.stored;
  const isAnythingLeft = after.hasQueuedLead || call !== undefined;
  if (continuesConversation(before)) {
    return isAnythingLeft || isLeftBetween(before, after) ? 'conversation-ended' : 'forgotten';
  }
  return !isAnythingLeft && form === undefined && before.stored.form !== undefined ? 'forgotten' : undefined;
}

/**
 * Whether another tab has stored another conversation in place of this one. It may be another visitor's, to whom the form of this tab
 * must not show what was typed into it.
 */
function isReplacedElsewhere(before: PageStart, after: PageStart): boolean {
  const session = before.stored.conversation?.session.id ?? null;
  const isReplaced = session !== null && session !== after.stored.conversation?.session.id;
  return isReplaced && continuesConversation(after) && !isLeftBetween(before, after);
}

/** Whether the visitor has left the conversation on another page of this tab. */
function isLeftBetween({ stored: before }: PageStart, { stored: after }: PageStart): boolean {
  return after.form?.leftAt !== undefined && after.form.leftAt !== before.form?.leftAt;
}
