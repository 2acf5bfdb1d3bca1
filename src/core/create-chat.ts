import { batch } from '@preact/signals-core';
import type { Clock } from '../clock.ts';
import type { Chat } from './chat.ts';
import type { CreateConnection } from './connection/connection.ts';
import type { PageLifecycle, PageLifecycleEvent } from './connection/page-lifecycle.ts';
import { createConversation } from './conversation/conversation.ts';
import { createConversationSignals } from './conversation/conversation-signals.ts';
import { createEmitter } from './conversation/emitter.ts';
import type { ChatEvents } from './conversation/events.ts';
import type { StorageArea } from './conversation/json-storage.ts';
import { type ChatMessage, maxMessageLength } from './conversation/message.ts';
import { type Consent, createSessionStore } from './conversation/session-store.ts';
import { createSharedConversation } from './conversation/shared-conversation.ts';
import type { Command } from './conversation/tab-message.ts';
import type { TabsDeps } from './conversation/tabs.ts';
import type { LeadController, LeadControllerDeps, LeadOptions } from './leads/lead-controller.ts';
import { createLeadSignals } from './leads/lead-signals.ts';
import { createNewConversation } from './new-conversation.ts';
import { createPersistence } from './persistence.ts';

export type ChatOptions = LeadOptions & {
  consent: Consent;
  resumeDays: number;
  encodeMessage: ((text: string) => string) | undefined;
};

export type ChatDeps = Pick<TabsDeps, 'locks' | 'openChannel'> & {
  createConnection: CreateConnection;
  /** Returns undefined for a chat without leads. */
  createLeads(deps: Omit<LeadControllerDeps, 'gateway'>): LeadController | undefined;
  /** Undefined: nothing is stored. */
  storage: StorageArea | undefined;
  tabStorage: StorageArea | undefined;
  clock: Clock;
  pageLifecycle: PageLifecycle;
  createId(): string;
  /** Receives the errors that listeners of the host page throw. */
  reportError(error: unknown): void;
};

