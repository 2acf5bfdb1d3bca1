import * as z from 'zod/mini';
import { callKey, conversationKey, formKey, leadsKey, outboxKey, thanksKey } from '../../options/index.ts';
import { sessionFrame } from '../../protocol/service/frames.ts';
import { type CallReference, callReference } from '../state/call.ts';
import { type ChatState, mayStore } from '../state/chat-state.ts';
import {
  type Conversation,
  emptyConversation,
  formDraft,
  formPlacement,
  type LeadReference,
  leadReference,
  ratingQuestion,
  sessionTarget,
} from '../state/conversation.ts';
import type { StoredVisit } from '../state/event.ts';
import { type ChatMessage, chatMessage, owner } from '../state/message.ts';
import { isUnsettled } from '../state/outbox.ts';
import type { ChatContext } from './chat-context.ts';
import { isForeign, readStored, removeStored, type StorageArea, writeStored } from './json-storage.ts';
import { leavesToOthers, tabArea, visitArea } from './storage-areas.ts';

/** A conversation in storage. The session is enough to resume it, so a page may have damaged everything else. */
const storedConversation = z.object({
  /** Null while the session of its lead is requested: the next page requests it again. */
  session_id: z.nullable(sessionFrame.shape.session_id),
  /** Last activity, milliseconds since the epoch. */
  at: z.catch(z.optional(z.number()), undefined),
  target: z.catch(sessionTarget, {}),
  isEstablished: z.catch(z.boolean(), true),
  isAnonymous: z.catch(z.boolean(), true),
  lead: z.catch(z.nullable(leadReference), null),
  owner: z.catch(z.nullable(owner), null),
  unread: z.catch(z.number(), 0),
  messages: z.catch(z.array(chatMessage), []),
  rating: z.catch(z.nullable(ratingQuestion), null),
});

/** What the visitor has not sent yet survives a reload. `session` is the conversation that it belongs to. */
const storedUnsent = z.object({
  session: z.nullable(z.string()),
  messages: z.array(chatMessage),
  /** The text box. */
  typedText: z.catch(z.string(), ''),
});

/** The form in storage: it survives a reload, with what was typed, and ends with the tab. */
const storedForm = z.object({ place: formPlacement, draft: formDraft, leftAt: z.exactOptional(z.number()) });

