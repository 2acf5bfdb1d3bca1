import type { DeletionStamp, UserToken } from '../options/index.ts';
import type { ChatEvents } from './effects/chat-events.ts';
import type { LeadFormState } from './leads/lead-form-state.ts';
import type { ConsentAnswer } from './leads/lead-requests.ts';
import type { ChatSignals } from './signals.ts';
import type { LeadReference, StorageConsent, StorageOption } from './state/conversation.ts';

/** A chat without a user interface. All methods may be called at any time, after destroy() too. */
export interface Chat {
  readonly state: ChatSignals;
  /** Null if the chat does not ask for a lead. */
  readonly leadForm: LeadFormState | null;
  /**
   * Resumes a stored conversation and restores its transcript. Without one, it asks for the lead, or starts an anonymous
   * conversation if no lead is asked for. Before the call, nothing is requested or stored.
   */
  start(): void;
  /**
   * Whether something of an earlier page continues at start(): a conversation, a queued lead, or a lead that no chat followed.
   * What has expired is removed.
   */
  hasConversation(): boolean;
  /** Whether start() asks for the lead before the chat, unless something of an earlier page continues. */
  beginsWithForm(): boolean;
  /** Starts an anonymous chat instead of asking for the lead. Does nothing if the form is required or no chat follows it. */
  skipLead(): void;
  /**
   * Asks for the lead now: the form becomes a part of the conversation, and the chat goes on around it. In an ended conversation
   * the form comes before a new one. Does nothing without a form, if the form is there already, or if the lead is known.
   */
  showForm(): void;
  /** Puts the form in the conversation away. What was typed into it stays. */
  dismissForm(): void;
  /**
   * Sets the signed token that identifies the visitor, a function that returns it or a promise of it, or undefined. Once verified,
   * it fills the form. The function is called again when its token has expired.
   */
  setUserToken(userToken: UserToken | undefined): void;
  /** When the lead's state is `consent-changed`: sends the lead with the visitor's answer. A required consent must be granted. */
  resendLead(answer: ConsentAnswer): void;
  /** When the lead's state is `consent-changed`: deletes the lead, because the visitor does not agree. */
  dropLead(): void;
  /** Returns the message's id; undefined if it is blank or longer than 8000 characters, or if no chat follows the lead. */
  sendMessage(text: string): string | undefined;
  /** Keeps what the visitor has typed into the text box, over a reload too. An empty text once it is sent. */
  setTypedText(text: string): void;
  /** Sends a message again that was not delivered. In an ended conversation, a new one begins with it. */
  retry(messageId: string): void;
  /**
   * Starts a new conversation with the data of the known lead, in place of this one. `asksRating`: it asks how this one was, if that can
   * be asked.
   */
  newConversation(options?: { asksRating?: boolean }): void;
  /** Ends the conversation: the service gets nothing more, and what was said stays in sight. `asksRating`: as for newConversation(). */
  endConversation(options?: { asksRating?: boolean }): void;
  /** Asks the visitor how this conversation is. */
  askRating(): void;
  /**
   * The visitor has rated the conversation, or puts the question away. Returns what a rating is about, for the proxy: a key, which is the
   * same for each request about a conversation, and the lead. Null if nothing was asked.
   */
  answerRating(): { key: string; lead: LeadReference | null } | null;
  /** Returns to the conversation that newConversation() has replaced, or endConversation() ended. */
  undoNewConversation(): void;
  /**
   * Requests a call-back at the number of the accepted lead. `state.callback` shows its progress. With `at`, in milliseconds,
   * the call is planned for that time, at most seven days ahead.
   */
  requestCall(at?: number): void;
  /** Cancels the planned call. */
  cancelCall(): void;
  /**
   * Sets whether the visitor has the chat open, for the other tabs too. With `staysOpen` in this tab only; call it when that changes.
   * While it is open, `unread` is 0.
   */
  setVisible(visible: boolean): void;
  /**
   * `required`: nothing is stored until consent is granted. `denied`: nothing is stored, and stored data is deleted. Holds in every open
   * tab of the site. `isHeard`: the visitor has answered in another tab, which has told the others.
   */
  setStorageConsent(consent: StorageConsent, isHeard?: boolean): void;
  /** Changes where this tab stores: what is stored of the conversation goes there, and is deleted with `none`. Other tabs go on. */
  setStorage(storage: StorageOption): void;
  /** Deletes everything stored in the browser and ends the conversation. `stamp`: for those who also hear of it in another way. */
  forget(stamp?: DeletionStamp): void;
  /**
   * Deletes everything stored in the browser and begins again, as on a new page. If no tab has the chat open, nothing is requested
   * or stored until start(). `stamp` as for forget().
   */
  reset(stamp?: DeletionStamp): void;
  /** The visitor was forgotten elsewhere, also by a chat of another flow. Does nothing if this chat has heard of it from its own tabs. */
  followDeletion(isReset: boolean, stamp: DeletionStamp): void;
  /**
   * Calls the listener when the visitor is forgotten in another tab, or on another page. `isReset`: by reset(), so the next person is
   * there. Returns the function that stops it.
   */
  onForgottenElsewhere(listener: (isReset: boolean) => void): () => void;
  dismissNotice(): void;
  /** Returns the function that stops listening. A listener that throws does not disturb the others. */
  on<Name extends keyof ChatEvents>(name: Name, listener: (detail: ChatEvents[Name]) => void): () => void;
  /** Closes the socket and removes all timers and listeners. Stored data stays for resuming. */
  destroy(): void;
}
