import type { Clock } from '../../clock.ts';
import { conversationKey, outboxKey, thanksKey } from '../../options/index.ts';
import {
  type ConversationState,
  emptyConversation,
  fromStored,
  type LeadReference,
  storedConversation,
  storedOutbox,
  storedThanks,
  toStored,
} from './conversation-state.ts';
import { readStored, type StorageArea, writeStored } from './json-storage.ts';
import type { ChatMessage } from './message.ts';

/** `required`: nothing is stored until the visitor grants it. */
export type Consent = 'granted' | 'required' | 'denied';

export type SessionStoreDeps = {
  flowId: string;
  /** Undefined: the conversation ends with the page. */
  storage: StorageArea | undefined;
  /** Keeps the unsent messages of this tab over a reload. */
  tabStorage: StorageArea | undefined;
  consent: Consent;
  resumeMs: number;
  clock: Clock;
  /** Called once when storing fails although the consent allows it. */
  onUnavailable(): void;
};

/** `isQueued`: the lead still waits in this browser. */
export type Thanks = { lead: LeadReference | null; isQueued: boolean };

/** Stores one flow's conversation. If the storage is blocked, full or corrupt, nothing is stored and nothing breaks. */
export interface SessionStore {
  /** Loads the conversation that can be resumed. Removes an expired one. */
  load(): ConversationState | undefined;
  save(state: ConversationState): void;
  /** Saves only the unsent messages; the leading tab saves the rest. */
  saveUnsent(state: ConversationState): void;
  /** Loads the lead that no chat followed. Removes an expired one. */
  loadThanks(): Thanks | undefined;
  saveThanks(thanks: Thanks): void;
  clearThanks(): void;
  clear(): void;
  setConsent(consent: Consent): void;
}

/** The last messages, which are stored with the session. An open conversation keeps more. */
const maxStoredMessages = 200;

export function createSessionStore(deps: SessionStoreDeps): SessionStore {
  const key = conversationKey(deps.flowId);
  const unsentKey = outboxKey(deps.flowId);
  let consent = deps.consent;
  let hasReported = false;
  /** Whether the storage may contain unsent messages, at first those of an earlier page. */
  let mayHaveUnsent = true;

  function saveUnsent({ session, outbox }: ConversationState): void {
    const hasUnsent = outbox.length > 0;
    // This runs with each message, and removing a missing key takes time too.
    if (consent !== 'granted' || !(hasUnsent || mayHaveUnsent)) return;
    writeStored(deps.tabStorage, unsentKey, hasUnsent ? { session, entries: outbox } : undefined);
    mayHaveUnsent = hasUnsent;
  }

  function save(state: ConversationState): void {
    if (consent !== 'granted') return;
    saveUnsent(state);
    if (state.session === null || deps.storage === undefined) return;
    const { messages, ...session } = toStored({ session_id: state.session, at: deps.clock.now() }, state);
    // A storage that is too full for the messages may have room for the session, which is enough to resume.
    const isSaved =
      writeStored(deps.storage, key, { ...session, messages: messages.slice(-maxStoredMessages) }) ||
      writeStored(deps.storage, key, session);
    if (isSaved || hasReported) return;
    hasReported = true;
    deps.onUnavailable();
  }

  function clearThanks(): void {
    writeStored(deps.storage, thanksKey(deps.flowId), undefined);
  }

  function clear(): void {
    clearThanks();
    writeStored(deps.storage, key, undefined);
    writeStored(deps.tabStorage, unsentKey, undefined);
  }

  return {
    load() {
      if (consent !== 'granted') return undefined;
      const stored = readStored(deps.storage, key, storedConversation);
      const isExpired = stored?.at !== undefined && deps.clock.now() - stored.at > deps.resumeMs;
      if (isExpired) clear();
      const conversation = isExpired ? undefined : stored;
      const unsent = readStored(deps.tabStorage, unsentKey, storedOutbox);
      const outbox = unsent?.session === (conversation?.session_id ?? null) ? unsent.entries : [];
      if (conversation === undefined) return outbox.length === 0 ? undefined : { ...emptyConversation, outbox };
      // Another tab may have sent these messages meanwhile.
      const settled = new Set(conversation.messages.filter(isSettled).map(({ id }) => id));
      return fromStored(
        conversation,
        outbox.filter(({ id }) => !settled.has(id)),
      );
    },
    save,
    saveUnsent,
    loadThanks() {
      const stored = consent === 'granted' ? readStored(deps.storage, thanksKey(deps.flowId), storedThanks) : undefined;
      if (stored === undefined) return undefined;
      if (deps.clock.now() - stored.at > deps.resumeMs) {
        clearThanks();
        return undefined;
      }
      const { lead: id, leadToken: token, isQueued } = stored;
      return { lead: id === null ? null : { id, token }, isQueued };
    },
    saveThanks({ lead, isQueued }) {
      if (consent !== 'granted') return;
      const stored = { lead: lead?.id ?? null, leadToken: lead?.token ?? null, isQueued, at: deps.clock.now() };
      writeStored(deps.storage, thanksKey(deps.flowId), stored);
    },
    clearThanks,
    clear,
    setConsent(next) {
      consent = next;
      if (next === 'denied') clear();
    },
  };
}

function isSettled({ delivery }: ChatMessage): boolean {
  return delivery === 'confirmed' || delivery === 'not-delivered';
}
