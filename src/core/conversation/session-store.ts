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
  /** Keeps this tab's messages on their way over a reload. */
  tabStorage: StorageArea | undefined;
  consent: Consent;
  resumeMs: number;
  clock: Clock;
  /** Called once when nothing can be stored, although it may. */
  onUnavailable(): void;
};

/** `isQueued`: the lead still waits in this browser. */
export type Thanks = { lead: LeadReference | null; isQueued: boolean };

/** Stores one flow's conversation. With storage that is blocked, full or corrupt, nothing is stored and nothing breaks. */
export interface SessionStore {
  /** The conversation that can be resumed. One that has expired is removed. */
  load(): ConversationState | undefined;
  save(state: ConversationState): void;
  /** Saves the messages on their way alone: the leading tab saves the rest. */
  saveUnsent(state: ConversationState): void;
  /** The lead that was left without a chat. One that has expired is removed. */
  loadThanks(): Thanks | undefined;
  saveThanks(thanks: Thanks): void;
  clearThanks(): void;
  clear(): void;
  setConsent(consent: Consent): void;
}

/** Messages that are stored with the session; an open conversation has more. */
const maxStoredMessages = 200;

export function createSessionStore(deps: SessionStoreDeps): SessionStore {
  const key = conversationKey(deps.flowId);
  const unsentKey = outboxKey(deps.flowId);
  let consent = deps.consent;
  let hasReported = false;
  /** An earlier page of this tab may have left some. */
  let mayHaveUnsent = true;

  function saveUnsent({ session, outbox }: ConversationState): void {
    const hasUnsent = outbox.length > 0;
    // This runs with each message, and the browser takes time for removing a key that is not there, too.
    if (consent !== 'granted' || !(hasUnsent || mayHaveUnsent)) return;
    writeStored(deps.tabStorage, unsentKey, hasUnsent ? { session, entries: outbox } : undefined);
    mayHaveUnsent = hasUnsent;
  }

  function save(state: ConversationState): void {
    if (consent !== 'granted') return;
    saveUnsent(state);
    if (state.session === null || deps.storage === undefined) return;
    const { messages, ...session } = toStored({ session_id: state.session, at: deps.clock.now() }, state);
    // A full storage may still have room for what resuming needs.
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
      // Another tab may have sent meanwhile what this one had on its way.
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
