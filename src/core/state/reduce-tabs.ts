import type { ChatState, Link, Tab } from './chat-state.ts';
import type { Conversation } from './conversation.ts';
import type { SharedEvent, TabEvent } from './event.ts';
import { forgetFailures } from './recovery.ts';
import { isWorthReturning } from './reduce-conversation.ts';
import { connect } from './reduce-session.ts';
import { noReplay } from './transcript.ts';

/** How long the leading tab may take to respond before it counts as frozen. */
const responseTimeoutMs = 3_000;
const maxSeenEvents = 200;

type ReduceShared = (state: ChatState, event: SharedEvent, now: number) => ChatState;

/** Applies an event of this tab. Without a leader a tab applies its own, because it may become the leader. */
export function applyOwnEvent(
  state: ChatState,
  event: SharedEvent,
  now: number,
  reduceShared: ReduceShared,
): ChatState {
  const next = reduceShared(state, event, now);
  // If every tab repeated that it is open, quick changes would go back and forth.
  if (next === state) return state;
  const { id, role, unseen } = next.tab;
  const eventCount = next.tab.eventCount + 1;
  const lastEvent: TabEvent = { id: `${id}.${eventCount}`, event };
  const tab = { ...next.tab, eventCount, lastEvent };
  const previous = previousAfter(state, event);
  if (role === 'leader') return { ...next, tab, previous };
  const posted: ChatState = { ...next, tab: { ...tab, unseen: [...unseen, lastEvent] }, previous };
  return role === 'follower' ? awaitLeader(posted, now) : posted;
}

/** This tab waits for a leader to respond. */
export function awaitLeader(state: ChatState, now: number): ChatState {
  return { ...state, tab: { ...state.tab, responseDueAt: now + responseTimeoutMs } };
}

/** This tab gives up the socket. Sent messages stay as they are, because they may have arrived. */
export function leaveSocket(state: ChatState, role: 'away' | 'follower'): ChatState {
  const { conversation, tab } = state;
  const isClosed = tab.role === 'leader' && conversation.connection !== 'idle';
  return {
    ...state,
    conversation: isClosed ? { ...conversation, connection: 'closed' } : conversation,
    tab: withUnsent({ ...tab, role, responseDueAt: null }, conversation),
    link: resetLink(state.link),
  };
}

/** Keeps the messages in the outbox, because the next leader may not have received them. */
export function withUnsent(tab: Tab, { messages, outbox, session }: Conversation): Tab {
  const unsent = new Set(outbox.map(({ id }) => id));
  const written = messages
    .filter(({ id }) => unsent.has(id))
    .map((message, index): TabEvent => {
      const event: SharedEvent = { type: 'message-written', message, session: session.id };
      return { id: `${tab.id}.${tab.eventCount + index + 1}`, event };
    });
  const others = tab.unseen.filter(({ event }) => event.type !== 'message-written');
  return { ...tab, eventCount: tab.eventCount + written.length, unseen: [...others, ...written] };
}

function previousAfter({ conversation, previous }: ChatState, event: SharedEvent): Conversation | null {
  switch (event.type) {
    case 'conversation-renewed':
      return isWorthReturning(conversation) ? conversation : null;
    case 'messages-seen':
    case 'notice-dismissed':
    case 'visibility-changed':
    case 'consent-changed':
    case 'call-accepted':
    case 'call-cancelled':
      return previous;
    default:
      // Anything that happens in the new conversation means that the visitor has accepted it.
      return null;
  }
}

/** This tab leads from now on. Its own events are part of the state that the others get. */
export function becomeLeader({ tab, ...state }: ChatState, now: number): ChatState {
  const ids = tab.unseen.map(({ id }) => id);
  const leading: Tab = { ...tab, role: 'leader', unseen: [], responseDueAt: null };
  const next: ChatState = { ...state, conversation: addSeen(state.conversation, ids), tab: leading };
  const { phase, session } = next.conversation;
  // The last leader may have closed while it requested the session of the lead.
  return phase === 'chatting' && session.id === null ? connect(next, now) : next;
}

/** Shows the leader's conversation. What this tab did and the leader has not seen is applied again on top. */
export function follow(
  state: ChatState,
  conversation: Conversation,
  now: number,
  reduceShared: ReduceShared,
): ChatState {
  if (state.tab.role === 'leader') return state;
  const seen = new Set(conversation.seenEvents);
  const unseen = state.tab.unseen.filter(({ id }) => !seen.has(id));
  const responseDueAt = unseen.length > 0 ? now + responseTimeoutMs : null;
  const tab: Tab = { ...state.tab, role: 'follower', unseen, responseDueAt };
  // A leader that is idle, or that asks for the lead while this tab has no chat, has nothing for this tab to show.
  const { phase } = conversation;
  if (phase === 'idle' || (phase === 'asking-lead' && state.conversation.phase !== 'chatting'))
    return { ...state, tab };
  let next: ChatState = { ...state, conversation, tab, link: resetLink(state.link) };
  for (const { event } of unseen) next = reduceShared(next, event, now);
  // Only what the leader decides is applied again: the rest is still there.
  const { messages } = next.conversation;
  // The visitor has accepted a new conversation by writing in it, in whichever tab.
  const previous = messages.some(({ from }) => from === 'visitor') ? null : state.previous;
  return { ...state, conversation: next.conversation, tab, link: next.link, previous };
}

/** An event of another tab. Only the leader applies what it does to the conversation. */
export function applyTabEvent(
  state: ChatState,
  { id, event }: TabEvent,
  now: number,
  reduceShared: ReduceShared,
): ChatState {
  const { conversation, tab, link } = state;
  if (conversation.seenEvents.includes(id)) return state;
  const previous = event.type === 'conversation-renewed' ? null : previousAfter(state, event);
  const next: ChatState = { ...reduceShared(state, event, now), previous };
  if (tab.role !== 'leader') return { ...next, conversation, tab, link };
  return { ...next, conversation: addSeen(next.conversation, [id]) };
}

function addSeen(conversation: Conversation, ids: readonly string[]): Conversation {
  return { ...conversation, seenEvents: [...conversation.seenEvents, ...ids].slice(-maxSeenEvents) };
}

function resetLink(link: Link): Link {
  return {
    ...link,
    handshake: { status: 'none' },
    sessionRequest: null,
    recovery: forgetFailures(link.recovery),
    replay: noReplay,
  };
}
