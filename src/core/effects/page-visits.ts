import { toJson } from '../../protocol/index.ts';
import type { PageLifecycle } from '../connection/page-lifecycle.ts';
import type { Visit } from '../state/event.ts';
import { continuesConversation, hasVisit } from '../state/start.ts';
import type { Store } from '../state/store.ts';
import { nothingStored } from './visit-storage.ts';

export type PageVisitsDeps = {
  pageLifecycle: PageLifecycle;
  /** Reads what has arrived, before the page is left. */
  readFrames(): void;
  /** What is stored of the visit. */
  loadVisit(): Visit;
  createId(): string;
};

/**
 * Reports when the page is left, and when it comes back from the back/forward cache, where it must hold neither the socket nor
 * the lock of the leading tab. Returns the function that stops it.
 */
export function reportPageVisits(
  { state, dispatch }: Store,
  { pageLifecycle, readFrames, loadVisit, createId }: PageVisitsDeps,
): () => void {
  let hadConversation = false;
  /** What this page itself has stored as the leading tab: less than what it knows. */
  let ownVisit: string | undefined;

  function leave(): void {
    readFrames();
    const isLeader = state.peek().tab.role === 'leader';
    dispatch({ type: 'page-left' });
    const visit = loadVisit();
    hadConversation = continuesConversation(visit);
    ownVisit = isLeader ? toJson(visit.stored) : undefined;
  }

  function comeBack(): void {
    const visit = loadVisit();
    if (hadConversation && !hasVisit(visit)) {
      // Another page has forgotten the visitor. As the event of another tab, this one is not posted again.
      dispatch({ type: 'tab-event-received', tabEvent: { id: createId(), event: { type: 'forgotten' } } });
    }
    const isUnchanged = toJson(visit.stored) === ownVisit;
    dispatch({ ...visit, type: 'page-returned', stored: isUnchanged ? nothingStored : visit.stored });
  }

  return pageLifecycle.listen((event) => {
    if (event === 'leave') leave();
    if (event === 'return') comeBack();
  });
}
