import { batch } from '@preact/signals-core';
import type { Clock } from '../clock.ts';
import { tabsChannel } from '../options/index.ts';
import type { MessagePage } from '../protocol/index.ts';
import type { Chat } from './chat.ts';
import type { CreateConnection } from './connection/connection.ts';
import type { PageLifecycle } from './connection/page-lifecycle.ts';
import type { ChatError, ChatEvents } from './effects/chat-events.ts';
import { runDeadlineTimer } from './effects/deadline-timer.ts';
import { createEmitter } from './effects/emitter.ts';
import type { StorageArea } from './effects/json-storage.ts';
import { reportPageVisits } from './effects/page-visits.ts';
import { emitPublicEvents } from './effects/public-events.ts';
import { type EncodeMessage, runSocket } from './effects/run-socket.ts';
import { requestSessions } from './effects/session-request.ts';
import { storeVisit } from './effects/store-visit.ts';
import type { TabLockOptions } from './effects/tab-lock.ts';
import { exchangeTabMessages } from './effects/tab-messages.ts';
import { createVisitStorage } from './effects/visit-storage.ts';
import { createVisitorLifetime } from './effects/visitor-lifetime.ts';
import type { LeadOptions, Leads, LeadsDeps } from './leads/create-leads.ts';
import { createSignals } from './signals.ts';
import { initialState } from './state/chat-state.ts';
import type { Visit } from './state/event.ts';
import { type ChatMessage, maxMessageLength } from './state/message.ts';
import { createReduce, type ReduceCall } from './state/reduce.ts';
import { hasNoLead } from './state/reduce-form.ts';
import { canRate } from './state/reduce-rating.ts';
import { hasVisit } from './state/start.ts';
import { createStore } from './state/store.ts';

export type ChatOptions = LeadOptions & {
  resumeDays: number;
  encodeMessage: EncodeMessage | undefined;
  page: (() => MessagePage | undefined) | undefined;
};

export type ChatDeps = Pick<TabLockOptions, 'locks' | 'openChannel'> & {
  createConnection: CreateConnection;
  /** Undefined for a chat without leads. */
  leads: { reduceCall: ReduceCall; create(deps: Omit<LeadsDeps, 'gateway'>): Leads } | undefined;
  /** Undefined: nothing is stored. */
  storage: StorageArea | undefined;
  tabStorage: StorageArea | undefined;
  clock: Clock;
  pageLifecycle: PageLifecycle;
  createId(): string;
  /** Receives the errors that functions of the host page throw. */
  reportError(error: unknown): void;
};

