import type { Conversation, OutboxEntry } from './conversation.ts';
import type { ChatMessage, Delivery } from './message.ts';
import { setDeliveries } from './transcript.ts';

const maxEntries = 100;
const maxCharacters = 65_536;
/** An older message is sent only after a click, because the visitor may have forgotten it. */
const expiryMs = 600_000;
/** The first attempt, and one more after a drop. */
const maxSendCount = 2;

/*
 * The outbox: the visitor's messages that are not confirmed, in order.
 *
 * queued → sent → confirmed. When the socket drops, a sent message is queued again once; the second time it becomes
 * not-delivered, like one that waited too long or found no room.
 */

/** Adds a message. Undefined if the outbox is full; the message is then not delivered. */
export function enqueue(
  outbox: readonly OutboxEntry[],
  { id, text, at }: ChatMessage,
): Conversation['outbox'] | undefined {
  const characterCount = outbox.reduce((sum, entry) => sum + entry.text.length, text.length);
  if (outbox.length >= maxEntries || characterCount > maxCharacters) return undefined;
  return outbox.some((entry) => entry.id === id) ? outbox : [...outbox, { id, text, at, sendCount: 0, isSent: false }];
}

/** The message was handed to the open socket. */
export function markSent(conversation: Conversation, id: string): Conversation {
  return change(conversation, (entry) =>
    entry.id === id ? { ...entry, isSent: true, sendCount: entry.sendCount + 1 } : entry,
  );
}

/** Everything that was sent has arrived. */
export function confirmSent(conversation: Conversation): Conversation {
  return change(conversation, (entry) => (entry.isSent ? 'confirmed' : entry));
}

/** It is unknown whether what was sent has arrived. */
export function requeueSent(conversation: Conversation): Conversation {
  return change(conversation, (entry) => {
    if (!entry.isSent) return entry;
    return entry.sendCount < maxSendCount ? { ...entry, isSent: false } : 'not-delivered';
  });
}

/** The conversation is over. Its unsent messages must not be sent in another one. */
export function abandonOutbox(conversation: Conversation): Conversation {
  return change(conversation, () => 'not-delivered');
}

export function expireOutbox(conversation: Conversation, now: number): Conversation {
  return change(conversation, (entry) => (!entry.isSent && now - entry.at >= expiryMs ? 'not-delivered' : entry));
}

/** When the next message expires; undefined if none will. */
export function outboxExpiresAt(outbox: readonly OutboxEntry[]): number | undefined {
  const times = outbox.filter(({ isSent }) => !isSent).map(({ at }) => at + expiryMs);
  return times.length === 0 ? undefined : Math.min(...times);
}

export function hasSent(outbox: readonly OutboxEntry[]): boolean {
  return outbox.some(({ isSent }) => isSent);
}

/** Replaces each entry by the result of `next`, and removes those that are settled. The messages show the same. */
function change(
  conversation: Conversation,
  next: (entry: OutboxEntry) => OutboxEntry | 'confirmed' | 'not-delivered',
): Conversation {
  const deliveries = new Map<string, Delivery>();
  const outbox = conversation.outbox.flatMap((entry) => {
    const result = next(entry);
    if (result === entry) return [entry];
    if (typeof result === 'string') {
      deliveries.set(entry.id, result);
      return [];
    }
    deliveries.set(entry.id, result.isSent ? 'sent' : 'queued');
    return [result];
  });
  if (deliveries.size === 0) return conversation;
  return { ...conversation, outbox, messages: setDeliveries(conversation.messages, deliveries) };
}
