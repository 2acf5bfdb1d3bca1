import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import {
  type Chat,
  type ChatEvents,
  type CoreOptions,
  connectLate,
  createCoreWith,
  type SubmissionExtra,
} from '../../core/index.ts';
import { type ChatEventName, chatEventNames, createDeletionStamp, getStorage } from '../../options/index.ts';
import type { FieldValue } from '../../protocol/form.ts';
import { isPageAllowed } from '../../protocol/proxy/page-allowed.ts';
import type { ChatProblem, Panel, PanelDeps } from '../launcher/index.ts';
import type { FormParts } from '../ui/index.ts';
import { chatKey, mayHaveLeads, toCoreOptions } from './core-options.ts';
import type { ConversationModule } from './load-conversation.ts';
import type { LeadsLoader, LeadsModule } from './load-leads.ts';
import { createMessageEncoding } from './message-encoding.ts';
import type { ReportError, ReportFailure, ReportProblems } from './report-problems.ts';
import { reportUnusedOptions } from './report-unused-options.ts';
import type { Settings } from './settings.ts';
import { copyTypedValues } from './typed-values.ts';
import { createVisitorData } from './visitor-data.ts';

export type ChatManagerDeps = Pick<PanelDeps, 'forget' | 'answerStorageConsent'> & {
  settings: Settings;
  /** What follows a lead that is submitted now. */
  afterLead: ReadonlySignal<'chat' | 'thanks'>;
  /** Whether the page contains the chat, which then opens and closes by itself. */
  staysOpen(): boolean;
  emit(name: ChatEventName, detail: ChatEvents[ChatEventName]): void;
  reportError: ReportError;
  reportFailure: ReportFailure;
  reportProblems: ReportProblems;
  loadConversation(): Promise<ConversationModule>;
  leads: LeadsLoader;
};

export type ChatManager = Pick<Panel, 'sendMessage' | 'setAttributes' | 'reset' | 'onForgottenElsewhere' | 'state'> & {
  prefill(values: Readonly<Record<string, FieldValue>>): void;
  /** `onShown`: the form is a part of the conversation. */
  showForm(onShown: () => void): void;
  /** Null until the configuration is known. */
  readonly chat: ReadonlySignal<Chat | null>;
  /** What shows the form of the chat; null if it has no leads. */
  readonly formParts: ReadonlySignal<FormParts | null>;
  /** Why there is no chat; null as long as one is possible. */
  readonly problem: ReadonlySignal<ChatProblem | null>;
  /** Tries again after the chat was unavailable. */
  retry(): void;
  setVisible(isVisible: boolean): void;
  /** Calls with the started chat, now or as soon as there is one. */
  withStartedChat(call: (chat: Chat) => void): void;
  /** Where a lead of this chat comes from. Empty for a chat without a form. */
  leadOrigin(): SubmissionExtra;
  /** Deletes everything stored in this browser. */
  forget(): void;
  dispose(): void;
};

