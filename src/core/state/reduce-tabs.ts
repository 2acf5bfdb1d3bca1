import { type ChatState, noSocket, type SocketState, type Tab, withConversation } from './chat-state.ts';
import { type Conversation, emptyConversation, hasWritten } from './conversation.ts';
import { type CallAccepted, isShared, type SharedEvent, type TabEvent, type TabSnapshot } from './event.ts';
import { isUnsettled } from './outbox.ts';
import { forgetFailures } from './recovery.ts';
import { isWorthReturning } from './reduce-conversation.ts';
import { beginSession } from './reduce-session.ts';
import { hasMessage, noReplay } from './transcript.ts';

/** How long the leading tab may take to respond before it counts as frozen. */
const responseTimeoutMs = 3_000;
const maxAppliedEvents = 200;
const maxVisitors = 20;

/** A parameter, because reduce.ts, which has it, imports this file. */
type ReduceShared = (state: ChatState, event: SharedEvent, now: number) => ChatState;

/** Applies an event of this tab. Without a leader a tab applies its own, because it may become the leader. */
export function applyOwnEvent(
  state: ChatState,
  event: SharedEvent,
  now: number,
  reduceShared: ReduceShared,
): ChatState {
  const numbered: Tab = { ...state.tab, eventCount: state.tab.eventCount + 1 };
  const tabEvent: TabEvent = { id: lastEventId(numbered), event, visitor: visitorOf(state) };
  const reduced = applyEvent(state, tabEvent, now, reduceShared);
  // What changes nothing is not posted: if every tab repeated that it is open, quick changes would go back and forth.
  if (reduced === state) return state;
  const tab: Tab = { ...reduced.tab, eventCount: numbered.eventCount };
  const applied = recordEvent({ ...reduced, tab, previous: previousAfter(state, event) }, tabEvent);
  return tab.role === 'follower' ? awaitLeader(applied, now) : applied;
}

/**
 * Applies an event of another tab, unless it was applied before: a tab posts it again when another one takes the lead. A tab of a
 * later build may post what this one does not know.
 */
export function applyTabEvent(
  state: ChatState,
  tabEvent: TabEvent,
  now: number,
  reduceShared: ReduceShared,
): ChatState {
  const { id, event } = tabEvent;
  if (!isShared(event)) return state;
  if (state.conversation.appliedEvents.includes(id) || state.tab.pending.some((pending) => pending.id === id))
    return state;
  // Nothing has happened, so no effect may run. The tab of the event drops it, too, once it hears whom the leader knows.
  if (isAboutGone(state.conversation, tabEvent)) return state;
  const reduced = applyEvent(state, tabEvent, now, reduceShared);
  // Such as the end of a conversation that was ended here at the same time.
  if (reduced === state) return recordEvent(state, tabEvent);
  // Only the tab that left the conversation can return to it.
  const hasLeft = event.type === 'new-conversation-started' || event.type === 'conversation-ended';
  return recordEvent({ ...reduced, previous: hasLeft ? null : previousAfter(state, event) }, tabEvent);
}

/** Nothing of a visitor who is forgotten reaches the next one: what waits for the leader is not about them. */
function applyEvent(state: ChatState, tabEvent: TabEvent, now: number, reduceShared: ReduceShared): ChatState {
  const reduced = reduceShared(state, tabEvent.event, now);
  const next = nextVisitor(tabEvent);
  if (next === undefined) return reduced;
  const visitors = withVisitors(state.conversation.visitors, [next]);
  return { ...withConversation(reduced, { visitors }), tab: { ...reduced.tab, pending: [] } };
}

/** What the visitor after a forgotten one is called. Undefined after other events. */
function nextVisitor({ id, event }: TabEvent): string | undefined {
  return event.type === 'forgotten' ? (event.stamp?.id ?? id) : undefined;
}

function withVisitors(visitors: readonly string[], next: readonly string[]): readonly string[] {
  return [...visitors, ...next].slice(-maxVisitors);
}

/** Whom this tab knows. Undefined until it has heard from the leading one. */
export function visitorOf({ tab: { role }, conversation }: ChatState): string | undefined {
  return role === 'leader' || role === 'follower' ? conversation.visitors.at(-1) : undefined;
}

/** Whether the event comes from a tab that has not heard yet that its visitor is forgotten, or says so to one that has. */
function isAboutGone({ visitors }: Conversation, tabEvent: TabEvent): boolean {
  const { event, visitor } = tabEvent;
  if (event.type === 'visibility-changed' || event.type === 'storage-consent-changed') return false;
  const next = nextVisitor(tabEvent);
  if (next !== undefined && visitors.includes(next)) return true;
  return visitor !== undefined && visitors.slice(0, -1).includes(visitor);
}

/** The leader's conversation contains the event from now on. Another tab waits until it does. */
function recordEvent(state: ChatState, tabEvent: TabEvent): ChatState {
  const { conversation, tab } = state;
  if (tab.role === 'leader') return { ...state, conversation: withAppliedEvents(conversation, [tabEvent.id]) };
  return { ...state, tab: { ...tab, pending: [...tab.pending, tabEvent] } };
}

