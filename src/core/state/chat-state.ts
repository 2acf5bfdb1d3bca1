import { type Call, noCall } from './call.ts';
import {
  type Conversation,
  emptyConversation,
  type SessionRequest,
  type StorageConsent,
  type StorageOption,
} from './conversation.ts';
import type { TabEvent } from './event.ts';
import { type LeadProgress, noLead, type OutdatedLead } from './lead.ts';
import { noFailures, type Recovery } from './recovery.ts';
import { noReplay, type Replay } from './transcript.ts';

/** Everything that a chat knows. reduce() is the only function that makes a new one. */
export type ChatState = {
  readonly conversation: Conversation;
  readonly leadProgress: LeadProgress;
  /** Queued leads that need the visitor's answer. The visitor is asked about the first one. */
  readonly outdatedLeads: readonly OutdatedLead[];
  readonly call: Call;
  /** How often the visitor's data was deleted since there was a conversation. */
  readonly deletionCount: number;
  /** Whether the visitor has the floating chat open, which all tabs open and close together. */
  readonly isOpen: boolean;
  /** Whether the page of this tab, which contains the chat, shows it. It opens and closes by itself. Null: the chat floats. */
  readonly isShownInPage: boolean | null;
  /** The other tabs whose page contains the chat, and shows it. Only the leading tab hears of them. */
  readonly shownInPages: readonly string[];
  /** What the visitor has typed into the text box of this tab and not sent yet. */
  readonly typedText: string;
  readonly storageConsent: StorageConsent;
  /** When the visitor last answered, in any tab. Null: `storageConsent` is what the page began with. */
  readonly storageConsentAnsweredAt: number | null;
  /** Where the page of this tab stores. Other tabs may show other pages. */
  readonly storage: StorageOption;
  /** The conversation that the visitor has just left for a new one. */
  readonly previous: Conversation | null;
  readonly tab: Tab;
  readonly socket: SocketState;
};

/** This tab among the tabs of the site. */
export type Tab = {
  readonly id: string;
  /** `away`: before start(), and while the page is left. `joining`: this tab does not know a leader yet. */
  readonly role: 'away' | 'joining' | 'leader' | 'follower';
  /** How many events this tab has numbered, to post them now or later. The last one has this number. */
  readonly eventCount: number;
  /** Events, of this tab and of others, that are applied here and that the leader's conversation does not contain yet. */
  readonly pending: readonly TabEvent[];
  /** A leader that has not responded until then is frozen. */
  readonly responseDueAt: number | null;
};

/** What this tab knows about its socket to the service. Only the leading tab has one. */
export type SocketState = {
  /** Changes when the conversation needs another socket. */
  readonly number: number;
  readonly handshake: Handshake;
  /** Messages that were handed to this socket. What happens to it says nothing about those of an earlier page or tab. */
  readonly sentIds: readonly string[];
  /** When a message was last handed to the socket. */
  readonly sentAt: number | null;
  /** A session for the lead is being requested. No socket opens meanwhile. */
  readonly sessionRequest: SessionRequest | null;
  /** The service has confirmed this conversation's session to this tab. */
  readonly isAnnounced: boolean;
  readonly recovery: Recovery;
  readonly replay: Replay;
};

/**
 * The service sends the session frame, other handshake frames, a greeting and the history in one burst. Messages wait for
 * its end; otherwise one of its frames would count as their confirmation.
 */
export type Handshake =
  | { readonly status: 'none' }
  /** `readyAt`: null until the service has sent something. */
  | { readonly status: 'running'; readonly openedAt: number; readonly readyAt: number | null }
  /** `resendAt`: when messages of an earlier page are sent again. */
  | { readonly status: 'ready'; readonly resendAt: number | null };

/** What is known without a socket. One that is no longer needed ends without `socket-dropped`: what ends the need sets this. */
export const noSocket = { handshake: { status: 'none' }, sentIds: [] } as const satisfies Partial<SocketState>;

/** The state with changes in its conversation. */
export function withConversation(state: ChatState, changes: Partial<Conversation>): ChatState {
  return { ...state, conversation: { ...state.conversation, ...changes } };
}

/** The state with changes in what it knows about its socket. */
export function withSocket(state: ChatState, changes: Partial<SocketState>): ChatState {
  return { ...state, socket: { ...state.socket, ...changes } };
}

/** Whether the chat of this tab is open. */
export function isOpenHere({ isOpen, isShownInPage }: ChatState): boolean {
  return isShownInPage ?? isOpen;
}

/** Whether the chat of any tab is open. Only the leading one knows of all of them. */
export function isOpenAnywhere({ isOpen, isShownInPage, shownInPages }: ChatState): boolean {
  return isOpen || isShownInPage === true || shownInPages.length > 0;
}

/** Whether visitor and page allow storing. */
export function mayStore({ storageConsent, storage }: ChatState): boolean {
  return storageConsent === 'granted' && storage !== 'none';
}

/** Before start(), and without the visitor's consent, only earlier pages and other tabs have stored something. */
export function mayHaveStored(state: ChatState): boolean {
  return mayStore(state) && state.conversation.phase !== 'idle';
}

/** `isInPage`: the page contains the chat. */
export function initialState(
  tabId: string,
  { storage, storageConsent }: Pick<ChatState, 'storage' | 'storageConsent'>,
  isInPage = false,
): ChatState {
  return {
    conversation: emptyConversation,
    leadProgress: noLead,
    outdatedLeads: [],
    call: noCall,
    deletionCount: 0,
    isOpen: false,
    isShownInPage: isInPage ? false : null,
    shownInPages: [],
    typedText: '',
    storageConsent,
    storageConsentAnsweredAt: null,
    storage,
    previous: null,
    tab: { id: tabId, role: 'away', eventCount: 0, pending: [], responseDueAt: null },
    socket: {
      ...noSocket,
      number: 0,
      sentAt: null,
      sessionRequest: null,
      isAnnounced: false,
      recovery: noFailures,
      replay: noReplay,
    },
  };
}