/** Creates the chat that the options describe, as soon as their configuration is known, and a new one when they change. */
export function createChatManager(deps: ChatManagerDeps): ChatManager {
  const { settings, afterLead, staysOpen, emit, reportError, reportFailure, reportProblems } = deps;
  const { config, isConsentHeard, isOpen, isStorageConsentAnswered, options, variants } = settings;
  const chat = signal<Chat | null>(null);
  const problem = signal<ChatProblem | null>(null);
  const waitingCalls: ((chat: Chat) => void)[] = [];
  const visitorData = createVisitorData({ chat, config, options, reportProblems });
  /** The code for leads of the chat; null if it has none. */
  const leads = signal<LeadsModule | null>(null);
  let disposeChat = () => {};
  /** The key of the options that the chat was created for. Empty to create it again. */
  let currentKey = '';
  let isDisposed = false;

  // Computed, so that a change of another option asks for no token.
  const userToken = computed(() => options.value.userToken);
  const storage = computed(() => options.value.storage);
  const encoding = createMessageEncoding(options, reportError);
  // A computed text, so that a change of another option creates no chat.
  const key = computed(() => chatKey(options.value, config.value));
  const stopFollowing = effect(() => {
    const next = key.value;
    // What comes of a lead that is being sent is told to the chat that sends it. And another one does not know what only this one keeps.
    const lead = chat.value?.state.lead.value;
    const isSending = lead?.status === 'sending' || (lead?.status === 'queued' && lead.kept === 'memory');
    const isChatting = chat.value?.state.phase.value === 'chatting';
    // Nor can it resume a conversation that is stored nowhere.
    const isBound = isSending || (isChatting && getStorage(options.value) === null);
    // A page that hides the widget has no use for another chat: the visitor may come back to this one.
    if (settings.isHidden.value && chat.value !== null) return;
    if (settings.isLoading.value) problem.value = null;
    else if (next !== currentKey && !isBound) untracked(() => void prepare(next));
  });

  const stopMoving = storage.subscribe(() => {
    const current = chat.peek();
    if (current !== null) begin(current);
  });

  async function prepare(next: string): Promise<void> {
    currentKey = next;
    problem.value = null;
    const { flowId, proxyUrl, wssUrl } = options.peek();
    if (!isPageAllowed(config.peek(), location.origin, proxyUrl)) {
      reportError(
        'origin-not-allowed',
        `[leadchat] the proxy refuses leads from this page: add "${location.origin}" to \`origins\` in its configuration.`,
      );
    }
    if (flowId === undefined || wssUrl === undefined) {
      if (proxyUrl === undefined) {
        reportError('no-service', '[leadchat] options `flowId` and `wssUrl`, or `proxyUrl`, are needed.');
      }
      dropForm();
      onUnavailable(proxyUrl === undefined ? 'no-service' : 'no-configuration');
      return;
    }
    try {
      await createChat({ ...toCoreOptions(options.peek(), config.peek()), flowId, wssUrl });
    } catch (error) {
      // The options may have changed meanwhile.
      if (next !== currentKey) return;
      onUnavailable('load-failed');
      reportFailure(error);
    }
  }

  function retryUnavailable(): void {
    if (!isDisposed && problem.peek() !== null) settings.retry();
  }

  function onUnavailable(reason: ChatProblem): void {
    currentKey = '';
    problem.value = reason;
  }

  /** Removes a form that the options no longer name. A conversation that runs goes on. */
  function dropForm(): void {
    if (chat.peek()?.hasConversation()) return;
    disposeChat();
    disposeChat = () => {};
    chat.value = null;
  }

  async function createChat(coreOptions: CoreOptions): Promise<void> {
    const wanted = currentKey;
    const leadsModule = mayHaveLeads(options.peek(), coreOptions)
      ? (deps.leads.loaded() ?? (await deps.leads.loadInTime(retryUnavailable)))
      : null;
    // The options may have changed meanwhile.
    if (isDisposed || wanted !== currentKey) return;
    const previous = chat.peek();
    // It stores what the new one goes on with.
    if (previous !== null) applyStorage(previous);
    disposeChat();
    const created = createCoreWith(
      {
        ...coreOptions,
        ...{ ...encoding, storage: storage.peek(), storageConsent: options.peek().consent, staysOpen },
        afterLead: () => afterLead.peek(),
      },
      leadsModule ?? undefined,
      connectLate(deps.loadConversation),
    );
    reportUnusedOptions(options.peek(), created.leadForm !== null, reportError);
    // Computed, so that what the visitor types asks for no token.
    const isFormShown = computed(
      () => created.state.phase.value === 'asking-lead' || created.state.form.value.status === 'shown',
    );
    const cleanups = [
      ...chatEventNames.map((name) => created.on(name, (detail) => emit(name, detail))),
      created.on('error', ({ code, message }) => code.startsWith('bad-') && console.error(`[leadchat] ${message}`)),
      created.on('lead:submit', visitorData.onLeadSubmit),
      created.onForgottenElsewhere((isReset) => {
        visitorData.forgetElsewhere(isReset);
        if (isFormShown.peek()) visitorData.applyUserToken(created, options.peek().userToken);
      }),
      effect(() => {
        const source = userToken.value;
        if (isFormShown.value) untracked(() => visitorData.applyUserToken(created, source));
      }),
      effect(() => applyStorage(created)),
      effect(() => {
        const answer = created.state.storageConsent.value;
        if (answer !== options.peek().consent) untracked(() => deps.answerStorageConsent(answer));
      }),
    ];
    disposeChat = () => {
      for (const cleanup of cleanups) cleanup();
      created.destroy();
    };
    created.setVisible(isOpen.peek());
    batch(() => {
      leads.value = leadsModule;
      chat.value = created;
    });
    for (const call of waitingCalls.splice(0)) call(created);
    // After a reset() that has waited, which clears the form.
    visitorData.applyTo(created);
    copyTypedValues(previous?.leadForm, created.leadForm);
    const typedText = previous?.state.typedText.peek();
    if (typedText) created.setTypedText(typedText);
    begin(created);
  }

  /** Starts a chat that is open, or goes on with what is stored where the page stores now. */
  function begin(target: Chat): void {
    // Its own effect may not have done so yet.
    applyStorage(target);
    // Showing a form sends nothing but the `userToken`. But a lead that an earlier page could not send is sent at once.
    if (isOpen.peek() || target.hasConversation() || target.beginsWithForm()) target.start();
  }

  function applyStorage(target: Chat): void {
    const { consent } = options.value;
    const isNews = consent !== target.state.storageConsent.peek();
    const isAnswer = isStorageConsentAnswered.value || isNews;
    const next = storage.value;
    untracked(() => {
      // First: an answer that comes with another storage is about that.
      target.setStorage(next);
      if (isAnswer) target.setStorageConsent(consent, isConsentHeard.value);
    });
  }

  function forget(stamp = createDeletionStamp()): void {
    visitorData.forget(options.peek().userToken);
    chat.peek()?.forget(stamp);
    deps.forget(stamp);
  }

  function showForm(current: Chat, onShown: () => void): void {
    if (current.leadForm !== null) {
      current.showForm();
      if (current.state.form.peek().status === 'shown') onShown();
    } else reportError('bad-call', '[leadchat] showForm() only opened the chat: this chat has no form for the lead.');
  }

  function withChat(call: (chat: Chat) => void): void {
    const current = chat.peek();
    if (current === null) waitingCalls.push(call);
    else call(current);
  }

  return {
    chat,
    formParts: leads,
    problem,
    withStartedChat: (call) =>
      withChat((current) => {
        current.start();
        call(current);
      }),
    retry() {
      deps.leads.forgetFailure();
      settings.retry();
    },
    setVisible(isVisible) {
      if (isVisible) chat.peek()?.start();
      chat.peek()?.setVisible(isVisible);
    },
    leadOrigin: () =>
      chat.peek()?.leadForm ? (leads.peek()?.readLeadOrigin(options.peek(), variants.peek()) ?? {}) : {},
    forget,
    sendMessage: (text) => withChat((current) => current.sendMessage(text)),
    prefill: visitorData.prefill,
    setAttributes: visitorData.setAttributes,
    showForm: (onShown) => withChat((current) => showForm(current, onShown)),
    reset(leftToken, stamp) {
      // At once: what the page sets from now on is about the next visitor, even if the chat is not loaded yet.
      visitorData.forget(leftToken);
      withChat((current) => current.reset(stamp));
    },
    onForgottenElsewhere: visitorData.followDeletion,
    state: () => {
      const state = chat.peek()?.state;
      return {
        unread: state?.unread.peek() ?? 0,
        connection: state?.connection.peek() ?? 'idle',
        phase: state?.phase.peek() ?? 'idle',
      };
    },
    dispose() {
      isDisposed = true;
      stopFollowing();
      stopMoving();
      disposeChat();
    },
  };
}
