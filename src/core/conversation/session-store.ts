import type * as z from 'zod/mini';
import type { Clock } from '../../clock.ts';
import { conversationKey, outboxKey } from '../../options/index.ts';
import type { Consent } from './chat.ts';
import type { ChatMessage } from './message.ts';
import { type ConversationState, emptyConversation, keptConversation, keptOutbox } from './persisted-conversation.ts';

/** The part of the browser's storages that is used. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type SessionStoreDeps = {
  flowId: string;
  /** Where the conversation is kept. Undefined: nowhere, it ends with the page. */
  area: StorageArea | undefined;
  /** Where this tab's messages on their way are kept over a reload. */
  tabArea: StorageArea | undefined;
  consent: Consent;
  resumeMs: number;
  clock: Clock;
  /** The browser does not let us keep anything, although it should. */
  onUnavailable(): void;
};

/** Keeps one flow's conversation. Storage that is blocked, full or holds nonsense means that nothing is kept, no more. */
export interface SessionStore {
  /** The conversation that can be resumed. */
  load(): ConversationState | undefined;
  save(state: ConversationState): void;
  /** What is on its way alone: the rest is for the leading tab to keep. */
  saveUnsent(state: ConversationState): void;
  clear(): void;
  setConsent(consent: Consent): void;
}

/** Messages that are kept next to the session; an open conversation has more. */
const mostKept = 200;

export function createSessionStore(parts: SessionStoreDeps): SessionStore {
  const key = conversationKey(parts.flowId);
  const unsentKey = outboxKey(parts.flowId);
  let consent = parts.consent;
  let isToldUnavailable = false;

  function saveUnsent({ session, outbox }: ConversationState): void {
    if (consent !== 'granted') return;
    write(parts.tabArea, unsentKey, outbox.length === 0 ? undefined : { session, entries: outbox });
  }

  function save(state: ConversationState): void {
    if (consent !== 'granted') return;
    saveUnsent(state);
    const { session, messages, outbox: _, ...rest } = state;
    if (session === null || parts.area === undefined) return;
    const kept = { session_id: session, at: parts.clock.now(), ...rest };
    // A full storage may still have room for what resuming needs.
    const isKept =
      write(parts.area, key, { ...kept, messages: messages.slice(-mostKept) }) || write(parts.area, key, kept);
    if (isKept || isToldUnavailable) return;
    isToldUnavailable = true;
    parts.onUnavailable();
  }

  return {
    load() {
      if (consent !== 'granted') return undefined;
      const kept = read(parts.area, key, keptConversation);
      const expired = kept?.at !== undefined && parts.clock.now() - kept.at > parts.resumeMs;
      const session = kept === undefined || expired ? null : kept.session_id;
      const unsent = read(parts.tabArea, unsentKey, keptOutbox);
      const outbox = unsent?.session === session ? unsent.entries : [];
      if (kept !== undefined && session !== null) {
        const { session_id: _, at: __, ...rest } = kept;
        // Another tab may have sent meanwhile what this one had on its way.
        const settled = new Set(kept.messages.filter(isSettled).map(({ id }) => id));
        return { ...rest, session, outbox: outbox.filter(({ id }) => !settled.has(id)) };
      }
      return outbox.length === 0 ? undefined : { ...emptyConversation, outbox };
    },
    save,
    saveUnsent,
    clear() {
      remove(parts.area, key);
      remove(parts.tabArea, unsentKey);
    },
    setConsent(next) {
      consent = next;
      if (next === 'denied') this.clear();
    },
  };
}

function isSettled({ delivery }: ChatMessage): boolean {
  return delivery === 'confirmed' || delivery === 'not-delivered';
}

function read<Schema extends z.ZodMiniType>(
  area: StorageArea | undefined,
  key: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(area?.getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

function write(area: StorageArea | undefined, key: string, value: unknown): boolean {
  try {
    if (value === undefined) area?.removeItem(key);
    else area?.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function remove(area: StorageArea | undefined, key: string): void {
  write(area, key, undefined);
}
