import * as z from 'zod/mini';
import { sessionFrame } from '../../protocol/index.ts';
import { type ChatMessage, chatMessage, type Owner, owner } from './message.ts';

/** A visitor's message that is not confirmed yet. */
const outboxEntry = z.object({
  id: z.string(),
  text: z.string(),
  /** When it was written. */
  at: z.number(),
  /** How often it was handed to a socket. */
  sends: z.number(),
  /** It was handed to the socket that is open now. */
  sent: z.boolean(),
});
export type OutboxEntry = Readonly<z.infer<typeof outboxEntry>>;

/** A lead that the proxy has stored. */
export type LeadReference = {
  /** Public: it appears in events. */
  readonly id: string;
  /** The secret that opens sessions and calls for the lead. Null for leads that an earlier build stored. */
  readonly token: string | null;
};

/** A requested call-back, with the token of its lead, which gives access to it. */
export type CallReference = { readonly id: string; readonly token: string | null };

/** Where a session lives, if not in the configured flow or at the configured host. */
export const sessionTarget = z.object({ flowId: z.optional(z.string()), wssUrl: z.optional(z.string()) });
export type SessionTarget = Readonly<z.infer<typeof sessionTarget>>;

/** A session that carries a lead's data. */
export type LeadSession = { readonly id: string; readonly target: SessionTarget };

/** The session of a conversation, and the lead that it belongs to. */
export type SessionFacts = {
  /** Null until the service names it. */
  readonly session: string | null;
  readonly target: SessionTarget;
  /** The service has confirmed the session, so the next socket resumes it (`r/true`). */
  readonly isEstablished: boolean;
  readonly isAnonymous: boolean;
  readonly lead: LeadReference | null;
};

/** Everything about a conversation except its connection. It is stored, and sent to other tabs. */
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

/** Fields in storage and in messages between tabs. Other builds read them too, so their names never change. */
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

/** A conversation in storage. Only `session_id` must be valid; the other fields have defaults. */
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

/** A lead that no chat followed. */
export const storedThanks = z.object({
  /** The lead's id. Null without a proxy, and while the lead is queued. */
  lead: z.nullable(z.string()),
  leadToken: z.nullable(z.string()),
  /** The lead is still queued in this browser. */
  isQueued: z.boolean(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});

/** The outbox in storage: unsent messages survive a reload. `session` is the conversation that they belong to. */
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
