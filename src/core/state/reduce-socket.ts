import type { ChatownerFrame, MessageFrame, ServerFrame } from '../../protocol/service/frames.ts';
import type { Disconnect } from '../connection/connection.ts';
import { type ChatState, isOpenAnywhere, noSocket, withConversation, withSocket } from './chat-state.ts';
import { isPast } from './deadline.ts';
import type { ChatMessage } from './message.ts';
import { confirmSent, expireOutbox, isSent, markSent, requeueSent } from './outbox.ts';
import { afterOpening } from './recovery.ts';
import { establish, receiveSession, recover, withNewSocket } from './reduce-session.ts';
import { appendMessage, hasMessage, receiptOf, replayKnown, replayUnknown, startReplay } from './transcript.ts';

/** A resumed conversation counts as ready after this time even if the service has sent nothing. */
const readyTimeoutMs = 2_000;
/** The handshake is over after this pause. */
const quietMs = 50;
const maxHandshakeMs = 1_000;
/**
 * The last messages of a page that was left have usually arrived, and the service may still be working on the answer. The
 * next page waits this long for the answer before it sends them again.
 */
const resendDelayMs = 10_000;
const awaitingMs = 60_000;

/** A message was handed to the socket. */
export function markMessageSent(state: ChatState, id: string, now: number): ChatState {
  const conversation = markSent(state.conversation, id);
  const unsettled = state.socket.sentIds.filter((sentId) => hasMessage(conversation.outbox, sentId));
  const sent = { ...state, conversation: { ...conversation, awaitingUntil: now + awaitingMs } };
  return withSocket(sent, { sentAt: now, sentIds: [...unsettled, id] });
}

export function dropSocket(state: ChatState, disconnect: Disconnect, now: number): ChatState {
  const settle = disconnect.isDelivered ? confirmSent : requeueSent;
  const settled = { ...state, conversation: settle(state.conversation, isOverThisSocket(state)) };
  return recover(withSocket(settled, noSocket), disconnect, now);
}

export function receiveFrames(state: ChatState, frames: readonly ServerFrame[], now: number): ChatState {
  let next = state;
  for (const frame of frames) next = receiveFrame(next, frame, now);
  return next;
}

function receiveFrame(state: ChatState, frame: ServerFrame, now: number): ChatState {
  const next = continueHandshake(state, now);
  switch (frame.type) {
    case 'session':
      return establish(next, frame);
    case 'chatowner':
      return withConversation(next, { owner: { id: frame.id, ...readAuthor(frame) } });
    case 'message':
      return addMessage(next, frame, now);
  }
}

/** It shows that the service is alive. */
export function receiveUnknownFrame(state: ChatState): ChatState {
  return { ...state, conversation: confirmSent(state.conversation, isOverThisSocket(state)) };
}

/** Clears the deadlines of the socket that have passed (deadline.ts), and does what follows. */
export function passSocketTime(state: ChatState, now: number): ChatState {
  const { handshake, sessionRequest } = state.socket;
  let next: ChatState = { ...state, conversation: expireOutbox(state.conversation, now) };
  if (handshake.status === 'running' && isPast(handshake.readyAt, now)) next = finishHandshake(next, now);
  if (handshake.status === 'ready' && isPast(handshake.resendAt, now)) {
    // Messages of an earlier page that are still not answered.
    const isOverThis = isOverThisSocket(state);
    const conversation = requeueSent(next.conversation, (message) => !isOverThis(message));
    next = withoutResend({ ...next, conversation });
  }
  if (isPast(next.conversation.awaitingUntil, now)) next = withConversation(next, { awaitingUntil: null });
  return sessionRequest !== null && isPast(sessionRequest.timeoutAt, now)
    ? receiveSession(next, sessionRequest, null)
    : next;
}

/** Whether a message was handed to this socket, and not to one of an earlier page or tab. */
function isOverThisSocket({ socket: { sentIds } }: ChatState): (message: ChatMessage) => boolean {
  return ({ id }) => sentIds.includes(id);
}

/** A socket is open, and its handshake begins. */
export function beginHandshake(state: ChatState, now: number): ChatState {
  const { session, messages } = state.conversation;
  const { isProbing } = state.socket.recovery;
  const recovery = afterOpening(state.socket.recovery);
  // The probe has shown that the service is up. The conversation needs a socket of its own.
  if (isProbing) return withSocket(withNewSocket(state), { recovery });
  // If the session is known, messages are sent even if the service sends no frame.
  const readyAt = session.id === null ? null : now + readyTimeoutMs;
  return withSocket(state, {
    handshake: { status: 'running', openedAt: now, readyAt },
    recovery,
    replay: startReplay(messages),
  });
}

/** A frame came that may belong to the handshake. Messages are sent after the last frame of the handshake. */
function continueHandshake(state: ChatState, now: number): ChatState {
  const { handshake } = state.socket;
  if (handshake.status !== 'running') return state;
  const readyAt = Math.max(now, Math.min(now + quietMs, handshake.openedAt + maxHandshakeMs));
  return withSocket(state, { handshake: { ...handshake, readyAt } });
}

function finishHandshake(state: ChatState, now: number): ChatState {
  if (!state.conversation.outbox.some(isSent))
    return withSocket(state, { handshake: { status: 'ready', resendAt: null } });
  const ready = withSocket(state, { handshake: { status: 'ready', resendAt: now + resendDelayMs } });
  return withConversation(ready, { awaitingUntil: now + awaitingMs });
}

function addMessage(state: ChatState, frame: MessageFrame, now: number): ChatState {
  const { conversation, socket } = state;
  const { replay } = socket;
  const receipt = receiptOf(conversation.messages, replay, frame.id);
  if (receipt === 'known') {
    const replayed = replayKnown(conversation.messages, replay, frame.id);
    return withSocket(withConversation(state, { messages: replayed.messages }), { replay: replayed.replay });
  }
  // A replayed message is older than the visitor's, and confirms nothing. If no message of the agent is known, the first one
  // is usually the answer that the visitor's first page was left before.
  const isAnswer = receipt === 'latest' || socket.handshake.status === 'ready';
  const settled = isAnswer ? confirmSent(conversation) : conversation;
  const author = readAuthor(frame);
  const message: ChatMessage = { id: frame.id, from: 'agent', text: frame.content, at: now, author };
  const next = withConversation(state, {
    ...settled,
    messages: appendMessage(settled.messages, message),
    unread: isOpenAnywhere(state) ? conversation.unread : conversation.unread + 1,
  });
  const received = receipt === 'gap' ? withSocket(next, { replay: replayUnknown(replay, frame.id) }) : next;
  return isAnswer ? withoutResend(withConversation(received, { awaitingUntil: null })) : received;
}

function withoutResend(state: ChatState): ChatState {
  const { handshake } = state.socket;
  if (handshake.status !== 'ready' || handshake.resendAt === null) return state;
  return withSocket(state, { handshake: { status: 'ready', resendAt: null } });
}

function readAuthor({ name, profilepic }: MessageFrame | ChatownerFrame): { name?: string; avatarUrl?: string } {
  return { ...(name ? { name } : {}), ...(profilepic ? { avatarUrl: profilepic } : {}) };
}
