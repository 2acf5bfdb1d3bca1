import { type ChatState, mayHaveStored, mayStore } from '../state/chat-state.ts';
import { type Conversation, emptyConversation, type LeadReference } from '../state/conversation.ts';
import type { PageStart } from '../state/event.ts';
import { givesWayTo } from '../state/start.ts';
import { hasMessage } from '../state/transcript.ts';
import type { ChatContext } from './chat-context.ts';
import type { VisitStorage } from './visit-storage.ts';

/** The transcript and the text box are stored this long after a change: after the browser has shown it, and together with later changes. */
const delayMs = 100;

/**
 * Keeps the browser's storage up to date for the next page. The leading tab stores the conversation; each tab stores its own
 * unsent messages and text box. `readPageStart`: what other pages have stored. Returns the function that stops it.
 */
export function storeVisit(
  { store, clock }: ChatContext,
  storage: VisitStorage,
  readPageStart: () => PageStart,
): () => void {
  if (store.state.peek().storageConsent === 'denied') storage.clear({ isDenial: true });
  let isScheduled = false;
  /** The session and lead that are stored. The stored transcript may be older. */
  let storedSession: string | null = null;
  let storedLead: LeadReference | null = null;
  let storedOutbox: Conversation['outbox'] = [];
  let hasReported = false;
  /** The conversation was begun on a page before this one, which may come back. */
  let isContinued = false;
  /** See `StoredForm`. */
  let leftAt: number | undefined;
  let cancelTranscript: (() => void) | undefined;
  let cancelText: (() => void) | undefined;

  /** Once for all changes of the current task. */
  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      if (isScheduled) storeChanges();
    });
  }

  /**
   * Stores at once what resuming needs, and the visitor's unsent messages. The long transcript follows later, unless a message has
   * moved from the outbox to it: the other tabs, which hear of that next, no longer store it either, and this one may be killed.
   */
  function storeChanges(): void {
    isScheduled = false;
    const state = store.state.peek();
    const { phase, session, lead, outbox } = state.conversation;
    const hasSettled = storedOutbox.some(({ id }) => !hasMessage(outbox, id));
    if (phase !== 'chatting' || session.id !== storedSession || lead !== storedLead || hasSettled) {
      storeNow(state);
      return;
    }
    storage.saveUnsent(state);
    storedOutbox = outbox;
    cancelTranscript ??= clock.after(delayMs, () => storeNow(store.state.peek()));
  }

  function storeTextLater(): void {
    cancelText ??= clock.after(delayMs, () => {
      cancelText = undefined;
      storage.saveUnsent(store.state.peek());
    });
  }

  function storeNow(state: ChatState): void {
    const { conversation, leadProgress, tab } = state;
    cancel();
    const isLeader = tab.role === 'leader';
    storedSession = conversation.session.id;
    storedLead = conversation.lead;
    storedOutbox = conversation.outbox;
    if (conversation.phase === 'thanks' && isLeader) {
      storage.saveThanks(conversation.lead, leadProgress.status === 'queued');
    }
    if (conversation.phase !== 'chatting') return;
    if (!isLeader) storage.saveUnsent(state);
    else if (!storage.save(state) && !hasReported) {
      hasReported = true;
      store.dispatch({ type: 'storage-failed' });
    }
  }

  /** Looks for what earlier pages have stored, before this page stores its own over it. Returns whether it goes on here. */
  function findEarlierVisit(after: ChatState): boolean {
    if (!mayStore(after)) return false;
    const pageStart = readPageStart();
    if (givesWayTo(after, pageStart)) {
      store.dispatch({ ...pageStart, type: 'earlier-visit-found' });
      return true;
    }
    // The leading tab decides about the conversation, but each tab has its own text box.
    const { typedText = '' } = pageStart.stored;
    if (after.tab.role === 'follower' && after.typedText === '' && typedText !== '') {
      store.dispatch({ type: 'text-typed', text: typedText });
    }
    return false;
  }

  function cancel(): void {
    isScheduled = false;
    cancelTranscript?.();
    cancelTranscript = undefined;
    cancelText?.();
    cancelText = undefined;
  }

  const unsubscribe = store.subscribe(({ before, after, event, isOwn }) => {
    const isLeader = before.tab.role === 'leader';
    if (event.type === 'forgotten') {
      leftAt = undefined;
      storage.clear({ isElsewhere: !isOwn, isLeader });
      return;
    }
    const { phase } = before.conversation;
    const hasEnded = isOver(before, after);
    // A follower leaves that to the leading tab, and others have just read the other conversation.
    const isRead = event.type === 'page-returned' || event.type === 'earlier-visit-found';
    if (hasEnded && after.tab.role !== 'follower' && !isRead) storage.clearConversation();
    const [visitor = ''] = after.conversation.visitors.slice(-1);
    // The leading tab has forgotten whom this one has stored something about, before this one came.
    if (!before.conversation.visitors.includes(visitor)) storage.clearTab();
    if (phase === 'thanks' && after.conversation.phase !== 'thanks') storage.clearThanks();
    if (after.call.followed !== before.call.followed) storage.saveCall(after.call.followed);
    if (event.type === 'started') isContinued = event.stored.conversation !== undefined;
    const isStart = event.type === 'started' || event.type === 'page-returned';
    if (isStart && event.stored.form !== undefined) leftAt = event.stored.form.leftAt;
    const isLeft = isContinued && !isRead && hasLeft(before, after);
    if (isLeft) leftAt = clock.now();
    if (isLeft || hasFormToStore(before.conversation, after.conversation)) storage.saveForm(after.conversation, leftAt);
    if (after.conversation.phase === 'chatting' && hasOtherText(before, after)) storeTextLater();
    if (after.storageConsent !== before.storageConsent || after.storage !== before.storage) {
      const isElsewhere = event.type !== 'storage-consent-changed' || !isOwn;
      if (after.storageConsent === 'denied') storage.clear({ isDenial: true, isElsewhere, isLeader });
      else if (after.storage !== before.storage && mayHaveStored(before)) storage.leave(before);
      if (findEarlierVisit(after)) return;
      // Without one here, that of an earlier page stays.
      if (after.call.followed !== null) storage.saveCall(after.call.followed);
      if (hasFormToStore(emptyConversation, after.conversation)) storage.saveForm(after.conversation, leftAt);
      storeNow(after);
      return;
    }
    switch (event.type) {
      case 'page-left':
        storeNow(before);
        return;
      case 'form-edited':
        // Changes with each key, and nothing else of the conversation does.
        return;
      default:
        if (after.tab.role === 'leader' && after.conversation !== before.conversation) schedule();
    }
  });

  return () => {
    cancel();
    unsubscribe();
  };
}

