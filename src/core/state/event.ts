import type { DeletionStamp } from '../../options/index.ts';
import type { FormConsent } from '../../protocol/form.ts';
import type { CallState } from '../../protocol/proxy/call-state.ts';
import type { ServerFrame } from '../../protocol/service/frames.ts';
import type { ConnectionStatus, Disconnect } from '../connection/connection.ts';
import type { CallReference, CallReport } from './call.ts';
import type {
  Conversation,
  FormDraft,
  FormPlacement,
  LeadReference,
  LeadSession,
  SessionRequest,
  StorageConsent,
  StorageOption,
} from './conversation.ts';
import type { LeadPlace, LeadProgress, OutdatedLead, Refusal } from './lead.ts';
import type { ChatMessage } from './message.ts';

/** Everything that can happen to a chat. */
export type StateEvent = LocalEvent | SharedEvent;

/** Events that the tabs of a site exchange. Each tab posts its own and applies those of all, and the leading one decides their order. */
export type SharedEvent =
  /** The floating chat is opened or closed. */
  | { type: 'visibility-changed'; isOpen: boolean }
  /** It is the visitor's, so it holds in every tab: otherwise the leading tab would store what another one may not. */
  | { type: 'storage-consent-changed'; storageConsent: StorageConsent }
  | MessageWrittenEvent
  | { type: 'message-retried'; id: string }
  | { type: 'messages-seen' }
  | { type: 'notice-dismissed' }
  | NewConversationEvent
  | ConversationEndedEvent
  /** The visitor returns to a conversation that they have ended, or left for a new one. */
  | { type: 'new-conversation-undone'; conversation: Conversation }
  | ForgottenEvent
  | RatingEvent
  | FormEvent
  | SharedLeadEvent
  | SharedCallEvent;

/**
 * `isReset`: for the next person. A chat that nobody has open then waits as before start(). `stamp`: what the browser, which tells all
 * tabs of the site that data was deleted, says of it too.
 */
export type ForgottenEvent = { type: 'forgotten'; isReset?: boolean; stamp?: DeletionStamp | undefined };

/**
 * The visitor leaves a conversation. `session`: the one that they saw, because another tab may have left it already. Null or absent if
 * there was none; tabs of earlier builds never say it. `ratingKey`: they are asked how it was.
 */
type Leaving = { session?: string | null; ratingKey?: string | undefined };

/**
 * A new conversation takes the place of this one. `asksForLead`: it starts with the form. `isReset`: it is the next person's, and
 * another tab that was reset at the same time may have begun it already.
 */
export type NewConversationEvent = Leaving & {
  type: 'new-conversation-started';
  asksForLead: boolean;
  isReset?: boolean;
};

/** The visitor ends this conversation, and none takes its place. */
export type ConversationEndedEvent = Leaving & { type: 'conversation-ended' };

export type MessageWrittenEvent = {
  type: 'message-written';
  message: ChatMessage;
  /** The conversation that the message was written in. */
  session: string | null;
  /** It was written in a chat, so one begins for it if another tab asks for the lead, or has ended one that had no session yet. */
  isFromChat?: boolean;
};

export type RatingEvent =
  /** The visitor wants to rate this conversation. */
  | { type: 'rating-asked'; key: string }
  /** The visitor has rated it, or put the question away. Tabs of earlier builds do not say which one. */
  | { type: 'rating-answered'; key?: string };

export type FormEvent =
  /** The visitor skips the form that comes before the chat. */
  | { type: 'form-skipped' }
  /** The form becomes a part of the conversation. `afterId`: the last message. */
  | { type: 'form-shown'; afterId: string | null }
  /** The visitor puts it away. */
  | { type: 'form-dismissed' }
  /** The visitor has changed fields of the form, wherever it stands. */
  | ({ type: 'form-edited' } & FormDraft);

export type SharedLeadEvent =
  | FormLeadAccepted
  | QueuedLeadAccepted
  | { type: 'lead-queued'; kept: LeadPlace; chat: boolean }
  /** The proxy has refused a queued lead. */
  | ({ type: 'lead-refused' } & Refusal)
  /** The visitor has answered the question about a changed consent, or it was withdrawn. `kept`: null if the lead is gone. */
  | { type: 'consent-answered'; key: string; kept: LeadPlace | null }
  /** The visitor does not agree to a changed consent. */
  | { type: 'lead-dropped'; key: string };

type AcceptedLead = { type: 'lead-accepted'; lead: LeadReference | null; session: LeadSession | null };

/**
 * The proxy has accepted a lead at the first attempt. `chat`: a chat follows. `isFromChat`: the visitor has left it in a running
 * conversation, so no session was requested for it.
 */
export type FormLeadAccepted = AcceptedLead & { origin: 'form'; chat: boolean; isFromChat?: boolean };

/** The proxy has accepted a lead that was queued. `hasQueuedLead`: another one still waits. */
export type QueuedLeadAccepted = AcceptedLead & { origin: 'queue'; hasQueuedLead: boolean };

export type CallAccepted = {
  type: 'call-accepted';
  call: CallReference;
  /** The id of its lead. */
  lead: string;
  state: CallState;
  at?: number;
};

export type SharedCallEvent = CallAccepted | { type: 'call-cancelled'; call: CallReference };

const sharedTypes: Readonly<Record<SharedEvent['type'], true>> = {
  'visibility-changed': true,
  'storage-consent-changed': true,
  'message-written': true,
  'message-retried': true,
  'messages-seen': true,
  'notice-dismissed': true,
  'rating-asked': true,
  'rating-answered': true,
  'form-skipped': true,
  'form-shown': true,
  'form-dismissed': true,
  'form-edited': true,
  'new-conversation-started': true,
  'new-conversation-undone': true,
  'conversation-ended': true,
  forgotten: true,
  'lead-accepted': true,
  'lead-queued': true,
  'lead-refused': true,
  'consent-answered': true,
  'lead-dropped': true,
  'call-accepted': true,
  'call-cancelled': true,
};

