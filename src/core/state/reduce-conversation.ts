import { noCall } from './call.ts';
import { type ChatState, withConversation } from './chat-state.ts';
import { type Conversation, emptyConversation, hasWritten } from './conversation.ts';
import type { ConversationEndedEvent, ConversationEvent, MessageWrittenEvent, NewConversationEvent } from './event.ts';
import { noLead } from './lead.ts';
import type { ChatMessage } from './message.ts';
import { closeOutbox, enqueue, reject } from './outbox.ts';
import { putFormAway, reduceForm } from './reduce-form.ts';
import { reduceLead } from './reduce-lead.ts';
import { endedRating, questionAboutPrevious, reduceRating, returnedRating } from './reduce-rating.ts';
import { beginSession, startOver, withNewSocket } from './reduce-session.ts';
import { hasMessage, latestMessages } from './transcript.ts';

/** What the visitor does to the conversation, in this tab or in another one. */
export function reduceConversation(state: ChatState, event: ConversationEvent, now: number): ChatState {
  switch (event.type) {
    case 'message-written':
      return write(state, event, now);
    case 'message-retried':
      return retry(state, event.id, now);
    case 'messages-seen':
      return withConversation(state, { unread: 0 });
    case 'notice-dismissed':
      return withConversation(state, { notice: null });
    case 'new-conversation-started':
      return startNewConversation(state, event, now);
    case 'conversation-ended':
      return end(state, event);
    case 'new-conversation-undone':
      return returnTo(state, event.conversation);
    case 'forgotten':
      return forget(state);
    case 'rating-asked':
    case 'rating-answered':
      return reduceRating(state, event);
    case 'form-skipped':
    case 'form-shown':
    case 'form-dismissed':
    case 'form-edited':
      return reduceForm(state, event);
    default:
      return reduceLead(state, event, now);
  }
}

/** Starts a new conversation in place of this one. */
function startNewConversation(state: ChatState, event: NewConversationEvent, now: number): ChatState {
  const { asksForLead, ratingKey, isReset = false } = event;
  if (isLeft(state, event) || (isReset && state.conversation.phase !== 'ended')) return state;
  const emptied = withConversation(startOver(withNewSocket(putFormAway(state))), {
    messages: [],
    rating: questionAboutPrevious(ratingKey),
  });
  return asksForLead ? withConversation(emptied, { phase: 'asking-lead' }) : beginSession(emptied, now);
}

/** Ends the conversation. What was said stays in sight until a new one begins. */
function end(state: ChatState, event: ConversationEndedEvent): ChatState {
  const { conversation } = state;
  if (conversation.phase !== 'chatting' || isLeft(state, event)) return state;
  const { messages, owner, rating } = closeOutbox(conversation);
  const ended = startOver(withNewSocket(putFormAway(state)));
  return withConversation(ended, { phase: 'ended', messages, owner, rating: endedRating(rating, event.ratingKey) });
}

/** Whether another tab has already begun another conversation in place of the one that the event is about. */
function isLeft(
  { conversation }: ChatState,
  { session = null }: NewConversationEvent | ConversationEndedEvent,
): boolean {
  return session !== null && conversation.phase === 'chatting' && conversation.session.id !== session;
}

/** Whether the visitor may want to return to the conversation. */
export function isWorthReturning(conversation: Conversation): boolean {
  return conversation.session.id !== null && hasWritten(conversation);
}

function write(
  state: ChatState,
  { message, session, isFromChat = false }: MessageWrittenEvent,
  now: number,
): ChatState {
  const { phase, messages, outbox } = state.conversation;
  if (hasMessage(messages, message.id) || hasMessage(outbox, message.id)) return state;
  // A message that was written in another conversation must not be sent in this one, nor take back the end of its own.
  const belongsHere = session === null || session === state.conversation.session.id;
  const begins = isFromChat && (phase === 'ended' ? belongsHere : phase !== 'chatting');
  const { conversation, ...rest } = begins ? beginAgain(state, now) : state;
  return { ...rest, conversation: belongsHere ? enqueue(conversation, message) : reject(conversation, message) };
}

/** The message becomes the latest one, because the service gets it after the others. In an ended conversation a new one begins. */
function retry(state: ChatState, id: string, now: number): ChatState {
  const { phase, messages, outbox } = state.conversation;
  const message = [...messages, ...outbox].find((known) => known.id === id);
  if (message?.delivery !== 'not-delivered') return state;
  const { conversation, ...rest } = phase === 'ended' ? beginAgain(state, now) : state;
  const isOther = (known: ChatMessage) => known !== message;
  const others = {
    ...conversation,
    messages: conversation.messages.filter(isOther),
    outbox: conversation.outbox.filter(isOther),
  };
  return { ...rest, conversation: enqueue(others, { ...message, at: now, sendCount: 0 }) };
}

/** A chat begins by a message. What was said in one that has ended is no part of it. */
function beginAgain(state: ChatState, now: number): ChatState {
  return beginSession(state.conversation.phase === 'ended' ? startOver(state) : state, now);
}

/** Replaces this conversation by an earlier one. */
function returnTo(state: ChatState, earlier: Conversation): ChatState {
  const { session, lead, owner, unread, messages, outbox } = earlier;
  const left = startOver(withNewSocket(putFormAway(state)));
  const isKnown = ({ id }: ChatMessage) => hasMessage(messages, id) || hasMessage(outbox, id);
  // What another tab has written in the conversation that is left: the visitor can send it again.
  const writtenElsewhere = left.conversation.messages.filter((message) => !isKnown(message));
  return withConversation(left, {
    session,
    lead,
    owner,
    unread,
    outbox,
    messages: latestMessages([...messages, ...writtenElsewhere]),
    rating: returnedRating(state.conversation, earlier),
    phase: 'chatting',
  });
}

function forget(state: ChatState): ChatState {
  const { phase, notice, appliedEvents, connection, visitors } = state.conversation;
  const ended = phase === 'idle' ? phase : 'ended';
  return {
    ...startOver(withNewSocket(state)),
    // The notice is about this browser, not about the visitor.
    conversation: { ...emptyConversation, phase: ended, notice, appliedEvents, connection, visitors },
    leadProgress: noLead,
    outdatedLeads: [],
    call: noCall,
    deletionCount: state.deletionCount + 1,
    typedText: '',
    previous: null,
  };
}
