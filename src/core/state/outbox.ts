import type { Conversation } from './conversation.ts';
import type { ChatMessage } from './message.ts';
import { appendMessage, latestMessages } from './transcript.ts';

const maxMessages = 100;
const maxCharacters = 65_536;
/** An older message is sent only after a click, because the visitor may have forgotten it. */
const expiryMs = 600_000;
/** The first attempt, and one more after a drop. */
const maxSendCount = 2;

type Outbox = Conversation['outbox'];
type Concerns = (message: ChatMessage) => boolean;

/*
 * The outbox: the visitor's messages from the first one that is not settled. Settled ones before it are in the transcript.
 *
 * queued → sent → confirmed. When the socket drops, a sent message is queued again once; the second time it becomes
 * not-delivered, like one that waited too long, found no room or could not be encoded.
 */

export function isUnsettled({ delivery }: ChatMessage): boolean {
  return delivery === 'queued' || delivery === 'sent';
}

/** Adds a message to be sent. If there is no room, it is not delivered. */
export function enqueue(conversation: Conversation, message: ChatMessage): Conversation {
  const unsettled = conversation.outbox.filter(isUnsettled);
  let characterCount = message.text.length;
  for (const { text } of unsettled) characterCount += text.length;
  const hasRoom = unsettled.length < maxMessages && characterCount <= maxCharacters;
  return append(conversation, { ...message, delivery: hasRoom ? 'queued' : 'not-delivered' });
}

/** Adds a message that must not be sent in this conversation. */
export function reject(conversation: Conversation, message: ChatMessage): Conversation {
  return append(conversation, { ...message, delivery: 'not-delivered' });
}

/** The message was handed to the open socket. */
export function markSent(conversation: Conversation, id: string): Conversation {
  const mark = (message: ChatMessage): ChatMessage =>
    message.id === id ? { ...message, delivery: 'sent', sendCount: (message.sendCount ?? 0) + 1 } : message;
  return { ...conversation, outbox: conversation.outbox.map(mark) };
}

/** The message cannot be sent. */
export function markFailed(conversation: Conversation, id: string): Conversation {
  return change(conversation, (message) => (message.id === id ? { ...message, delivery: 'not-delivered' } : message));
}

/** Everything that was sent has arrived; with `concerns`, of these messages only. */
export function confirmSent(conversation: Conversation, concerns: Concerns = () => true): Conversation {
  return change(conversation, (message) =>
    isSent(message) && concerns(message) ? { ...message, delivery: 'confirmed' } : message,
  );
}

/** It is unknown whether these messages, which were sent, have arrived. */
export function requeueSent(conversation: Conversation, concerns: Concerns): Conversation {
  return change(conversation, (message) => {
    if (!isSent(message) || !concerns(message)) return message;
    return { ...message, delivery: (message.sendCount ?? 0) < maxSendCount ? 'queued' : 'not-delivered' };
  });
}

/** The conversation is over. Its unsent messages must not be sent in another one. */
export function abandonOutbox(conversation: Conversation): Conversation {
  return change(conversation, (message) =>
    isUnsettled(message) ? { ...message, delivery: 'not-delivered' } : message,
  );
}

/**
 * The visitor has ended the conversation, and sees what was said. What was sent stays so: nobody answers any more, so nothing says
 * whether it has arrived.
 */
export function closeOutbox(conversation: Conversation): Conversation {
  const last = conversation.outbox.map((message): ChatMessage => {
    return message.delivery === 'queued' ? { ...message, delivery: 'not-delivered' } : message;
  });
  return { ...conversation, messages: latestMessages([...conversation.messages, ...last]), outbox: [] };
}

export function expireOutbox(conversation: Conversation, now: number): Conversation {
  return change(conversation, (message) =>
    message.delivery === 'queued' && now - message.at >= expiryMs ? { ...message, delivery: 'not-delivered' } : message,
  );
}

/** When the next message expires; undefined if none will. */
export function outboxExpiresAt(outbox: Outbox): number | undefined {
  const times = outbox.filter(({ delivery }) => delivery === 'queued').map(({ at }) => at + expiryMs);
  return times.length === 0 ? undefined : Math.min(...times);
}

export function isSent({ delivery }: ChatMessage): boolean {
  return delivery === 'sent';
}

function append(conversation: Conversation, message: ChatMessage): Conversation {
  return withOutbox(conversation, [...conversation.outbox, message]);
}

function change(conversation: Conversation, next: (message: ChatMessage) => ChatMessage): Conversation {
  const outbox = conversation.outbox.map(next);
  const hasChanged = outbox.some((message, index) => message !== conversation.outbox[index]);
  return hasChanged ? withOutbox(conversation, outbox) : conversation;
}

/** Moves the settled messages at the beginning of the outbox to the transcript. */
function withOutbox(conversation: Conversation, outbox: Outbox): Conversation {
  const firstUnsettled = outbox.findIndex(isUnsettled);
  const settledCount = firstUnsettled === -1 ? outbox.length : firstUnsettled;
  let { messages } = conversation;
  for (const message of outbox.slice(0, settledCount)) messages = appendMessage(messages, message);
  return { ...conversation, messages, outbox: outbox.slice(settledCount) };
}
