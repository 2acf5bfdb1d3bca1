import type { Conversation } from './conversation.ts';
import type { ChatMessage, Delivery } from './message.ts';

type Messages = Conversation['messages'];

const maxMessages = 100;
const maxCharacters = 65_536;
/** An older message is sent only after a click, because the visitor may have forgotten it. */
const expiryMs = 600_000;
/** The first attempt, and one more after a drop. */
const maxSendCount = 2;

/*
 * The outbox: those of the visitor's messages that are `queued` or `sent`, in order.
 *
 * queued → sent → confirmed. When the socket drops, a sent message is queued again once; the second time it becomes
 * not-delivered, like one that waited too long or found no room.
 */

export function isInOutbox({ delivery }: ChatMessage): boolean {
  return delivery === 'queued' || delivery === 'sent';
}

/** Whether the outbox has room for the message. */
export function hasRoom(messages: Messages, { text }: ChatMessage): boolean {
  const outbox = messages.filter(isInOutbox);
  const characterCount = outbox.reduce((sum, message) => sum + message.text.length, text.length);
  return outbox.length < maxMessages && characterCount <= maxCharacters;
}

/** The message was handed to the open socket. */
export function markSent(messages: Messages, id: string): Messages {
  return change(messages, ({ id: messageId, sendCount = 0 }) =>
    messageId === id ? { delivery: 'sent', sendCount: sendCount + 1 } : undefined,
  );
}

/** Everything that was sent has arrived. */
export function confirmSent(messages: Messages): Messages {
  return change(messages, ({ delivery }) => (delivery === 'sent' ? { delivery: 'confirmed' } : undefined));
}

/** It is unknown whether what was sent has arrived. */
export function requeueSent(messages: Messages): Messages {
  return change(messages, ({ delivery, sendCount = 0 }) => {
    if (delivery !== 'sent') return undefined;
    return { delivery: sendCount < maxSendCount ? 'queued' : 'not-delivered' };
  });
}

/** The conversation is over. Its unsent messages must not be sent in another one. */
export function abandonOutbox(messages: Messages): Messages {
  return change(messages, () => ({ delivery: 'not-delivered' }));
}

export function expireOutbox(messages: Messages, now: number): Messages {
  return change(messages, ({ delivery, at }) =>
    delivery === 'queued' && now - at >= expiryMs ? { delivery: 'not-delivered' } : undefined,
  );
}

/** When the next message expires; undefined if none will. */
export function outboxExpiresAt(messages: Messages): number | undefined {
  const times = messages.filter(({ delivery }) => delivery === 'queued').map(({ at }) => at + expiryMs);
  return times.length === 0 ? undefined : Math.min(...times);
}

export function hasSent(messages: Messages): boolean {
  return messages.some(({ delivery }) => delivery === 'sent');
}

/** Changes messages in the outbox. Without a change, the list stays the same. */
function change(
  messages: Messages,
  next: (message: ChatMessage) => { delivery: Delivery; sendCount?: number } | undefined,
): Messages {
  let hasChanged = false;
  const changed = messages.map((message) => {
    const changes = isInOutbox(message) ? next(message) : undefined;
    hasChanged ||= changes !== undefined;
    return changes === undefined ? message : { ...message, ...changes };
  });
  return hasChanged ? changed : messages;
}
