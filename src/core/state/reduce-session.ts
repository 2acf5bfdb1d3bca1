import type { SessionFrame } from '../../protocol/service/frames.ts';
import type { ConnectionPath, Disconnect } from '../connection/connection.ts';
import { type ChatState, noSocket, withConversation, withSocket } from './chat-state.ts';
import { type LeadReference, type LeadSession, noSession, type Session, type SessionRequest } from './conversation.ts';
import { abandonOutbox } from './outbox.ts';
import { afterDrop } from './recovery.ts';
import { noReplay } from './transcript.ts';

/** How long the conversation waits for a session of its lead before it starts without one. */
const sessionTimeoutMs = 12_000;

/** Where the next socket connects to. It resumes only a session that the service has confirmed. */
export function nextPath({ conversation, socket }: ChatState, flowId: string): ConnectionPath {
  const { id, target, isEstablished } = socket.recovery.isProbing ? noSession : conversation.session;
  if (id === null) return { flowId, session: null, reconnect: false, wssUrl: undefined };
  return { flowId: target.flowId ?? flowId, session: id, reconnect: isEstablished, wssUrl: target.wssUrl };
}

/** Whether this tab should have a socket. */
export function needsSocket({ conversation, tab, socket }: ChatState): boolean {
  return tab.role === 'leader' && conversation.phase === 'chatting' && socket.sessionRequest === null;
}

/** Starts with a session that carries lead data, or anonymously with null. Sends what was typed before it. */
export function startConversation(
  state: ChatState,
  leadSession: LeadSession | null,
  lead: LeadReference | null,
): ChatState {
  // An anonymous socket may be connecting already, and the service would name another session for it.
  const next = withNewSocket(state);
  const fresh = state.conversation.session.id === null ? next : startOver(next);
  const started = withConversation(fresh, { phase: 'chatting', lead, session: fromLeadSession(leadSession) });
  return withSocket(started, { sessionRequest: null });
}

/** The conversation gets a new session: one that is requested for the lead, or an anonymous one. */
export function beginSession(state: ChatState, now: number): ChatState {
  const { lead } = state.conversation;
  const sessionRequest = lead && { lead, timeoutAt: now + sessionTimeoutMs };
  return withSocket(withConversation(state, { phase: 'chatting' }), { sessionRequest });
}

/** A session was opened for the lead, or none could be. */
export function receiveSession(state: ChatState, request: SessionRequest, session: LeadSession | null): ChatState {
  // A new conversation may have started meanwhile.
  if (state.socket.sessionRequest !== request) return state;
  const notice = state.conversation.notice ?? (session === null ? 'anonymous-fallback' : null);
  const changes = { notice, session: fromLeadSession(session) };
  return withSocket(withConversation(state, changes), { sessionRequest: null });
}

/** The service has named the session of the open socket. */
export function establish(state: ChatState, { session_id: id }: SessionFrame): ChatState {
  const { session } = state.conversation;
  const isReplaced = session.isEstablished && id !== session.id;
  const next = isReplaced ? withConversation(startOver(state), { notice: 'session-replaced' }) : state;
  const { isAnonymous } = next.conversation.session;
  const established = { id, target: session.target, isEstablished: true, isAnonymous };
  return withSocket(withConversation(next, { session: established }), { isAnnounced: true });
}

/** The socket is lost. What was sent over it is already settled. */
export function recover(state: ChatState, disconnect: Disconnect, now: number): ChatState {
  const { recovery, remedy } = afterDrop(state.socket.recovery, disconnect, state.conversation.session, now);
  const next = withSocket(state, { recovery });
  switch (remedy) {
    case 'reconnect':
      return next;
    case 'new-session':
      return withConversation(beginSession(startOver(next), now), { notice: 'session-replaced' });
    case 'anonymous':
      return withConversation(next, { notice: 'anonymous-fallback', session: noSession });
    case 'give-up':
      return withConversation(startOver(next), { phase: 'ended' });
  }
}

/**
 * Forgets the session, its messages and the question how it was. Keeps the lead, the messages that the visitor can send again by
 * a click, and an open socket: the service may name another session on it.
 */
export function startOver(state: ChatState): ChatState {
  const { handshake } = state.socket;
  const conversation = abandonOutbox(state.conversation);
  const messages = conversation.messages.filter(({ delivery }) => delivery === 'not-delivered');
  const rating = conversation.rating?.isAboutPrevious ? conversation.rating : null;
  return {
    ...state,
    deletionCount: 0,
    conversation: {
      ...conversation,
      session: noSession,
      messages,
      owner: null,
      unread: 0,
      awaitingUntil: null,
      rating,
    },
    socket: {
      ...state.socket,
      handshake: handshake.status === 'ready' ? { status: 'ready', resendAt: null } : handshake,
      sessionRequest: null,
      isAnnounced: false,
      replay: noReplay,
    },
  };
}

/** The conversation needs another socket than the open one. */
export function withNewSocket(state: ChatState): ChatState {
  return withSocket(state, { ...noSocket, number: state.socket.number + 1 });
}

/** A session that was opened for a lead; null: the conversation is anonymous. */
function fromLeadSession(session: LeadSession | null): Session {
  return session === null ? noSession : { ...noSession, id: session.id, target: session.target, isAnonymous: false };
}
