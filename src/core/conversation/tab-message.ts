import * as z from 'zod/mini';
import { sessionTarget, sharedConversationState } from './conversation-state.ts';
import { chatMessage } from './message.ts';

/** A command to the leading tab. Its names never change, because other tabs may run another build. */
const command = z.discriminatedUnion('name', [
  /** `session`: the conversation that the message was written in. */
  z.object({ name: z.literal('send'), message: chatMessage, session: z.nullable(z.string()) }),
  z.object({ name: z.literal('retry'), id: z.string() }),
  z.object({
    name: z.literal('begin'),
    session: z.nullable(z.string()),
    target: z.catch(sessionTarget, {}),
    lead: z.nullable(z.string()),
    leadToken: z.catch(z.nullable(z.string()), null),
  }),
  z.object({
    name: z.literal('lead'),
    lead: z.nullable(z.string()),
    leadToken: z.catch(z.nullable(z.string()), null),
  }),
  /** The visitor left a lead, and no chat follows. */
  z.object({ name: z.literal('thank'), lead: z.nullable(z.string()), leadToken: z.nullable(z.string()) }),
  /** Starts a new conversation. `asks`: the form for the lead comes first. */
  z.object({ name: z.literal('renew'), asks: z.boolean() }),
  /** Returns to a conversation that was left for a new one. */
  z.object({ name: z.literal('resume'), conversation: sharedConversationState }),
  z.object({ name: z.literal('end') }),
  z.object({ name: z.literal('seen') }),
]);
export type Command = z.infer<typeof command>;
export type SendCommand = Extract<Command, { name: 'send' }>;

export const tabMessage = z.discriminatedUnion('type', [
  /** A tab joined and asks for the state. */
  z.object({ type: z.literal('hello') }),
  /** From the leading tab, after each change and each command. */
  z.object({
    type: z.literal('state'),
    /** The first state of a new leader. Followers respond to it, and the leader then knows that it has followers. */
    isNew: z.boolean(),
    phase: z.enum(['idle', 'asking-lead', 'chatting', 'thanks', 'ended']),
    connection: z.enum(['idle', 'connecting', 'open', 'waiting', 'offline', 'closed']),
    awaitingAnswer: z.boolean(),
    notice: z.nullable(z.enum(['session-replaced', 'anonymous-fallback', 'storage-unavailable'])),
    conversation: sharedConversationState,
  }),
  z.object({ type: z.literal('command'), command }),
  /** The visitor requested or cancelled this call. */
  z.object({ type: z.literal('call'), id: z.string(), token: z.nullable(z.string()) }),
  /** The visitor opened or closed the chat. */
  z.object({ type: z.literal('open'), isOpen: z.boolean() }),
]);
export type TabMessage = z.infer<typeof tabMessage>;
export type TabState = Extract<TabMessage, { type: 'state' }>;
