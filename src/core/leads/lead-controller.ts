import { batch } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import { defaultFields, type FormConsent, type FormField, type LeadRequest, withPhone } from '../../protocol/index.ts';
import type { ConversationSignals } from '../conversation/conversation-signals.ts';
import type { CallReference, LeadReference, LeadSession } from '../conversation/conversation-state.ts';
import type { Emitter } from '../conversation/emitter.ts';
import type { ChatEvents } from '../conversation/events.ts';
import type { Consent, StorageArea } from '../conversation/session-store.ts';
import type { Command } from '../conversation/tab-message.ts';
import { createCallback } from './callback.ts';
import { createLeadForm } from './lead-form.ts';
import type { LeadGateway, LeadOutcome, SettledLead } from './lead-gateway.ts';
import type { LeadSignals } from './lead-signals.ts';

export type LeadOptions = {
  flowId: string;
  /** Which of the proxy's forms. */
  form: string;
  /** Undefined: phone, first name, last name, email. */
  fields: readonly FormField[] | undefined;
  consentText: FormConsent | null;
  defaultCountry: string | undefined;
  /** `off`: only leads of earlier pages are sent. */
  leadForm: 'required' | 'optional' | 'off';
  /** What follows a lead. It is asked each time, because it may depend on opening hours. */
  afterLead: () => 'chat' | 'thanks';
  consent: Consent;
};

export type LeadControllerDeps = {
  gateway: LeadGateway;
  signals: LeadSignals & Pick<ConversationSignals, 'notice' | 'messages' | 'phase'>;
  emitter: Emitter<ChatEvents>;
  clock: Clock;
  storage: StorageArea | undefined;
  /** Starts the chat: a lead may be submitted before. */
  start(): void;
  run(command: Command): void;
  /** The lead of the conversation. */
  currentLead(): LeadReference | null;
  /** Shows a call in the other tabs too. */
  broadcastCall(call: CallReference): void;
};

export type LeadController = ReturnType<typeof createLeadController>;

/** Asks for a lead, sends it over the gateway, and begins the conversation with its data. */
export function createLeadController(options: LeadOptions, deps: LeadControllerDeps) {
  const { gateway, signals, emitter, clock, start, run } = deps;
  const callback = createCallback({
    flowId: options.flowId,
    state: signals.callback,
    gateway,
    clock,
    storage: deps.storage,
    isPersistent: options.consent === 'granted',
    onChanged: deps.broadcastCall,
  });
  const form =
    options.leadForm === 'off'
      ? null
      : createLeadForm({
          form: options.form,
          fields: withPhone(options.fields ?? defaultFields),
          consent: options.consentText,
          defaultCountry: options.defaultCountry,
          clock,
          send: submit,
        });

  async function submit(request: LeadRequest): Promise<LeadOutcome> {
    start();
    signals.lead.value = { status: 'sending' };
    emitter.emit('lead:submit', { form: request.form, callback: request.callback === true });
    // The call is requested once the lead is stored: one that waits in a browser would ring when nobody expects it.
    const { callback: wantsCall = false, ...lead } = request;
    const chat = options.afterLead() === 'chat';
    const outcome = await gateway.submit({ ...lead, chat });
    batch(() => onOutcome(outcome, { chat, wantsCall }));
    return outcome;
  }

  function onOutcome(outcome: LeadOutcome, { chat, wantsCall }: { chat: boolean; wantsCall: boolean }): void {
    switch (outcome.status) {
      case 'accepted':
        onAccepted(outcome.lead);
        if (chat && outcome.session === null) signals.notice.value = 'anonymous-fallback';
        if (chat) begin(outcome.session, outcome.lead);
        else thank(outcome.lead);
        if (wantsCall && outcome.lead !== null) void requestCall(outcome.lead);
        return;
      case 'queued':
        signals.lead.value = outcome;
        if (wantsCall) signals.callback.value = { status: 'failed', code: 'unreachable' };
        emitter.emit('lead:queued', { kept: outcome.kept });
        if (chat) begin(null, null);
        else thank(null);
        return;
      case 'refused':
        onRefused(outcome);
        return;
      default:
        outcome satisfies never;
    }
  }

  /** A queued lead is settled. Its session is of use while the visitor has said nothing yet. */
  function onSettled(outcome: SettledLead): void {
    const isThanked = signals.phase.peek() === 'thanks';
    if (outcome.status === 'refused') {
      onRefused(outcome);
      if (!isThanked) return;
      // Without a chat, only the form can say so.
      form?.reset();
      run({ name: 'renew', asks: true });
      return;
    }
    const { lead, session } = outcome;
    onAccepted(lead);
    if (isThanked) {
      thank(lead);
      return;
    }
    const hasWritten = signals.messages.peek().some(({ from }) => from === 'visitor');
    if (session !== null && !hasWritten) begin(session, lead);
    else run({ name: 'lead', lead: lead?.id ?? null, leadToken: lead?.token ?? null });
  }

  function begin(session: LeadSession | null, lead: LeadReference | null): void {
    const target = session?.target ?? {};
    run({
      name: 'begin',
      session: session?.id ?? null,
      target,
      lead: lead?.id ?? null,
      leadToken: lead?.token ?? null,
    });
  }

  function thank(lead: LeadReference | null): void {
    run({ name: 'thank', lead: lead?.id ?? null, leadToken: lead?.token ?? null });
  }

  function onAccepted(lead: LeadReference | null): void {
    const id = lead?.id ?? null;
    signals.lead.value = { status: 'accepted', lead: id };
    emitter.emit('lead:accepted', { lead: id });
  }

  function onRefused({ code, message, issues }: Extract<LeadOutcome, { status: 'refused' }>): void {
    signals.lead.value = { status: 'refused', code, message, issues };
    emitter.emit('lead:failed', { code, message });
  }

  async function requestCall(lead: LeadReference, at?: number): Promise<void> {
    if (await callback.request(lead, at)) emitter.emit('callback:requested', { lead: lead.id });
  }

  const stopListening = gateway.onSettled((outcome) => batch(() => onSettled(outcome)));
  return {
    /** Null when no lead is asked for. */
    form,
    /** A new session for a stored lead; null when none can be had. */
    openSession: gateway.openSession,
    /** Whether a lead waits in this browser. */
    hasQueued: gateway.hasQueued,
    /** Continues with what earlier pages left: leads to be sent, and a call-back to be followed. */
    flush(): void {
      gateway.flush();
      void callback.resume();
    },
    requestCall(at?: number): void {
      const lead = deps.currentLead();
      if (lead !== null) void requestCall(lead, at);
    },
    cancelCall(): void {
      void callback.cancel();
    },
    adoptCall(call: CallReference): void {
      void callback.adopt(call);
    },
    setPersistent(isPersistent: boolean): void {
      gateway.setPersistent(isPersistent);
      callback.setPersistent(isPersistent);
    },
    /** Drops the waiting leads, and the call-back that is followed. */
    forget(): void {
      gateway.forget();
      callback.forget();
    },
    destroy(): void {
      gateway.destroy();
      callback.stop();
      stopListening();
    },
  };
}
