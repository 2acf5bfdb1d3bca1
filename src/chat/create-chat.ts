import { batch } from '@preact/signals-core';
import type { Clock, CreateConnection } from '../connection/index.ts';
import type { LeadGateway, LeadOutcome, SettledLead } from '../lead-client/index.ts';
import type { FormConsent, FormField, LeadRequest } from '../protocol/index.ts';
import type { Chat, Consent } from './chat.ts';
import { createConversation } from './conversation.ts';
import { createEmitter } from './emitter.ts';
import type { ChatEvents } from './events.ts';
import { createLeadForm } from './lead-form.ts';
import { maxMessageLength } from './message.ts';
import { createSessionStore, type StorageArea } from './session-store.ts';
import { createSignals } from './signals.ts';

export type ChatOptions = {
  flowId: string;
  form: string;
  fields: readonly FormField[];
  consentText: FormConsent | null;
  defaultCountry: string | undefined;
  leadForm: 'required' | 'optional' | 'off';
  consent: Consent;
  resumeDays: number;
  encodeMessage: ((text: string) => string) | undefined;
};

/** What a chat needs from its surroundings. */
export type ChatParts = {
  createConnection: CreateConnection;
  /** Null: there is nowhere to leave a lead. */
  gateway: LeadGateway | null;
  area: StorageArea | undefined;
  tabArea: StorageArea | undefined;
  clock: Clock;
  createId(): string;
  /** Hears of what a listener of the host page throws. */
  reportError(error: unknown): void;
};

export function createChat(options: ChatOptions, parts: ChatParts): Chat {
  const { clock, gateway } = parts;
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
  let saving = false;

  const conversation = createConversation({
    flowId: options.flowId,
    createConnection: parts.createConnection,
    clock,
    encodeMessage: options.encodeMessage,
    signals,
    emitter,
    openSession: (lead) => gateway?.openSession(lead) ?? Promise.resolve(null),
    onChange: save,
    isVisible: () => visible,
  });

  const leadForm =
    gateway === null || options.leadForm === 'off'
      ? null
      : createLeadForm({
          form: options.form,
          fields: options.fields,
          consent: options.consentText,
          defaultCountry: options.defaultCountry,
          send: (request) => submit(gateway, request),
        });

  /** Once per burst of changes. */
  function save(): void {
    if (saving || signals.phase.peek() !== 'chatting') return;
    saving = true;
    queueMicrotask(() => {
      saving = false;
      if (signals.phase.peek() === 'chatting') store.save(conversation.state);
    });
  }

  async function submit(way: LeadGateway, request: LeadRequest): Promise<LeadOutcome> {
    signals.lead.value = { status: 'sending' };
    emitter.emit('lead:submit', { form: request.form, callback: request.callback === true });
    const outcome = await way.submit(request);
    batch(() => onOutcome(outcome, request.callback === true));
    return outcome;
  }

  function onOutcome(outcome: LeadOutcome, callback: boolean): void {
    if (outcome.status === 'accepted') {
      onAccepted(outcome.lead);
      if (callback) emitter.emit('callback:requested', { lead: outcome.lead });
      if (outcome.session === null) signals.notice.value = 'anonymous-fallback';
      conversation.begin(outcome.session, outcome.lead);
    } else if (outcome.status === 'queued') {
      signals.lead.value = outcome;
      emitter.emit('lead:queued', { kept: outcome.kept });
      conversation.begin(null, null);
    } else onRefused(outcome);
  }

  function onAccepted(lead: string | null): void {
    signals.lead.value = { status: 'accepted', lead };
    emitter.emit('lead:accepted', { lead });
  }

  function onRefused({ status, code, message, issues }: Extract<LeadOutcome, { status: 'refused' }>): void {
    signals.lead.value = { status, code, message, issues };
    emitter.emit('lead:failed', { code, message });
  }

  /** A lead that could only be queued is settled. Its session is of use while the visitor has said nothing yet. */
  function onSettled(outcome: SettledLead): void {
    if (outcome.status === 'refused') {
      onRefused(outcome);
      return;
    }
    onAccepted(outcome.lead);
    conversation.noteLead(outcome.lead);
  }

  const stops = [
    gateway?.onSettled((outcome) => batch(() => onSettled(outcome))),
    signals.connection.subscribe((status) => started && emitter.emit('connection', { status })),
    signals.unread.subscribe((count) => started && emitter.emit('unread', { count })),
  ];

  return {
    state: signals,
    leadForm,
    start() {
      if (started) return;
      started = true;
      const kept = store.load();
      if (kept !== undefined) {
        conversation.restore(kept);
        signals.phase.value = 'chatting';
      } else if (leadForm === null || gateway?.hasQueued() === true) {
        signals.phase.value = 'chatting';
      } else signals.phase.value = 'asking-lead';
      conversation.activate();
      gateway?.flush();
    },
    hasConversation: () => store.load() !== undefined,
    skipLead() {
      if (options.leadForm === 'optional' && signals.phase.peek() === 'asking-lead') conversation.begin(null, null);
    },
    sendMessage(typed) {
      const text = typed.trim();
      if (text === '' || text.length > maxMessageLength) return undefined;
      const id = parts.createId();
      this.start();
      if (signals.phase.peek() === 'ended') this.newConversation();
      const message = { id, from: 'visitor', text, at: clock.now(), delivery: 'queued' } as const;
      batch(() => conversation.send(message));
      emitter.emit('message:sent', { message });
      return id;
    },
    retry: (id) => batch(() => conversation.retry(id)),
    newConversation() {
      batch(() => conversation.renew());
    },
    requestCall() {},
    setVisible(next) {
      visible = next;
      if (!next) return;
      signals.unread.value = 0;
      conversation.wake();
    },
    setConsent(next) {
      store.setConsent(next);
      gateway?.setKept(next === 'granted');
      save();
    },
    forget() {
      batch(() => conversation.end('forgotten'));
      store.clear();
    },
    dismissNotice() {
      signals.notice.value = null;
    },
    on: emitter.on,
    destroy() {
      conversation.deactivate();
      gateway?.destroy();
      for (const stop of stops) stop?.();
      emitter.clear();
    },
  };
}