/** One chat: its state, and the effects that follow it. */
export function createChat(options: ChatOptions, deps: ChatDeps): Chat {
  const { flowId } = options;
  const { clock } = deps;
  const store = createStore(
    initialState(deps.createId(), options.storageConsent),
    createReduce(deps.leads?.reduceCall),
    clock,
  );
  const { state, dispatch } = store;
  const emitter = createEmitter<ChatEvents>(deps.reportError);
  const storage = createVisitStorage({
    ...deps,
    flowId,
    resumeMs: options.resumeDays * 86_400_000,
    isAllowed: () => state.peek().storageConsent === 'granted',
    sendsLeads: deps.leads !== undefined,
  });
  // The store calls the effects in this order: the visitor's signal is aborted before the leads see that the visitor is
  // forgotten.
  const lifetime = createVisitorLifetime(store);
  const stopStoring = storeVisit(store, storage, clock);
  const stopTabs = exchangeTabMessages(store, { ...deps, name: tabsChannel(flowId) });
  const report = (error: ChatError) => emitter.emit('error', error);
  const socket = runSocket(store, { ...deps, ...options, report });
  const { visitorSignal } = lifetime;
  const { emit } = emitter;
  const leads = deps.leads?.create({ ...deps, store, visitorSignal, start, emit, report });
  const leadForm = leads?.form ?? null;
  const signals = createSignals(store, leadForm !== null);
  const cleanups = [
    emitPublicEvents(store, signals, emitter, options.form),
    requestSessions(store, leads?.openSession ?? (async () => null)),
    runDeadlineTimer(store, clock),
    socket.dispose,
    stopTabs,
    stopStoring,
    () => leads?.dispose(),
    lifetime.dispose,
    () => stopVisits(),
    () => store.stop(),
  ];

  let isDestroyed = false;
  let stopVisits = () => {};
  store.subscribe(({ after }) => {
    if (after.conversation.phase === 'idle') stopVisits();
  });
  // The last subscription: every effect sees that the page was left, even if a listener of the page destroys the chat.
  store.subscribe(({ event }) => {
    if (isDestroyed && event.type === 'page-left') for (const cleanup of cleanups.splice(0)) cleanup();
  });

  const phase = () => state.peek().conversation.phase;

  function start(): void {
    if (phase() !== 'idle' || isDestroyed) return;
    stopVisits = reportPageVisits(store, { ...deps, readFrames: socket.readFrames, loadVisit });
    dispatch({ type: 'started', ...loadVisit() });
  }

  /** What other pages have stored. Without leads, nothing follows a call. Removes what has expired. */
  function loadVisit(): Visit {
    const stored = storage.load();
    const form = leadForm === null ? 'none' : beginsWithForm() ? 'first' : 'later';
    return { stored: { ...stored, call: leads && stored.call }, form, hasQueuedLead: leads?.hasQueued() === true };
  }

  /** Whether the visitor can currently leave a lead but not chat. */
  function isLeadOnly(): boolean {
    return leadForm !== null && options.afterLead() === 'thanks';
  }

  function beginsWithForm(): boolean {
    return leadForm !== null && (options.leadForm !== 'later' || isLeadOnly());
  }

  function startNewConversation(asksRating = false): void {
    const { leadProgress, conversation } = state.peek();
    // Without a proxy the lead is not stored, so a session with its data needs the form again.
    const isStored = leadProgress.status === 'queued' || conversation.lead !== null;
    const isRequired = leadForm !== null && options.leadForm === 'required';
    dispatch({
      type: 'new-conversation-started',
      asksForLead: isLeadOnly() || (isRequired && !isStored),
      ...(asksRating && { ratingKey: deps.createId() }),
    });
  }

  return {
    state: signals,
    leadForm,
    start,
    hasConversation: () => hasVisit(loadVisit()),
    beginsWithForm,
    skipLead() {
      if (options.leadForm !== 'required' && phase() === 'asking-lead' && !isLeadOnly()) {
        dispatch({ type: 'form-skipped' });
      }
    },
    showForm() {
      if (leadForm === null || isDestroyed) return;
      start();
      const lastId = signals.messages.peek().at(-1)?.id ?? null;
      if (phase() !== 'ended') dispatch({ type: 'form-shown', afterId: lastId });
      else if (hasNoLead(state.peek())) dispatch({ type: 'new-conversation-started', asksForLead: true });
    },
    dismissForm: () => dispatch({ type: 'form-dismissed' }),
    sendMessage(typed) {
      const text = typed.trim();
      if (isDestroyed || text === '' || text.length > maxMessageLength) return undefined;
      start();
      if (phase() !== 'chatting' && isLeadOnly()) return undefined;
      const page = options.page?.();
      const message: ChatMessage = {
        ...{ id: deps.createId(), from: 'visitor', text, at: clock.now(), delivery: 'queued' },
        ...(page !== undefined && { page }),
      };
      batch(() => {
        if (phase() === 'ended' || phase() === 'thanks') startNewConversation();
        const { session } = state.peek().conversation;
        const isFromChat = signals.phase.peek() === 'chatting';
        dispatch({ type: 'message-written', message, session: session.id, isFromChat });
      });
      return message.id;
    },
    setTypedText: (text) => dispatch({ type: 'text-typed', text }),
    retry: (id) => dispatch({ type: 'message-retried', id }),
    newConversation({ asksRating = false } = {}) {
      if (phase() !== 'idle') startNewConversation(asksRating && canRate(state.peek().conversation));
    },
    askRating: () => dispatch({ type: 'rating-asked', key: deps.createId() }),
    answerRating() {
      const { rating, lead } = state.peek().conversation;
      if (rating?.status !== 'asked') return null;
      dispatch({ type: 'rating-answered' });
      return { key: rating.key, lead };
    },
    setUserToken: (userToken) => leads?.setUserToken(userToken),
    resendLead: (answer) => leads?.resend(answer),
    dropLead: () => leads?.drop(),
    undoNewConversation() {
      const { previous } = state.peek();
      if (previous !== null) dispatch({ type: 'new-conversation-undone', conversation: previous });
    },
    requestCall: (at) => leads?.requestCall(at),
    cancelCall: () => leads?.cancelCall(),
    setVisible(isOpen) {
      batch(() => {
        dispatch({ type: 'visibility-changed', isOpen });
        if (isOpen && state.peek().conversation.unread > 0) dispatch({ type: 'messages-seen' });
      });
    },
    setStorageConsent: (storageConsent) => dispatch({ type: 'storage-consent-changed', storageConsent }),
    forget() {
      dispatch({ type: 'forgotten' });
    },
    reset() {
      dispatch({ type: 'forgotten', isReset: true });
      if (!state.peek().isOpen) return;
      if (phase() === 'ended') dispatch({ type: 'new-conversation-started', asksForLead: beginsWithForm() });
      else start();
    },
    dismissNotice: () => dispatch({ type: 'notice-dismissed' }),
    on: emitter.on,
    destroy() {
      socket.readFrames();
      emitter.clear();
      isDestroyed = true;
      dispatch({ type: 'page-left' });
    },
  };
}
