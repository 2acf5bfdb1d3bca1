import { batch } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import {
  defaultFields,
  type FormConsent,
  type FormField,
  type Issue,
  type LeadRequest,
  withPhone,
} from '../../protocol/index.ts';
import type { ConversationSignals } from '../conversation/conversation-signals.ts';
import type { CallReference, LeadReference, LeadSession } from '../conversation/conversation-state.ts';
import type { Emitter } from '../conversation/emitter.ts';
import type { ChatEvents } from '../conversation/events.ts';
import type { Consent, StorageArea } from '../conversation/session-store.ts';
import type { Command } from '../conversation/tab-message.ts';
import { createCallback } from './callback.ts';
import { createLeadForm } from './lead-form.ts';
import type { LeadGateway, LeadOutcome, OutdatedLead, SettledLead } from './lead-gateway.ts';
import type { LeadSignals } from './lead-signals.ts';
import { createSignedVisitor, describe } from './signed-visitor.ts';

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

/** The visitor's answer to a consent that has changed. `locale`: the language of the text. */
export type ConsentAnswer = { granted: boolean; locale?: string };

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
          loadConsent: () => gateway.loadConsent(options.form),
          send: submit,
        });
  const signedVisitor =
    form && createSignedVisitor({ formName: options.form, form, gateway, clock, onProblem: reportToken });
  /** Leads that cannot be sent before the visitor has agreed to another text. The first one is being asked about. */
  const outdated: OutdatedLead[] = [];

  function reportToken(message: string): void {
    emitter.emit('error', { code: 'bad-user-token', message });
  }

  /** What the proxy has ignored of a lead that it accepted. */
  function reportIgnored(issues: readonly Issue[]): void {
    for (const issue of issues) {
      if (issue.path.startsWith('userToken')) reportToken(describe(issue));
      else emitter.emit('error', { code: 'bad-attribute', message: describe(issue) });
    }
  }

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
        onAccepted(outcome);
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
  function onSettled(outcome: SettledLead | OutdatedLead): void {
    const isThanked = signals.phase.peek() === 'thanks';
    if (outcome.status === 'refused') {
      onRefused(outcome);
      if (isThanked) askAgain();
      return;
    }
    if (outcome.status === 'consent-changed') {
      outdated.push(outcome);
      if (outdated.length === 1) void askConsentAgain(outcome);
      return;
    }
    const { lead, session } = outcome;
    onAccepted(outcome);
    if (isThanked) {
      thank(lead);
      return;
    }
    const hasWritten = signals.messages.peek().some(({ from }) => from === 'visitor');
    if (session !== null && !hasWritten) begin(session, lead);
    else run({ name: 'lead', lead: lead?.id ?? null, leadToken: lead?.token ?? null });
  }

  async function askConsentAgain({ key, form: name }: OutdatedLead): Promise<void> {
    const consent = await gateway.loadConsent(name);
    // Without the text there is nothing to ask: the lead waits for the next page.
    if (consent === undefined) return;
    if (consent === null) resend(key, undefined);
    else signals.lead.value = { status: 'consent-changed', consent };
  }

  function resend(key: string, consent: LeadRequest['consent']): void {
    const kept = gateway.resend(key, consent);
    signals.lead.value = kept === undefined ? { status: 'none' } : { status: 'queued', kept };
    askNext();
  }

  function askNext(): void {
    outdated.shift();
    const [next] = outdated;
    if (next !== undefined) void askConsentAgain(next);
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

  /** Without a chat, only the form can say that there is no lead. */
  function askAgain(): void {
    form?.reset();
    run({ name: 'renew', asks: true });
  }

  function thank(lead: LeadReference | null): void {
    run({ name: 'thank', lead: lead?.id ?? null, leadToken: lead?.token ?? null });
  }

  function onAccepted({ lead, issues = [] }: Extract<LeadOutcome, { status: 'accepted' }>): void {
    const id = lead?.id ?? null;
    reportIgnored(issues);
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
    /** Sets the token that says who the visitor is; undefined when nobody is signed in. */
    setUserToken(token: string | undefined): void {
      void signedVisitor?.setUserToken(token);
    },
    /** Sends a waiting lead with the visitor's answer about the current consent. */
    resend({ granted, locale }: ConsentAnswer): void {
      const [lead] = outdated;
      const state = signals.lead.peek();
      if (lead === undefined || state.status !== 'consent-changed') return;
      const { version, required } = state.consent;
      if (required && !granted) return;
      resend(lead.key, { granted, version, ...(locale !== undefined && { locale }) });
    },
    /** Removes a waiting lead whose visitor does not agree to the current consent. */
    drop(): void {
      const [lead] = outdated;
      if (lead === undefined || signals.lead.peek().status !== 'consent-changed') return;
      gateway.drop(lead.key);
      signals.lead.value = { status: 'none' };
      emitter.emit('lead:failed', {
        code: 'consent-withheld',
        message: 'the visitor did not agree to the changed text',
      });
      askNext();
      if (signals.phase.peek() === 'thanks') askAgain();
    },
    /** Another tab may have left a lead, or sent the one that waited. */
    followTabs(): void {
      const { status } = signals.lead.peek();
      const lead = deps.currentLead();
      if (status === 'queued' && lead !== null && !gateway.hasQueued()) {
        signals.lead.value = { status: 'accepted', lead: lead.id };
      }
      if (status === 'none' && signals.phase.peek() === 'thanks' && gateway.hasQueued()) {
        signals.lead.value = { status: 'queued', kept: 'storage' };
      }
    },
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
      outdated.length = 0;
      void signedVisitor?.setUserToken(undefined);
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
