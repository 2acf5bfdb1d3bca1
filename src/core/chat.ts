import type { ReadonlySignal } from '@preact/signals-core';
import type { ConversationSignals } from './conversation/conversation-signals.ts';
import type { ChatEvents } from './conversation/events.ts';
import type { Consent } from './conversation/session-store.ts';
import type { LeadForm } from './leads/lead-form-model.ts';
import type { LeadSignals } from './leads/lead-signals.ts';
import type { ConsentAnswer } from './leads/outdated-leads.ts';

type AllSignals = ConversationSignals & LeadSignals;
type State<Name extends keyof AllSignals> = ReadonlySignal<AllSignals[Name]['value']>;

/** The state of a chat as signals. They change together, in one batch per event. */
export interface ChatState {
  readonly phase: State<'phase'>;
  readonly connection: State<'connection'>;
  /** In order, each id once, at most the newest 500. */
  readonly messages: State<'messages'>;
  /** The number of agents' messages since the chat was last open, in any tab. */
  readonly unread: State<'unread'>;
  /** Whether the visitor has the chat open: the last setVisible(), in any tab. */
  readonly open: State<'open'>;
  readonly owner: State<'owner'>;
  readonly lead: State<'lead'>;
  readonly callback: State<'callback'>;
  /** A message was sent and not answered yet; ends after 60 s without an answer. */
  readonly awaitingAnswer: State<'awaitingAnswer'>;
  readonly notice: State<'notice'>;
  /** Whether undoNewConversation() can return to the last conversation: until something happens in the new one. */
  readonly canUndo: State<'canUndo'>;
}

/** A chat without a user interface. All methods may be called at any time, after destroy() too. */
export interface Chat {
  readonly state: ChatState;
  /** Null when no lead is asked for. */
  readonly leadForm: LeadForm | null;
  /**
   * Restores the transcript and resumes a stored conversation; without one asks for the lead, or starts an anonymous
   * conversation when no lead is asked for. Before it, nothing is requested or stored.
   */
  start(): void;
  /** Whether a conversation to resume is stored, or a lead that was left without a chat. Removes one that has expired, and changes nothing else. */
  hasConversation(): boolean;
  /** Chats anonymously although a lead could be left. Does nothing when the form is required or no chat would follow. */
  skipLead(): void;
  /** Sets the signed token that says who the visitor is; undefined when nobody is signed in. Fills the form once it is verified. */
  setUserToken(userToken: string | undefined): void;
  /** When the lead's state is `consent-changed`: sends the lead with the visitor's answer. A required consent must be granted. */
  resendLead(answer: ConsentAnswer): void;
  /** When the lead's state is `consent-changed`: deletes the lead, because the visitor does not agree. */
  dropLead(): void;
  /** Returns the message's id; undefined for a blank message, one of more than 8000 characters, and where no chat follows the lead. */
  sendMessage(text: string): string | undefined;
  /** Sends a message again that was not delivered. */
  retry(messageId: string): void;
  /** Leaves this conversation for a new one, with the data of the known lead. */
  newConversation(): void;
  /** Returns to the conversation that newConversation() has left. */
  undoNewConversation(): void;
  /**
   * Requests a call-back at the number of the accepted lead; `state.callback` shows what becomes of it. With `at`, in
   * milliseconds, it is planned for that time, at most seven days ahead.
   */
  requestCall(at?: number): void;
  /** Cancels the planned call. */
  cancelCall(): void;
  /** Says whether the visitor has the chat open, in the other tabs too. While it is open, `unread` is 0. */
  setVisible(visible: boolean): void;
  /** `required`: nothing is stored until it is granted. `denied`: nothing is stored, and stored data is deleted. */
  setConsent(consent: Consent): void;
  /** Deletes everything stored in the browser and ends the conversation. */
  forget(): void;
  dismissNotice(): void;
  /** Returns the function that stops listening. A listener that throws does not disturb the others. */
  on<Name extends keyof ChatEvents>(name: Name, listener: (detail: ChatEvents[Name]) => void): () => void;
  /** Closes the socket and removes all timers and listeners. Stored data stays for resuming. */
  destroy(): void;
}