/** The id of the event that this tab has posted last. */
export function lastEventId({ id, eventCount }: Tab): string {
  return `${id}.${eventCount}`;
}

/** The events of this tab that no state of the leader contains yet. */
export function ownPending({ id: tabId, pending }: Tab): readonly TabEvent[] {
  return pending.filter(({ id }) => id.startsWith(`${tabId}.`));
}

/** This tab waits for a leader to respond, since the first event that has had no response. */
export function awaitLeader(state: ChatState, now: number): ChatState {
  const { responseDueAt } = state.tab;
  return { ...state, tab: { ...state.tab, responseDueAt: responseDueAt ?? now + responseTimeoutMs } };
}

/** This tab gives up the socket. Sent messages stay as they are, because they may have arrived. */
export function leaveSocket(state: ChatState, role: 'away' | 'follower'): ChatState {
  const { conversation, tab } = state;
  const isClosed = tab.role === 'leader' && conversation.connection !== 'idle';
  // Nobody says any more whether the floating ones are open, which a chat in its page does not show.
  const isForgetting = role === 'away' && state.isShownInPage !== null;
  return {
    ...state,
    isOpen: state.isOpen && !isForgetting,
    conversation: isClosed ? { ...conversation, connection: 'closed' } : conversation,
    tab: withUnsent({ ...tab, role, responseDueAt: null }, conversation, visitorOf(state)),
    socket: resetSocket(state.socket),
  };
}

/** Nobody has the chat open, so nothing begins again: this tab waits as before start(). */
export function waitAgain(state: ChatState): ChatState {
  return withConversation(leaveSocket(state, 'away'), { phase: 'idle', connection: 'idle' });
}

/** Keeps the messages in the outbox, because the next leader may not have received them. */
export function withUnsent(tab: Tab, { phase, outbox, session }: Conversation, visitor?: string): Tab {
  const isFromChat = phase === 'chatting';
  const written = outbox.filter(isUnsettled).map((message, index): TabEvent => {
    const event: SharedEvent = { type: 'message-written', message, session: session.id, isFromChat };
    return { id: `${tab.id}.${tab.eventCount + index + 1}`, event, visitor };
  });
  const others = ownPending(tab).filter(({ event }) => event.type !== 'message-written');
  return { ...tab, eventCount: tab.eventCount + written.length, pending: [...others, ...written] };
}

function previousAfter({ conversation, previous }: ChatState, event: SharedEvent): Conversation | null {
  switch (event.type) {
    case 'new-conversation-started':
    case 'conversation-ended':
      return isWorthReturning(conversation) ? conversation : null;
    // The question how an ended conversation was stands beside the way back.
    case 'rating-answered':
      return conversation.phase === 'ended' ? previous : null;
    case 'messages-seen':
    case 'notice-dismissed':
    case 'visibility-changed':
    case 'storage-consent-changed':
    case 'call-accepted':
    case 'call-cancelled':
      return previous;
    default:
      // Anything that happens in the new conversation means that the visitor has accepted it.
      return null;
  }
}

/** This tab leads from now on. What it has applied is part of the state that the others get. */
export function becomeLeader({ tab, ...state }: ChatState, stored: Conversation | undefined, now: number): ChatState {
  const ids = tab.pending.map(({ id }) => id);
  const leading: Tab = { ...tab, role: 'leader', pending: [], responseDueAt: null };
  const isAnother = tab.pending.some(({ event }) => replacing.has(event.type));
  const conversation = stored === undefined || isAnother ? state.conversation : resume(state.conversation, stored);
  // The others say again what they show. One that was killed does not.
  const next = { ...state, shownInPages: [], conversation: withAppliedEvents(conversation, ids), tab: leading };
  const { phase, session } = next.conversation;
  // The last leader may have closed while it requested the session of the lead.
  return phase === 'chatting' && session.id === null ? beginSession(next, now) : next;
}

/** Events after which what the last leader has stored is another conversation than that of this tab. */
const replacing: ReadonlySet<SharedEvent['type']> = new Set([
  'new-conversation-started',
  'new-conversation-undone',
  'conversation-ended',
  'forgotten',
  'lead-accepted',
]);

/** The conversation in the session that the last leader has stored, with what was said in it meanwhile. */
function resume(current: Conversation, { session, lead, owner, messages }: Conversation): Conversation {
  const settled = messages.filter(({ delivery }) => delivery !== 'not-delivered');
  const outbox = current.outbox.filter(({ id }) => !hasMessage(settled, id));
  const others = settled.filter(({ id }) => !hasMessage(current.messages, id));
  return { ...current, session, lead: lead ?? current.lead, owner, messages: [...current.messages, ...others], outbox };
}

