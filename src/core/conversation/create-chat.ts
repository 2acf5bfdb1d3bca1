import { batch } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import type { CreateConnection } from '../connection/connection.ts';
import type { PageLifecycle } from '../connection/page-lifecycle.ts';
import type { Chat, Consent } from './chat.ts';
import { createConversation } from './conversation.ts';
import { createEmitter } from './emitter.ts';
import type { ChatEvents } from './events.ts';
import type { CreateLeadController, LeadFormOptions } from './lead-controller.ts';
import { type ChatMessage, maxMessageLength } from './message.ts';
import { createSessionStore, type StorageArea } from './session-store.ts';
import { createSharedConversation } from './shared-conversation.ts';
import { createSignals } from './signals.ts';
import type { Command } from './tab-message.ts';
import type { TabsDeps } from './tabs.ts';
import { createThrottle } from './throttle.ts';

export type ChatOptions = LeadFormOptions & {
  flowId: string;
  consent: Consent;
  resumeDays: number;
  encodeMessage: ((text: string) => string) | undefined;
};

/** What a chat needs from its pageLifecycle. */
export type ChatDeps = Pick<TabsDeps, 'locks' | 'openChannel'> & {
  createConnection: CreateConnection;
  /** Undefined: no lead is asked for, and none waits. */
  createLead: CreateLeadController | undefined;
  area: StorageArea | undefined;
  tabArea: StorageArea | undefined;
  clock: Clock;
  pageLifecycle: PageLifecycle;
  createId(): string;
  /** Hears of what a listener of the host page throws. */
  reportError(error: unknown): void;
};

export function createChat(options: ChatOptions, parts: ChatDeps): Chat {
  const { clock } = parts;
  const signals = createSignals();
  const emitter = createEmitter<ChatEvents>(parts.reportError);
  const store = createSessionStore({
    flowId: options.flowId,
    area: parts.area,
    tabArea: parts.tabArea,
    consent: options.consent,
    resumeMs: options.resumeDays * 86_400_000,
    clock,
    onUnavailable: () => {
      signals.notice.value ??= 'storage-unavailable';
    },
  });
  let visible = false;
  let started = false;
  let destroyed = false;
  let keeping = false;
  const saving = createThrottle(clock, keepNow);

  const conversation = createConversation({
    flowId: options.flowId,
    createConnection: parts.createConnection,
    clock,
    encodeMessage: options.encodeMessage,
    signals,
    emitter,
    openSession: (id) => lead?.openSession(id) ?? Promise.resolve(null),
    onChange: keep,
    isVisible: () => visible,
  });
  const shared = createSharedConversation({
    ...parts,
    flowId: options.flowId,
    signals,
    conversation,
    isVisible: () => visible,
    keepNow,
    onReceived: (message) => emitter.emit('message:received', { message }),
  });
  const lead = parts.createLead?.({ options, signals, emitter, clock, start, run }) ?? null;
  const leadForm = lead?.form ?? null;

  /** Once for all changes of a moment; the leading tab alone writes. */
  function keep(): void {
    shared.tell();
    if (keeping || !shared.leads) return;
    keeping = true;
    queueMicrotask(() => {
      keeping = false;
      if (shared.leads) saving.soon();
    });
  }

  function keepNow(): void {
    if (signals.phase.peek() !== 'chatting') return;
    if (shared.leads) store.save(conversation.state);
    else store.saveUnsent(conversation.state);
  }

  function start(): void {
    if (started || destroyed) return;
    started = true;
    const kept = store.load();
    if (kept !== undefined) {
      conversation.restore(kept);
      if (kept.lead !== null) signals.lead.value = { status: 'accepted', lead: kept.lead };
    }
    const isQueued = lead?.hasQueued() === true;
    if (isQueued) signals.lead.value = { status: 'queued', kept: 'storage' };
    const asks = kept === undefined && leadForm !== null && !isQueued;
    signals.phase.value = asks ? 'asking-lead' : 'chatting';
    stops.push(
      parts.pageLifecycle.listen((event) => {
        // A page in the back/forward cache can hold neither the socket nor the lead.
        if (event === 'leave') leave();
        if (event === 'return') shared.join();
      }),
    );
    shared.join();
    lead?.flush();
  }

  function leave(): void {
    saving.stop();
    shared.leave();
  }

  function run(command: Command): void {
    if (!destroyed) batch(() => shared.run(command));
  }

  /** The lead is asked for again when nobody keeps it: there is no other way to a session by name. */
  function renew(): void {
    const { status, ...known } = { lead: null, ...signals.lead.peek() };
    const isKept = status === 'queued' || (status === 'accepted' && known.lead !== null);
    leadForm?.reset();
    run({ name: 'renew', asks: leadForm !== null && options.leadForm === 'required' && !isKept });
  }

  const stops: (() => void)[] = [
    signals.connection.subscribe((status) => started && emitter.emit('connection', { status })),
    emitter.on('session:end', () => store.clear()),
    signals.unread.subscribe((count) => started && emitter.emit('unread', { count })),
  ];

  return {
    state: signals,
    leadForm,
    start,
    hasConversation: () => store.load() !== undefined,
    skipLead() {
      if (options.leadForm === 'optional' && signals.phase.peek() === 'asking-lead') {
        run({ name: 'begin', session: null, lead: null });
      }
    },
    sendMessage(typed) {
      const text = typed.trim();
      if (destroyed || text === '' || text.length > maxMessageLength) return undefined;
      start();
      const message: ChatMessage = { id: parts.createId(), from: 'visitor', text, at: clock.now(), delivery: 'queued' };
      batch(() => {
        if (signals.phase.peek() === 'ended') renew();
        run({ name: 'send', message, session: conversation.session });
      });
      emitter.emit('message:sent', { message });
      return message.id;
    },
    retry: (id) => run({ name: 'retry', id }),
    newConversation() {
      if (started && !destroyed) batch(renew);
    },
    requestCall: () => lead?.requestCall(),
    setVisible(next) {
      visible = next;
      if (signals.open.peek() !== next) {
        signals.open.value = next;
        shared.tellOpen(next);
      }
      if (!next || !started) return;
      if (signals.unread.peek() > 0) run({ name: 'seen' });
      conversation.wake();
    },
    setConsent(next) {
      store.setConsent(next);
      lead?.setKept(next === 'granted');
      keep();
    },
    forget() {
      batch(() => {
        if (started) run({ name: 'end' });
        signals.lead.value = { status: 'none' };
        leadForm?.clear();
      });
      lead?.forget();
      store.clear();
    },
    dismissNotice() {
      signals.notice.value = null;
    },
    on: emitter.on,
    destroy() {
      destroyed = true;
      leave();
      lead?.destroy();
      for (const stop of stops) stop();
      emitter.clear();
    },
  };
}