/**
 * Before start() the chat has not read the stored form yet, which it must not replace by its own. In an ended conversation
 * nothing of a visitor who was forgotten may be stored again.
 */
function hasFormToStore(before: Conversation, after: Conversation): boolean {
  const { form, draft } = canStoreForm(before) ? before : emptyConversation;
  return canStoreForm(after) && (form !== after.form || draft !== after.draft);
}

/**
 * Whether the visitor has left the conversation, and is the same still. A page that comes back to another one, or to none, takes them
 * for somebody else unless the form says so.
 */
function hasLeft(before: ChatState, after: ChatState): boolean {
  const { phase, visitors } = before.conversation;
  const isSameVisitor = visitors.at(-1) === after.conversation.visitors.at(-1);
  // On its way back, this page has not read yet what is stored.
  return phase === 'chatting' && isOver(before, after) && isSameVisitor && after.tab.role !== 'away';
}

/** Whether the conversation has ended or was replaced. It may have begun without a session, which the service names later. */
function isOver({ conversation: before }: ChatState, { conversation: after }: ChatState): boolean {
  const isReplaced = before.session.id !== null && before.session.id !== after.session.id;
  return isReplaced || (before.phase === 'chatting' && after.phase !== 'chatting');
}

function canStoreForm({ phase }: Conversation): boolean {
  return phase !== 'idle' && phase !== 'ended';
}

/** Whether the text box has changed, or the conversation that it belongs to. */
function hasOtherText(before: ChatState, after: ChatState): boolean {
  const isSameSession = before.conversation.session.id === after.conversation.session.id;
  return before.typedText !== after.typedText || (after.typedText !== '' && !isSameSession);
}
