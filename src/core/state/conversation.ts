import * as z from 'zod/mini';
import type { ConnectionStatus } from '../connection/connection.ts';
import type { ChatMessage, Owner } from './message.ts';

/**
 * `thanks`: the visitor left a lead, and no chat follows. `ended`: forget() was called, or the service refuses every
 * conversation. newConversation() starts again from both.
 */
export type Phase = 'idle' | 'asking-lead' | 'chatting' | 'thanks' | 'ended';

export type Notice = 'session-replaced' | 'anonymous-fallback' | 'storage-unavailable';

export const leadReference = z.object({
  /** Public: it appears in events. */
  id: z.string(),
  /** The secret that opens sessions and calls for the lead. */
  token: z.string(),
});
/** A lead that the proxy has stored. */
export type LeadReference = Readonly<z.infer<typeof leadReference>>;

/** Where a session lives, if not in the configured flow or at the configured host. */
export const sessionTarget = z.object({ flowId: z.optional(z.string()), wssUrl: z.optional(z.string()) });
export type SessionTarget = Readonly<z.infer<typeof sessionTarget>>;

/** A session that carries a lead's data. */
export type LeadSession = { readonly id: string; readonly target: SessionTarget };

/** A request for a session of the lead. Without a response until then, the conversation starts anonymously. */
export type SessionRequest = { readonly lead: LeadReference; readonly timeoutAt: number };

/** Where a page stores: `local` for later visits, `session` until the tab is closed, `none` in memory only. */
export type StorageOption = 'local' | 'session' | 'none';

/** `required`: nothing is stored until the visitor grants it. `denied`: nothing is stored, and stored data is deleted. */
export type StorageConsent = 'granted' | 'required' | 'denied';

export type Session = {
  /** Null until the service names it. */
  readonly id: string | null;
  readonly target: SessionTarget;
  /** The service has confirmed the session, so the next socket resumes it (`r/true`). */
  readonly isEstablished: boolean;
  readonly isAnonymous: boolean;
};

export const formPlacement = z.object({
  /** `sent`: the visitor has left a lead with it. */
  status: z.enum(['hidden', 'shown', 'sent']),
  /** The message that it stands below; null if there was none. */
  afterId: z.nullable(z.string()),
  /** The visitor has seen it in this visit, so it is not offered again. */
  wasShown: z.boolean(),
});
/** The lead form as a part of the conversation. */
export type FormPlacement = Readonly<z.infer<typeof formPlacement>>;

export const formDraft = z.object({
  /** By the field's type and name (`draftName` in src/core/leads/form-values.ts). */
  values: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])),
  /** The country of a number without `+`. Empty: none is chosen. */
  country: z.exactOptional(z.string()),
  /** The step of a form that is asked in steps: its index. */
  step: z.exactOptional(z.object({ form: z.string(), index: z.number() })),
});
/** What the visitor has typed into the form and not sent yet. */
export type FormDraft = Readonly<z.infer<typeof formDraft>>;

export const ratingQuestion = z.object({
  /** Of the conversation that it is about: whatever is sent about it counts once. A UUID. */
  key: z.string(),
  /** `done`: the visitor has rated it, or does not want to. */
  status: z.enum(['asked', 'done']),
  /** Whether it is about the conversation before this one. */
  isAboutPrevious: z.boolean(),
});
/** The question how a conversation was. It is asked once per conversation. */
export type RatingQuestion = Readonly<z.infer<typeof ratingQuestion>>;

/** What all tabs of a site show. The leading tab posts it to the others, whose own it replaces. */
export type Conversation = {
  readonly phase: Phase;
  readonly session: Session;
  /** The lead that the conversation belongs to. */
  readonly lead: LeadReference | null;
  readonly owner: Owner | null;
  readonly unread: number;
  /** Messages of agents, and settled ones of the visitor: in order, each id once. */
  readonly messages: readonly ChatMessage[];
  /** The visitor's messages from the first one that is not settled. They follow the others. */
  readonly outbox: readonly ChatMessage[];
  readonly connection: ConnectionStatus;
  /** Until then an answer of the agent is awaited. */
  readonly awaitingUntil: number | null;
  readonly notice: Notice | null;
  readonly form: FormPlacement;
  readonly draft: FormDraft;
  readonly rating: RatingQuestion | null;
  /** Ids of the last events of tabs that this conversation contains. */
  readonly appliedEvents: readonly string[];
  /**
   * The visitors of this browser so far, the current one last. The first is called `first`, and each later one by the id of the
   * deletion that came before them, or of its event. An event that names an earlier one is dropped.
   */
  readonly visitors: readonly string[];
};

export const noSession: Session = { id: null, target: {}, isEstablished: false, isAnonymous: true };

export const noForm: FormPlacement = { status: 'hidden', afterId: null, wasShown: false };
export const noDraft: FormDraft = { values: {} };

export const emptyConversation: Conversation = {
  phase: 'idle',
  session: noSession,
  lead: null,
  owner: null,
  unread: 0,
  messages: [],
  outbox: [],
  connection: 'idle',
  awaitingUntil: null,
  notice: null,
  form: noForm,
  draft: noDraft,
  rating: null,
  appliedEvents: [],
  visitors: ['first'],
};

/** Whether the visitor has written anything. */
export function hasWritten({ messages, outbox }: Conversation): boolean {
  return outbox.length > 0 || messages.some(({ from }) => from === 'visitor');
}