/** A lead that no chat followed. */
const storedThanks = z.object({
  /** Null without a proxy, and while the lead is queued. */
  lead: z.nullable(leadReference),
  /** The lead is still queued in this browser. */
  isQueued: z.boolean(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});

export const nothingStored: StoredVisit = {
  conversation: undefined,
  thanks: undefined,
  call: undefined,
  form: undefined,
  typedText: undefined,
};

/** The last messages, which are stored with the session. An open conversation keeps more. */
const maxStoredMessages = 200;

export type VisitStorage = ReturnType<typeof createVisitStorage>;

/**
 * Stores one flow's visit. If the storage is blocked, full or corrupt, nothing is stored and nothing breaks. `sendsLeads`: the chat
 * sends the leads that earlier pages have queued.
 */
export function createVisitStorage({ store, options, storages, clock }: ChatContext, sendsLeads: boolean) {
  const { flowId } = options;
  const resumeMs = options.resumeDays * 86_400_000;
  const isAllowed = () => mayStore(store.state.peek());
  /** Where this page stores now. */
  const visit = () => visitArea(storages, store.state.peek().storage);
  const tab = () => tabArea(storages, store.state.peek().storage);
  const keys = { conversation: conversationKey(flowId), thanks: thanksKey(flowId), call: callKey(flowId) };
  const unsentKey = outboxKey(flowId);
  const ownFormKey = formKey(flowId);
  /** Whether the storage may contain unsent messages, at first those of an earlier page. */
  let mayHaveUnsent = true;

  const isExpired = (at: number | undefined) => at !== undefined && clock.now() - at > resumeMs;

  function loadConversation(): Pick<StoredVisit, 'conversation' | 'typedText'> {
    const found = readStored(visit(), keys.conversation, storedConversation);
    const expired = isExpired(found?.at);
    if (expired) clearConversation();
    const isResumable = !expired && (found?.session_id || found?.lead);
    const stored = isResumable ? found : undefined;
    const unsent = readStored(tab(), unsentKey, storedUnsent);
    const isOwn = unsent?.session === (stored?.session_id ?? null);
    const outbox = isOwn ? unsent.messages : [];
    const typedText = isOwn ? unsent.typedText : '';
    if (stored === undefined) {
      return { conversation: outbox.length === 0 ? undefined : { ...emptyConversation, outbox }, typedText };
    }
    const { target, isEstablished, isAnonymous, lead, owner, unread, messages, rating } = stored;
    const conversation = {
      ...emptyConversation,
      session: { id: stored.session_id, target, isEstablished, isAnonymous },
      lead,
      owner,
      unread,
      rating,
      ...separateOutbox(messages, outbox),
    };
    return { conversation, typedText };
  }

  function loadThanks(): StoredVisit['thanks'] {
    const stored = readStored(visit(), keys.thanks, storedThanks);
    if (stored === undefined) return undefined;
    if (!isExpired(stored.at)) return stored;
    clearThanks();
    return undefined;
  }

  /** Saves only what this tab has not sent; the leading tab saves the rest. */
  function saveUnsent({ conversation: { session, outbox }, typedText }: ChatState): void {
    const hasUnsent = outbox.length > 0 || typedText !== '';
    // This runs with each message, and removing a missing key takes time too.
    if (!isAllowed() || !(hasUnsent || mayHaveUnsent) || isForeign(tab(), unsentKey)) return;
    if (hasUnsent) writeStored(tab(), unsentKey, { session: session.id, messages: outbox, typedText });
    else removeStored(tab(), unsentKey);
    mayHaveUnsent = hasUnsent;
  }

  function write(area: StorageArea, key: string, value: object): void {
    if (isAllowed() && !isForeign(area, key)) writeStored(area, key, value);
  }

  function removeOwn(area: StorageArea, key: string): void {
    if (!isForeign(area, key)) removeStored(area, key);
  }

  function clearThanks(): void {
    removeOwn(visit(), keys.thanks);
  }

  function clearConversation(): void {
    clearThanks();
    removeOwn(visit(), keys.conversation);
    removeOwn(tab(), unsentKey);
  }

  return {
    /** Loads what can be resumed. Removes what has expired. */
    load(): StoredVisit {
      if (!isAllowed()) return nothingStored;
      const call = readStored(visit(), keys.call, callReference);
      const form = readStored(tab(), ownFormKey, storedForm);
      return { ...loadConversation(), thanks: loadThanks(), call, form };
    },
    /** Saves the conversation. Returns false if that fails although the visitor allows it. */
    save(state: ChatState): boolean {
      if (!isAllowed()) return true;
      saveUnsent(state);
      const { conversation } = state;
      const { session, lead, owner, unread, rating } = conversation;
      const messages = [...conversation.messages, ...conversation.outbox];
      const isResumable = session.id !== null || lead !== null;
      if (!isResumable || isForeign(visit(), keys.conversation)) return true;
      const { id, ...rest } = session;
      const resumable = { session_id: id, at: clock.now(), ...rest, lead, owner, unread, rating };
      // A storage that is too full for the messages may have room for the session, which is enough to resume.
      return (
        writeStored(visit(), keys.conversation, { ...resumable, messages: messages.slice(-maxStoredMessages) }) ||
        writeStored(visit(), keys.conversation, resumable)
      );
    },
    saveUnsent,
    saveThanks(lead: LeadReference | null, isQueued: boolean): void {
      write(visit(), keys.thanks, { lead, isQueued, at: clock.now() });
    },
    clearThanks,
    /** Saves the call that is under way, so that it survives a reload. */
    saveCall(call: CallReference | null): void {
      if (call === null) removeOwn(visit(), keys.call);
      else write(visit(), keys.call, call);
    },
    /** Saves the form of this tab. */
    saveForm({ form, draft }: Conversation, leftAt: number | undefined): void {
      write(tab(), ownFormKey, { place: form, draft, leftAt });
    },
    clearConversation,
    /** Deletes what this tab has stored for itself: what is typed into its text box and its form, and its unsent messages. */
    clearTab(): void {
      removeOwn(tab(), unsentKey);
      removeOwn(tab(), ownFormKey);
    },
    /** Deletes what is stored where the page no longer stores. What other tabs share stays there. */
    leave(before: ChatState): void {
      for (const key of [unsentKey, ownFormKey]) removeOwn(tabArea(storages, before.storage), key);
      if (leavesToOthers(before)) return;
      for (const key of Object.values(keys)) removeOwn(visitArea(storages, before.storage), key);
    },
    /**
     * Deletes everything about the visitor, whichever version has stored it, and wherever: the option may have changed. After a denial
     * queued leads are left to their queue, which sends them from memory; without a queue nobody would. `isElsewhere`: another tab has
     * deleted what all share, and what is there now may be stored since then. Only the leading tab, which stores the conversation, may
     * have stored the deleted one again before it heard of that.
     */
    clear({ isDenial = false, isElsewhere = false, isLeader = false } = {}): void {
      const shared = Object.values(keys);
      const all = isDenial && sendsLeads ? shared : [...shared, leadsKey];
      const ofAllTabs = !isElsewhere ? all : isLeader ? shared : [];
      for (const key of ofAllTabs) removeStored(storages.local, key);
      for (const key of [...all, unsentKey, ownFormKey]) removeStored(storages.session, key);
    },
  };
}

/**
 * All stored messages, and the outbox of this tab. The other unsettled ones were on their way in a tab that is gone, and some of
 * the outbox may have been sent by another tab meanwhile.
 */
function separateOutbox(stored: readonly ChatMessage[], unsent: readonly ChatMessage[]) {
  const unsentIds = new Set(unsent.map(({ id }) => id));
  const settledIds = new Set(stored.filter((message) => !isUnsettled(message)).map(({ id }) => id));
  const messages = stored
    .filter(({ id }) => settledIds.has(id) || !unsentIds.has(id))
    .map((message): ChatMessage => (isUnsettled(message) ? { ...message, delivery: 'not-delivered' } : message));
  return { messages, outbox: unsent.filter(({ id }) => !settledIds.has(id)) };
}
