import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { ConnectionStatus } from './connection/connection.ts';
import type { CallbackState } from './state/call.ts';
import { isOpenHere } from './state/chat-state.ts';
import {
  type Conversation,
  type FormPlacement,
  type Notice,
  noForm,
  type Phase,
  type RatingQuestion,
  type StorageConsent,
} from './state/conversation.ts';
import { askedConsent, type LeadState, toLeadState } from './state/lead.ts';
import type { Owner } from './state/message.ts';
import { canShowForm } from './state/reduce-form.ts';
import { canRate } from './state/reduce-rating.ts';
import type { Store } from './state/store.ts';

/** The state of a chat as signals. They change together, in one batch per event. */
export type ChatSignals = {
  readonly phase: ReadonlySignal<Phase>;
  readonly connection: ReadonlySignal<ConnectionStatus>;
  /** In order, each id once: at most the newest 500, and those that are not sent yet. */
  readonly messages: ReadonlySignal<Conversation['messages']>;
  /** The number of agents' messages since the chat was last open, in any tab. */
  readonly unread: ReadonlySignal<number>;
  /** Whether the chat of this tab is open: the last setVisible(), in any tab. With `staysOpen` in this one. */
  readonly open: ReadonlySignal<boolean>;
  /** What may be stored: what the page began with, then the visitor's last answer in any tab. */
  readonly storageConsent: ReadonlySignal<StorageConsent>;
  /** What the visitor has typed into the text box of this tab and not sent yet. */
  readonly typedText: ReadonlySignal<string>;
  readonly owner: ReadonlySignal<Owner | null>;
  readonly lead: ReadonlySignal<LeadState>;
  /** The lead form as a part of the conversation. `sent`: thanks for the lead take its place. */
  readonly form: ReadonlySignal<FormPlacement>;
  /** Whether showForm() can show it: the chat has a form, and the visitor's lead is not known. */
  readonly canShowForm: ReadonlySignal<boolean>;
  readonly callback: ReadonlySignal<CallbackState>;
  /** A message was sent and not answered yet; ends after 60 s without an answer. */
  readonly awaitingAnswer: ReadonlySignal<boolean>;
  readonly notice: ReadonlySignal<Notice | null>;
  /** The question how the conversation was; null until it is asked. */
  readonly rating: ReadonlySignal<RatingQuestion | null>;
  /** Whether askRating() can ask it: once per conversation, after two answers of the agent. */
  readonly canRate: ReadonlySignal<boolean>;
  /** Whether undoNewConversation() can return to the last conversation: until something happens after it. */
  readonly canUndo: ReadonlySignal<boolean>;
  /** How often the visitor's data was deleted since there was a conversation. */
  readonly deletionCount: ReadonlySignal<number>;
};

/** One signal per part of the state, so that whatever shows a part changes for that part only. */
export function createSignals({ state }: Store, hasForm: boolean): ChatSignals {
  const ofConversation = <Name extends keyof Conversation>(name: Name) =>
    computed(() => state.value.conversation[name]);
  // An unchanged list stays the same object: what shows messages is rendered again only when one of them has changed.
  const transcript = ofConversation('messages');
  const outbox = ofConversation('outbox');
  return {
    phase: computed(() => shownPhase(state.value.conversation.phase, hasForm)),
    connection: ofConversation('connection'),
    messages: computed(() => (outbox.value.length === 0 ? transcript.value : transcript.value.concat(outbox.value))),
    unread: ofConversation('unread'),
    open: computed(() => isOpenHere(state.value)),
    storageConsent: computed(() => state.value.storageConsent),
    typedText: computed(() => state.value.typedText),
    owner: ofConversation('owner'),
    lead: createLeadSignal(state),
    // Tabs share the conversation, and another page of the site may have a form.
    form: computed(() => (hasForm ? state.value.conversation.form : noForm)),
    canShowForm: computed(() => hasForm && canShowForm(state.value)),
    callback: computed(() => state.value.call.progress),
    awaitingAnswer: computed(() => state.value.conversation.awaitingUntil !== null),
    notice: ofConversation('notice'),
    rating: ofConversation('rating'),
    canRate: computed(() => canRate(state.value.conversation)),
    canUndo: computed(() => state.value.previous !== null),
    deletionCount: computed(() => state.value.deletionCount),
  };
}

/** A page without a form shows a chat while another one asks for the lead: what the visitor writes here does not wait for it. */
function shownPhase(phase: Phase, hasForm: boolean): Phase {
  return !hasForm && (phase === 'asking-lead' || phase === 'thanks') ? 'chatting' : phase;
}

/** Changes only with its parts. */
function createLeadSignal(state: Store['state']): ReadonlySignal<LeadState> {
  const progress = computed(() => state.value.leadProgress);
  const leadId = computed(() => state.value.conversation.lead?.id ?? null);
  const consent = computed(() => askedConsent(state.value.outdatedLeads)?.consent);
  return computed(() => toLeadState(progress.value, leadId.value, consent.value));
}
