import * as z from 'zod/mini';
import { sessionFrame } from '../../protocol/index.ts';
import { type ChatMessage, chatMessage, owner } from './message.ts';

/** A visitor's message on its way. */
export const outboxEntry = z.object({
  id: z.string(),
  text: z.string(),
  /** When it was written. */
  at: z.number(),
  /** How often it was handed to a socket. */
  sends: z.number(),
  /** Handed to the socket that is open now. */
  sent: z.boolean(),
});
export type OutboxEntry = Readonly<z.infer<typeof outboxEntry>>;

/** What a conversation is, apart from its connection. It is what tabs tell each other. */
export const conversationState = z.object({
  /** Null until the service names it. */
  session: z.nullable(sessionFrame.shape.session_id),
  /** The session was connected to before: from now on it is resumed, `r/true` (4.11). */
  begun: z.boolean(),
  anonymous: z.boolean(),
  /** The proxy's id of the visitor's lead. */
  lead: z.nullable(z.string()),
  owner: z.nullable(owner),
  unread: z.number(),
  messages: z.array(chatMessage),
  outbox: z.array(outboxEntry),
});
export type ConversationState = Readonly<z.infer<typeof conversationState>>;

export const emptyConversation: ConversationState = {
  session: null,
  begun: false,
  anonymous: true,
  lead: null,
  owner: null,
  unread: 0,
  messages: [],
  outbox: [],
};

/** A conversation as it is kept under `leadchat:<flowId>`. Only `session_id` must be right: the rest can be done without. */
export const keptConversation = z.object({
  session_id: sessionFrame.shape.session_id,
  /** Last activity, milliseconds since the epoch. */
  at: z.catch(z.optional(z.number()), undefined),
  begun: z.catch(z.boolean(), true),
  anonymous: z.catch(z.boolean(), true),
  lead: z.catch(z.nullable(z.string()), null),
  owner: z.catch(z.nullable(owner), null),
  unread: z.catch(z.number(), 0),
  messages: z.catch(z.array(chatMessage), []),
});

/** The messages on their way, as they outlive a reload, bound to their conversation. */
export const keptOutbox = z.object({ session: z.nullable(z.string()), entries: z.array(outboxEntry) });

/** Kept messages as they are now: what is still on its way, and what was on its way in a tab that is gone. */
export function withUnsent(messages: readonly ChatMessage[], entries: readonly OutboxEntry[]): readonly ChatMessage[] {
  const unsent = new Map(entries.map((entry) => [entry.id, entry]));
  const shown = messages.map((message): ChatMessage => {
    const isOnItsWay = unsent.delete(message.id);
    if (isOnItsWay) return { ...message, delivery: 'queued' };
    const wasOnItsWay = message.delivery === 'queued' || message.delivery === 'sent';
    return wasOnItsWay ? { ...message, delivery: 'not-delivered' } : message;
  });
  const missing = [...unsent.values()].map(({ id, text, at }): ChatMessage => {
    return { id, from: 'visitor', text, at, delivery: 'queued' };
  });
  return [...shown, ...missing];
}