/** Also asked of what comes from other tabs: those of a later build may post events that this one does not know. */
export function isShared(event: StateEvent): event is SharedEvent {
  return Object.hasOwn(sharedTypes, event.type);
}

/** Whether the event is about the visitor, and not about what the tab shows: it holds in the tabs that chat, whichever it comes from. */
export function isAboutVisitor({ type }: SharedEvent): boolean {
  return type === 'forgotten' || type === 'storage-consent-changed';
}

/** Events that change the conversation. */
export type ConversationEvent = Exclude<
  SharedEvent,
  SharedCallEvent | { type: 'visibility-changed' | 'storage-consent-changed' }
>;

/**
 * An event on its way to the other tabs. `id`: the id of its tab, and its number there. `visitor`: whom it is about, as far as its tab
 * has heard: the last of `visitors` of the conversation.
 */
export type TabEvent = { id: string; event: SharedEvent; visitor?: string | undefined };

/** What the leading tab posts of its state: all that tabs share. A tab of an earlier build posts less. */
export type TabSnapshot = {
  readonly conversation: Conversation;
  readonly isOpen?: boolean;
  readonly storageConsent?: StorageConsent;
  /** Of `storageConsent`: tabs of earlier builds know it by this name. */
  readonly consentAnsweredAt?: number | null;
  /** A lead that waits or was accepted: what else may come of one is shown where it was sent. */
  readonly leadProgress?: LeadProgress | undefined;
  /** The call that is under way. */
  readonly call?: CallAccepted | undefined;
};

/** What earlier pages have stored of the visit. `isQueued`: the lead waited in the browser. */
export type StoredVisit = {
  conversation: Conversation | undefined;
  thanks: { lead: LeadReference | null; isQueued: boolean } | undefined;
  call: CallReference | undefined;
  form: StoredForm | undefined;
  /** Undefined if this tab stores nothing. */
  typedText: string | undefined;
};

/** `leftAt`: when a page of this tab last left a conversation that an earlier page had begun. It ended, or another one took its place. */
export type StoredForm = { place: FormPlacement; draft: FormDraft; leftAt?: number };

/** What a page starts with. `formOrder`: whether a chat begins with the form. */
export type PageStart = { stored: StoredVisit; formOrder: 'none' | 'first' | 'later'; hasQueuedLead: boolean };

/** Events that concern this tab only. */
export type LocalEvent =
  /** start(), with what earlier pages have stored. */
  | ({ type: 'started' } & PageStart)
  | { type: 'storage-failed' }
  /** The page has changed its option `storage`. */
  | { type: 'storage-switched'; storage: StorageOption }
  /** The visitor's answer in another tab came another way than from its chat, which may be one of another flow. */
  | { type: 'storage-consent-heard'; storageConsent: StorageConsent }
  | { type: 'text-typed'; text: string }
  | { type: 'page-left' }
  /** The page comes back from the back/forward cache, with what other pages have stored meanwhile. */
  | ({ type: 'page-returned' } & PageStart)
  /** The visitor has agreed to storing, and earlier pages have stored what goes on in place of what has begun here. */
  | ({ type: 'earlier-visit-found' } & PageStart)
  | TimePassed
  | SocketEvent
  | TabsEvent
  | LeadEvent
  | CallEvent;

/** A deadline has passed, even if the clock was set back meanwhile. */
export type TimePassed = { type: 'time-passed'; deadline: number };

export type SocketEvent =
  | { type: 'connection-changed'; status: ConnectionStatus }
  | { type: 'socket-opened' }
  /** In the order in which the service has sent them. */
  | { type: 'frames-received'; frames: readonly ServerFrame[] }
  /** A frame of an unknown type. It only shows that the service is alive. */
  | { type: 'unknown-frame-received' }
  | { type: 'message-sent'; id: string }
  /** The page's function that encodes messages has thrown. */
  | { type: 'message-failed'; id: string }
  | { type: 'socket-dropped'; disconnect: Disconnect }
  /** `session`: null if none could be opened. */
  | { type: 'session-received'; request: SessionRequest; session: LeadSession | null };

export type TabsEvent =
  /** `stored`: what is stored of the conversation, if this tab knows no session. */
  | { type: 'became-leader'; stored?: Conversation | undefined }
  | { type: 'became-follower' }
  | PresenceChanged
  /** `isNew`: the first state of a new leader. */
  | ({ type: 'leader-state-received'; isNew: boolean } & TabSnapshot)
  | { type: 'tab-event-received'; tabEvent: TabEvent };

/** The page of a tab contains the chat, and shows it, or no longer does. `isShown`: null if the chat floats. */
export type PresenceChanged = { type: 'presence-changed'; tab: string; isShown: boolean | null };

export type LeadEvent =
  | { type: 'lead-submitted'; form: string; wantsCall: boolean }
  | ({ type: 'form-refused' } & Refusal)
  /** The visitor allows storing from now on, or no longer. */
  | { type: 'queued-lead-moved'; kept: LeadPlace }
  /** The proxy does not accept the consent of a queued lead. */
  | { type: 'consent-outdated'; lead: OutdatedLead }
  | { type: 'consent-loaded'; key: string; consent: FormConsent };

export type CallEvent =
  | { type: 'call-requested' }
  | { type: 'call-failed'; code: string }
  | { type: 'call-polled'; id: string; report: CallReport }
  | { type: 'call-cancelling' }
  | { type: 'call-cancel-failed'; id: string; report: CallReport };
