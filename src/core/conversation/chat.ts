import type { ReadonlySignal } from '@preact/signals-core';
import type { CallState, Issue } from '../../protocol/index.ts';
import type { ConnectionStatus } from '../connection/connection.ts';
import type { ChatEvents } from './events.ts';
import type { LeadForm } from './lead-form-model.ts';
import type { ChatMessage, Owner } from './message.ts';

/** `ended`: by forget(), or because the service takes no conversation at all; newConversation() begins again. */
export type Phase = 'idle' | 'asking-lead' | 'chatting' | 'ended';

export type LeadState =
  | { status: 'none' }
  | { status: 'sending' }
  /** `lead` is the proxy's id of it; null where no proxy keeps leads. */
  | { status: 'accepted'; lead: string | null }
  /** Saved in this browser, and sent as soon as that is possible. `memory`: only while this page stays open. */
  | { status: 'queued'; kept: 'storage' | 'memory' }
  | { status: 'refused'; code: string; message: string; issues: Issue[] };

export type CallbackState =
  | { status: 'none' }
  | { status: 'asking' }
  /** The proxy has the wish; `state` is how far the call is, as far as that is known. */
  | { status: 'requested'; state: CallState }
  | { status: 'failed'; code: string };

export type Notice = 'session-replaced' | 'anonymous-fallback' | 'storage-unavailable';

export type Consent = 'granted' | 'required' | 'denied';

/** Everything there is to show, as signals; they change together, in one batch per event. */
export interface ChatState {
  readonly phase: ReadonlySignal<Phase>;
  readonly connection: ReadonlySignal<ConnectionStatus>;
  /** In order, each id once, at most the newest 500. */
  readonly messages: ReadonlySignal<readonly ChatMessage[]>;
  /** Agents' messages since the panel was last seen, in whichever tab. */
  readonly unread: ReadonlySignal<number>;
  /** Whether the visitor has the conversation open: what setVisible() last said, in whichever tab. */
  readonly open: ReadonlySignal<boolean>;
  readonly owner: ReadonlySignal<Owner | null>;
  readonly lead: ReadonlySignal<LeadState>;
  readonly callback: ReadonlySignal<CallbackState>;
  /** A message was sent, and no answer came yet; ends after 60 s without one. */
  readonly awaitingAnswer: ReadonlySignal<boolean>;
  readonly notice: ReadonlySignal<Notice | null>;
}

/** A conversation with no user interface. All of its calls are safe at any time, after destroy() too. */
export interface Chat {
  readonly state: ChatState;
  /** Null when no lead is asked for. */
  readonly leadForm: LeadForm | null;
  /**
   * Restores the transcript and resumes a stored conversation; without one asks for the lead, or begins an anonymous
   * conversation when no lead is asked for. Before it, nothing is requested or stored.
   */
  start(): void;
  /** Whether something to resume is stored. Reads, changes nothing. */
  hasConversation(): boolean;
  /** Chats anonymously although a lead could be left. Does nothing when the form is required. */
  skipLead(): void;
  /** Returns the message's id; undefined for a blank one or one of more than 8000 characters. */
  sendMessage(text: string): string | undefined;
  /** Sends a message again that was not delivered. */
  retry(messageId: string): void;
  /** Leaves this conversation for a new one, with the data of the lead that is known. */
  newConversation(): void;
  /** Asks to be called back at the number of the accepted lead; `state.callback` tells what comes of it. */
  requestCall(): void;
  /** Tells whether the visitor has the conversation open, to the other tabs too; open, unread becomes 0. */
  setVisible(visible: boolean): void;
  /** `required`: nothing is kept until it is granted. `denied`: nothing is kept, and what was kept is deleted. */
  setConsent(consent: Consent): void;
  /** Deletes everything kept in the browser and ends the conversation. */
  forget(): void;
  dismissNotice(): void;
  /** Listens for an event; returns the end of it. A listener that throws disturbs nobody else. */
  on<Name extends keyof ChatEvents>(name: Name, listener: (detail: ChatEvents[Name]) => void): () => void;
  /** Closes the socket and leaves no timer and no listener. What was kept stays for resuming. */
  destroy(): void;
}