/** One chat: its conversation, shared by all tabs, and its leads. */
export function createChat(options: ChatOptions, deps: ChatDeps): Chat {
  const { clock, pageLifecycle } = deps;
  const signals = { ...createConversationSignals(), ...createLeadSignals() };
  const emitter = createEmitter<ChatEvents>(deps.reportError);
  let lifetime: 'new' | 'started' | 'destroyed' = 'new';
  let isVisible = false;

  const store = createSessionStore({
    ...deps,
    flowId: options.flowId,
    consent: options.consent,
    resumeMs: options.resumeDays * 86_400_000,
    onUnavailable: () => {
      signals.notice.value ??= 'storage-unavailable';
    },
  });
  const conversation = createConversation({
    ...deps,
    flowId: options.flowId,
    encodeMessage: options.encodeMessage,
    signals,
    emitter,
    openSession: async (lead) => (await leads?.openSession(lead)) ?? null,
    onChange,
    isVisible: () => isVisible,
  });
  const shared = createSharedConversation({
    ...deps,
    flowId: options.flowId,
    signals,
    conversation,
    isVisible: () => isVisible,
    persistNow: () => persistence.storeNow(),
    onReceived: (message) => emitter.emit('message:received', { message }),
    onCall: (call) => leads?.adoptCall(call),
  });
  const leads = deps.createLeads({
    ...deps,
    signals,
    emitter,
    start,
    run,
    currentLead: () => conversation.lead,
    broadcastCall: (call) => shared.broadcastCall(call),
  });
  const leadForm = leads?.form ?? null;
  const persistence = createPersistence({ clock, store, emitter, signals, conversation, shared, leads });
  const newConversation = createNewConversation({
    signals,
    conversation,
    asksForLead: (isStored) => isLeadOnly() || (leadForm !== null && options.leadForm === 'required' && !isStored),
    run,
  });

  function onChange(): void {
    leads?.followTabs();
    shared.broadcast();
    persistence.schedule();
  }

  function start(): void {
    if (lifetime !== 'new') return;
    lifetime = 'started';
    persistence.restore();
    cleanups.push(pageLifecycle.listen(onPageEvent));
    shared.join();
    leads?.flush();
  }

  /** In the back/forward cache, a page must hold neither the socket nor the lock of the leading tab. */
  function onPageEvent(event: PageLifecycleEvent): void {
    if (event === 'leave') leave();
    if (event === 'return') shared.join();
  }

  function leave(): void {
    persistence.cancel();
    shared.leave();
  }

  function run(command: Command): void {
    if (lifetime === 'destroyed') return;
    // Any command in the new conversation means that the visitor has accepted it.
    if (command.name !== 'seen') signals.canUndo.value = false;
    batch(() => shared.run(command));
  }

  function startNewConversation(): void {
    leadForm?.reset();
    newConversation.start();
  }

  /** Whether the visitor can currently leave a lead but not chat. */
  function isLeadOnly(): boolean {
    return leadForm !== null && options.afterLead() === 'thanks';
  }

  const cleanups: (() => void)[] = [
    leave,
    () => leads?.destroy(),
    signals.connection.subscribe((status) => lifetime === 'started' && emitter.emit('connection', { status })),
    signals.unread.subscribe((count) => lifetime === 'started' && emitter.emit('unread', { count })),
    persistence.dispose,
    () => emitter.clear(),
  ];

  return {
    state: signals,
    leadForm,
    start,
    hasConversation: () => store.load() !== undefined || store.loadThanks() !== undefined,
    skipLead() {
      if (options.leadForm === 'optional' && signals.phase.peek() === 'asking-lead' && !isLeadOnly()) {
        run({ name: 'begin', session: null, target: {}, lead: null, leadToken: null });
      }
    },
    sendMessage(typed) {
      const text = typed.trim();
      if (lifetime === 'destroyed' || text === '' || text.length > maxMessageLength) return undefined;
      start();
      const phase = signals.phase.peek();
      if (phase !== 'chatting' && isLeadOnly()) return undefined;
      const message: ChatMessage = { id: deps.createId(), from: 'visitor', text, at: clock.now(), delivery: 'queued' };
      batch(() => {
        if (phase === 'ended' || phase === 'thanks') startNewConversation();
        run({ name: 'send', message, session: conversation.session });
      });
      emitter.emit('message:sent', { message });
      return message.id;
    },
    retry: (id) => run({ name: 'retry', id }),
    newConversation() {
      if (lifetime === 'started') batch(startNewConversation);
    },
    setUserToken: (userToken) => leads?.setUserToken(userToken),
    resendLead: (answer) => leads?.resend(answer),
    dropLead: () => leads?.drop(),
    undoNewConversation: newConversation.undo,
    requestCall: (at) => leads?.requestCall(at),
    cancelCall: () => leads?.cancelCall(),
    setVisible(next) {
      isVisible = next;
      if (signals.open.peek() !== next) {
        signals.open.value = next;
        shared.broadcastOpen(next);
      }
      if (!next || lifetime !== 'started') return;
      if (signals.unread.peek() > 0) run({ name: 'seen' });
      conversation.wake();
    },
    setConsent(next) {
      store.setConsent(next);
      leads?.setPersistent(next === 'granted');
      persistence.storeNow();
      onChange();
    },
    forget() {
      batch(() => {
        if (lifetime === 'started') run({ name: 'end' });
        signals.lead.value = { status: 'none' };
        leadForm?.clear();
      });
      leads?.forget();
      store.clear();
    },
    dismissNotice() {
      signals.notice.value = null;
    },
    on: emitter.on,
    destroy() {
      lifetime = 'destroyed';
      for (const cleanup of cleanups.splice(0)) cleanup();
    },
  };
}
