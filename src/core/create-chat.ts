import { batch } from '@preact/signals-core';
import type { Clock } from '../clock.ts';
import type { Chat } from './chat.ts';
import type { CreateConnection } from './connection/connection.ts';
import type { PageLifecycle, PageLifecycleEvent } from './connection/page-lifecycle.ts';
import { createConversation } from './conversation/conversation.ts';
import { createConversationSignals } from './conversation/conversation-signals.ts';
import { emptyConversation, toShared } from './conversation/conversation-state.ts';
import { createEmitter } from './conversation/emitter.ts';
import type { ChatEvents } from './conversation/events.ts';
import { type ChatMessage, maxMessageLength } from './conversation/message.ts';
import { type Consent, createSessionStore, type StorageArea } from './conversation/session-store.ts';
import { createSharedConversation } from './conversation/shared-conversation.ts';
import type { Command } from './conversation/tab-message.ts';
import type { TabsDeps } from './conversation/tabs.ts';
import { createDeferredThrottle } from './conversation/throttle.ts';
import type { LeadController, LeadControllerDeps, LeadOptions } from './leads/lead-controller.ts';
import { createLeadSignals } from './leads/lead-signals.ts';

export type ChatOptions = LeadOptions & {
  consent: Consent;
  resumeDays: number;
  encodeMessage: ((text: string) => string) | undefined;
};

export type ChatDeps = Pick<TabsDeps, 'locks' | 'openChannel'> & {
  createConnection: CreateConnection;
  /** Returns undefined where the chat has nothing to do with leads. */
  createLeads(deps: Omit<LeadControllerDeps, 'gateway'>): LeadController | undefined;
  /** Undefined: nothing is stored. */
  storage: StorageArea | undefined;
  tabStorage: StorageArea | undefined;
  clock: Clock;
  pageLifecycle: PageLifecycle;
  createId(): string;
  /** Receives what a listener of the host page throws. */
  reportError(error: unknown): void;
};

/** One chat: its conversation, shared by all tabs, and its leads. */
export function createChat(options: ChatOptions, deps: ChatDeps): Chat {
  const { clock, pageLifecycle } = deps;
  const signals = { ...createConversationSignals(), ...createLeadSignals() };
  const emitter = createEmitter<ChatEvents>(deps.reportError);
  let lifetime: 'new' | 'started' | 'destroyed' = 'new';
  let isVisible = false;
  let wasThanked = false;
  /** The conversation before the last newConversation(). */
  let left = emptyConversation;

  const store = createSessionStore({
    ...deps,
    flowId: options.flowId,
    consent: options.consent,
    resumeMs: options.resumeDays * 86_400_000,
    onUnavailable: () => {
      signals.notice.value ??= 'storage-unavailable';
    },
  });
  const persisting = createDeferredThrottle(clock, persistNow);
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
    persistNow,
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

  function onChange(): void {
    leads?.followTabs();
    shared.broadcast();
    if (shared.isLeader) persisting.schedule();
  }

  /** The leading tab stores the conversation; every tab stores its own messages on their way. */
  function persistNow(): void {
    if (signals.phase.peek() === 'thanks' && shared.isLeader) {
      store.saveThanks({ lead: conversation.lead, isQueued: leads?.hasQueued() === true });
    }
    if (signals.phase.peek() !== 'chatting') return;
    if (shared.isLeader) store.save(conversation.state);
    else store.saveUnsent(conversation.state);
  }

  function start(): void {
    if (lifetime !== 'new') return;
    lifetime = 'started';
    const stored = store.load();
    const hasQueuedLead = leads?.hasQueued() === true;
    const thanks = stored === undefined && leadForm !== null ? store.loadThanks() : undefined;
    // A lead that waited too long was removed, so nobody has it.
    const isThanked = thanks !== undefined && (!thanks.isQueued || hasQueuedLead);
    if (stored !== undefined) {
      conversation.restore(stored);
      if (stored.lead !== null) signals.lead.value = { status: 'accepted', lead: stored.lead.id };
    }
    if (isThanked) {
      conversation.thank(thanks.lead);
      signals.lead.value = { status: 'accepted', lead: thanks.lead?.id ?? null };
    }
    if (hasQueuedLead) signals.lead.value = { status: 'queued', kept: 'storage' };
    const asksForLead = stored === undefined && leadForm !== null && !hasQueuedLead;
    if (!isThanked) signals.phase.value = asksForLead ? 'asking-lead' : 'chatting';
    cleanups.push(pageLifecycle.listen(onPageEvent));
    shared.join();
    leads?.flush();
  }

  /** A page in the back/forward cache may hold neither the socket nor the lock of the leading tab. */
  function onPageEvent(event: PageLifecycleEvent): void {
    if (event === 'leave') leave();
    if (event === 'return') shared.join();
  }

  function leave(): void {
    persisting.cancel();
    shared.leave();
  }

  function run(command: Command): void {
    if (lifetime === 'destroyed') return;
    // Whatever happens in the new conversation, the visitor has settled in it.
    if (command.name !== 'seen') signals.canUndo.value = false;
    batch(() => shared.run(command));
  }

  function startNewConversation(): void {
    const lead = signals.lead.peek();
    // A lead that nobody stores is asked for again: there is no other way to a session with its data.
    const isWaiting = lead.status === 'queued' || lead.status === 'consent-changed';
    const isStored = isWaiting || (lead.status === 'accepted' && lead.lead !== null);
    left = conversation.state;
    const canUndo = left.session !== null && left.messages.some(({ from }) => from === 'visitor');
    leadForm?.reset();
    const asks = isLeadOnly() || (leadForm !== null && options.leadForm === 'required' && !isStored);
    run({ name: 'renew', asks });
    signals.canUndo.value = canUndo;
  }

  /** Whether a lead can be left now, and no chat be started. */
  function isLeadOnly(): boolean {
    return leadForm !== null && options.afterLead() === 'thanks';
  }

  const cleanups: (() => void)[] = [
    leave,
    () => leads?.destroy(),
    signals.connection.subscribe((status) => lifetime === 'started' && emitter.emit('connection', { status })),
    signals.unread.subscribe((count) => lifetime === 'started' && emitter.emit('unread', { count })),
    emitter.on('session:end', () => store.clear()),
    signals.phase.subscribe((phase) => {
      if (wasThanked && phase !== 'thanks') store.clearThanks();
      wasThanked = phase === 'thanks';
    }),
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
    undoNewConversation() {
      if (signals.canUndo.peek()) run({ name: 'resume', conversation: toShared(left) });
    },
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