/** What the other tabs get of the leader's state. */
export function toSnapshot(state: ChatState): TabSnapshot {
  const { conversation, isOpen, storageConsent, storageConsentAnsweredAt, leadProgress } = state;
  const isSettled = leadProgress.status === 'accepted' || leadProgress.status === 'queued';
  return {
    ...{ conversation, isOpen, storageConsent, call: callUnderWay(state) },
    consentAnsweredAt: storageConsentAnsweredAt,
    leadProgress: isSettled ? leadProgress : undefined,
  };
}

/** The event that shows it in a tab that has missed it. */
function callUnderWay({ call: { followed, progress }, conversation: { lead } }: ChatState): CallAccepted | undefined {
  if (followed === null || progress.status !== 'requested') return undefined;
  const { state, at } = progress;
  return { type: 'call-accepted', call: followed, lead: lead?.id ?? '', state, ...(at !== undefined && { at }) };
}

/** Takes over what the leader knows. Events that the leader has not seen are applied again on top. */
export function follow(current: ChatState, snapshot: TabSnapshot, now: number, reduceShared: ReduceShared): ChatState {
  if (current.tab.role === 'leader') return current;
  const answered = adoptStorageConsent(current, snapshot);
  const isJoining = current.tab.role === 'joining';
  const state = isJoining ? adopt(answered, snapshot, now, reduceShared) : answered;
  // A tab of an earlier build posts less.
  const conversation: Conversation = { ...emptyConversation, ...snapshot.conversation };
  const seen = new Set(conversation.appliedEvents);
  const pending = state.tab.pending.filter(
    (tabEvent) => !seen.has(tabEvent.id) && !isAboutGone(conversation, tabEvent),
  );
  const following: Tab = { ...state.tab, role: 'follower', pending };
  // The tab of another event waits for the leader itself.
  const responseDueAt = ownPending(following).length > 0 ? now + responseTimeoutMs : null;
  const tab: Tab = { ...following, responseDueAt };
  // A leader that asks for the lead while this tab has no chat has nothing for this tab to show, but knows who the visitor is.
  if (conversation.phase === 'asking-lead' && state.conversation.phase !== 'chatting') {
    const forgetting = pending.flatMap((tabEvent) => nextVisitor(tabEvent) ?? []);
    const visitors = withVisitors(conversation.visitors, forgetting);
    return { ...state, tab, conversation: { ...withSharedDraft(state, conversation, pending), visitors } };
  }
  let next: ChatState = { ...state, conversation, tab, socket: resetSocket(state.socket) };
  for (const tabEvent of pending) next = applyEvent(next, tabEvent, now, reduceShared);
  // The visitor has accepted a new conversation by writing in it, in whichever tab. An ended one is the last one itself.
  const isAccepted = next.conversation.phase !== 'ended' && hasWritten(next.conversation);
  const previous = isAccepted ? null : state.previous;
  const followed = { ...state, conversation: next.conversation, tab, socket: next.socket, previous };
  // The rest of each event has been applied already, but not to what this tab has just adopted.
  return isJoining ? { ...followed, leadProgress: next.leadProgress, call: next.call } : followed;
}

/**
 * A tab that joins has missed the events that changed what is shared besides the conversation. It stays open if it is open already.
 * What it is sending, or was refused, is its own.
 */
function adopt(
  state: ChatState,
  { isOpen = false, leadProgress, call }: TabSnapshot,
  now: number,
  reduceShared: ReduceShared,
): ChatState {
  const knowsNoLead = leadProgress !== undefined && state.leadProgress.status === 'none';
  const joined: ChatState = {
    ...state,
    isOpen: isOpen || state.isOpen,
    leadProgress: knowsNoLead ? leadProgress : state.leadProgress,
  };
  return call === undefined || call.call.id === state.call.followed?.id ? joined : reduceShared(joined, call, now);
}

/** The visitor's latest answer, in whichever tab. */
function adoptStorageConsent(
  state: ChatState,
  { storageConsent, consentAnsweredAt: storageConsentAnsweredAt = null }: TabSnapshot,
): ChatState {
  const isNewer = storageConsentAnsweredAt !== null && storageConsentAnsweredAt > (state.storageConsentAnsweredAt ?? 0);
  return isNewer && storageConsent !== undefined ? { ...state, storageConsent, storageConsentAnsweredAt } : state;
}

/** Two tabs that ask for the lead show the same form. */
function withSharedDraft(
  { conversation }: ChatState,
  leading: Conversation,
  pending: readonly TabEvent[],
): Conversation {
  const isSame = leading.draft === conversation.draft || leading.phase !== conversation.phase;
  if (isSame || pending.some(({ event }) => event.type === 'form-edited')) return conversation;
  return { ...conversation, draft: leading.draft };
}

function withAppliedEvents(conversation: Conversation, ids: readonly string[]): Conversation {
  return { ...conversation, appliedEvents: [...conversation.appliedEvents, ...ids].slice(-maxAppliedEvents) };
}

function resetSocket(socket: SocketState): SocketState {
  return {
    ...socket,
    ...noSocket,
    sessionRequest: null,
    recovery: forgetFailures(socket.recovery),
    replay: noReplay,
  };
}
