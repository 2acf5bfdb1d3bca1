import * as z from 'zod/mini';
import { sessionFrame } from '../../protocol/index.ts';
import { type ChatMessage, chatMessage, type Owner, owner } from './message.ts';

/** A visitor's message on its way. */
const outboxEntry = z.object({
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

/** A lead that the proxy has stored. */
export type LeadReference = {
  /** Public: it appears in events. */
  readonly id: string;
  /** Opens sessions and calls for the lead. Null for leads that an earlier build has stored. */
  readonly token: string | null;
};

/** A requested call-back. The token of its lead opens it. */
export type CallReference = { readonly id: string; readonly token: string | null };

/** Where a session lives, if not in the configured flow or at the configured host. */
export const sessionTarget = z.object({ flowId: z.optional(z.string()), wssUrl: z.optional(z.string()) });
export type SessionTarget = Readonly<z.infer<typeof sessionTarget>>;

/** A session that carries a lead's data. */
export type LeadSession = { readonly id: string; readonly target: SessionTarget };

/** Which session a conversation has, and whose it is. */
export type SessionFacts = {
  /** Null until the service names it. */
  readonly session: string | null;
  readonly target: SessionTarget;
  /** The session was connected to before. From then on it is resumed (`r/true`). */
  readonly isEstablished: boolean;
  readonly isAnonymous: boolean;
  readonly lead: LeadReference | null;
};

/** What a conversation is, apart from its connection. */
export type ConversationState = SessionFacts & {
  readonly owner: Owner | null;
  readonly unread: number;
  readonly messages: readonly ChatMessage[];
  readonly outbox: readonly OutboxEntry[];
};

export const noSession: SessionFacts = {
  session: null,
  target: {},
  isEstablished: false,
  isAnonymous: true,
  lead: null,
};

export const emptyConversation: ConversationState = {
  ...noSession,
  owner: null,
  unread: 0,
  messages: [],
  outbox: [],
};

/** How a conversation is stored and sent to other tabs, which may run another build: these names stay. */
const storedFields = {
  target: z.catch(sessionTarget, {}),
  begun: z.catch(z.boolean(), true),
  anonymous: z.catch(z.boolean(), true),
  lead: z.catch(z.nullable(z.string()), null),
  leadToken: z.catch(z.nullable(z.string()), null),
  owner: z.catch(z.nullable(owner), null),
  unread: z.catch(z.number(), 0),
  messages: z.catch(z.array(chatMessage), []),
};

/** A conversation in storage. Only `session_id` must be right: the chat can do without the rest. */
export const storedConversation = z.object({
  ...storedFields,
  session_id: sessionFrame.shape.session_id,
  /** Last activity, milliseconds since the epoch. */
  at: z.catch(z.optional(z.number()), undefined),
});
export type StoredConversation = z.infer<typeof storedConversation>;

/** A conversation in a message between tabs. */
export const sharedConversationState = z.object({
  ...storedFields,
  session: z.nullable(sessionFrame.shape.session_id),
  outbox: z.array(outboxEntry),
});
export type SharedConversationState = z.infer<typeof sharedConversationState>;

/** A lead that was left without a chat. */
export const storedThanks = z.object({
  /** Null where no proxy stores leads, and while it is queued. */
  lead: z.nullable(z.string()),
  leadToken: z.nullable(z.string()),
  /** The lead waits in this browser. */
  isQueued: z.boolean(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});

/** The messages on their way, as they outlive a reload, bound to their conversation. */
export const storedOutbox = z.object({ session: z.nullable(z.string()), entries: z.array(outboxEntry) });

export function toShared(state: ConversationState): SharedConversationState {
  const { isEstablished, isAnonymous, lead, messages, outbox, ...rest } = state;
  return {
    ...rest,
    messages: [...messages],
    outbox: [...outbox],
    begun: isEstablished,
    anonymous: isAnonymous,
    lead: lead?.id ?? null,
    leadToken: lead?.token ?? null,
  };
}

export function fromShared({ session, outbox, ...fields }: SharedConversationState): ConversationState {
  return { ...fromStoredFields(fields), session, outbox };
}

export function toStored({ session_id, at }: Pick<StoredConversation, 'session_id' | 'at'>, state: ConversationState) {
  const { session: _, outbox: __, ...fields } = toShared(state);
  return { session_id, at, ...fields };
}

export function fromStored(
  { session_id, at: _, ...fields }: StoredConversation,
  outbox: readonly OutboxEntry[],
): ConversationState {
  return { ...fromStoredFields(fields), session: session_id, outbox };
}

function fromStoredFields({
  begun,
  anonymous,
  lead,
  leadToken,
  ...rest
}: Pick<StoredConversation, keyof typeof storedFields>) {
  return {
    ...rest,
    isEstablished: begun,
    isAnonymous: anonymous,
    lead: lead === null ? null : { id: lead, token: leadToken },
  };
}
