import { batch } from '@preact/signals-core';
import type { Chat } from './chat.ts';
import type { ChatContext, ChatEnvironment, ChatOptions } from './effects/chat-context.ts';
import type { ChatEvents } from './effects/chat-events.ts';
import { runDeadlineTimer } from './effects/deadline-timer.ts';
import { createEmitter } from './effects/emitter.ts';
import { reportPageVisits } from './effects/page-visits.ts';
import { emitPublicEvents } from './effects/public-events.ts';
import { runSocket } from './effects/run-socket.ts';
import { sayVisible } from './effects/say-visible.ts';
import { requestSessions } from './effects/session-request.ts';
import { storeVisit } from './effects/store-visit.ts';
import { exchangeTabMessages } from './effects/tab-messages.ts';
import { createVisitStorage } from './effects/visit-storage.ts';
import { createVisitorLifetime } from './effects/visitor-lifetime.ts';
import type { Leads } from './leads/create-leads.ts';
import { createSignals } from './signals.ts';
import { initialState, isOpenHere } from './state/chat-state.ts';
import type { PageStart } from './state/event.ts';
import { type ChatMessage, maxMessageLength } from './state/message.ts';
import { createReduce, type ReduceCall } from './state/reduce.ts';
import { hasNoLead } from './state/reduce-form.ts';
import { canRate } from './state/reduce-rating.ts';
import { continuesEarlierPage } from './state/start.ts';
import { createStore } from './state/store.ts';

export type LeadsFactory = { reduceCall: ReduceCall; create(context: ChatContext): Leads };

/** One chat: its state, and the effects that follow it. `leadsFactory`: undefined for a chat without leads. */
export function createChat(
  options: ChatOptions,
  environment: ChatEnvironment,
  leadsFactory: LeadsFactory | undefined,
): Chat {
  const { clock, createId, reportError } = environment;
  const store = createStore(
    initialState(createId(), options, options.staysOpen?.()),
    createReduce(leadsFactory?.reduceCall),
    clock,
  );
  const { state, dispatch } = store;
  const emitter = createEmitter<ChatEvents>(reportError);
  // The store calls the effects in this order: the visitor's signal is aborted before the leads see that the visitor is
  // forgotten, and the leads are where the page stores now before what else is stored there is looked at.
  const lifetime = createVisitorLifetime(store);
  const { visitorSignal } = lifetime;
  const context: ChatContext = { ...environment, store, options, visitorSignal, emit: emitter.emit, start };
  const leads = leadsFactory?.create(context);
  const leadForm = leads?.form ?? null;
  const storage = createVisitStorage(context, leadsFactory !== undefined);
  const stopStoring = storeVisit(context, storage, readPageStart);
  const stopTabs = exchangeTabMessages(context, storage);
  const socket = runSocket(context);
  const signals = createSignals(store, leadForm !== null);
  const cleanups = [
    emitPublicEvents(context, signals),
    requestSessions(context, leads?.openSession ?? (async () => null)),
    runDeadlineTimer(context),
    socket.dispose,
    stopTabs,
    stopStoring,
    () => leads?.dispose(),
    lifetime.dispose,
    () => stopVisits(),
    () => store.stop(),
  ];

  store.subscribe(({ event, isOwn }) => {
    // Another tab begins what is open in all of them, but it may be closed itself.
    if (event.type === 'forgotten' && event.isReset && !isOwn && state.peek().isShownInPage !== null) beginForNext();
  });

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
    stopVisits = reportPageVisits(context, { readFrames: socket.readFrames, readPageStart });
    dispatch({ type: 'started', ...readPageStart() });
  }

  /** After a reset: a chat that is open begins again at once. */
  function beginForNext(): void {
    if (!isOpenHere(state.peek())) return;
    if (phase() === 'ended') {
      dispatch({ type: 'new-conversation-started', asksForLead: beginsWithForm(), isReset: true });
    } else start();
  }

  /** What other pages have stored. Without leads, nothing follows a call. Removes what has expired. */
  function readPageStart(): PageStart {
    const stored = storage.load();
    const formOrder = leadForm === null ? 'none' : beginsWithForm() ? 'first' : 'later';
    return { stored: { ...stored, call: leads && stored.call }, formOrder, hasQueuedLead: leads?.hasQueued() === true };
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
      session: conversation.session.id,
      asksForLead: isLeadOnly() || (isRequired && !isStored),
      ...(asksRating && { ratingKey: createId() }),
    });
  }

  return {
    state: signals,
    leadForm,
    start,
    hasConversation: () => continuesEarlierPage(readPageStart()),
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
      if (isDestroyed || !isVisible(text) || text.length > maxMessageLength) return undefined;
      start();
      if (phase() !== 'chatting' && isLeadOnly()) return undefined;
      const page = options.page?.();
      const message: ChatMessage = {
        ...{ id: createId(), from: 'visitor', text, at: clock.now(), delivery: 'queued' },
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
    endConversation({ asksRating = false } = {}) {
      const { conversation } = state.peek();
      const ratingKey = asksRating && canRate(conversation) ? createId() : undefined;
      const session = conversation.session.id;
      dispatch({ type: 'conversation-ended', session, ...(ratingKey !== undefined && { ratingKey }) });
    },
    askRating: () => dispatch({ type: 'rating-asked', key: createId() }),
    answerRating() {
      const { rating, lead } = state.peek().conversation;
      if (rating?.status !== 'asked') return null;
      dispatch({ type: 'rating-answered', key: rating.key });
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
        sayVisible(context, isOpen);
        if (isOpen && state.peek().conversation.unread > 0) dispatch({ type: 'messages-seen' });
      });
    },
    setStorageConsent: (storageConsent, isHeard = false) =>
      dispatch({ type: isHeard ? 'storage-consent-heard' : 'storage-consent-changed', storageConsent }),
    setStorage(next) {
      if (next !== state.peek().storage) dispatch({ type: 'storage-switched', storage: next });
    },
    forget(stamp) {
      dispatch({ type: 'forgotten', stamp });
    },
    reset(stamp) {
      dispatch({ type: 'forgotten', isReset: true, stamp });
      beginForNext();
    },
    followDeletion(isReset, stamp) {
      // As the event of another tab, it is not posted again.
      const event = { type: 'forgotten', isReset, stamp } as const;
      const before = state.peek();
      dispatch({ type: 'tab-event-received', tabEvent: { id: stamp.id, event } });
      // The other tabs of a reset begin what is open in all of them, but they may be of another flow.
      if (isReset && state.peek() !== before) beginForNext();
    },
    onForgottenElsewhere: (listener) =>
      store.subscribe(({ event, isOwn }) => {
        if (event.type === 'forgotten' && !isOwn) listener(event.isReset === true);
      }),
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

/**
 * Whether there is something to see. Characters that draw nothing, and the blank of braille, come with what people paste. Most texts
 * have a character of ASCII, and need no pattern that a slow phone takes long to create. cleanText() would be 0.5 kB for each chat.
 */
function isVisible(text: string): boolean {
  return /[!-~]/.test(text) || /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}
