import { batch } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import { defaultFields, type FormConsent, type FormField, type LeadRequest, withPhone } from '../../protocol/index.ts';
import type { ConversationSignals } from '../conversation/conversation-signals.ts';
import type { CallReference, LeadReference } from '../conversation/conversation-state.ts';
import type { Emitter } from '../conversation/emitter.ts';
import type { ChatEvents } from '../conversation/events.ts';
import type { StorageArea } from '../conversation/json-storage.ts';
import type { Consent } from '../conversation/session-store.ts';
import type { Command } from '../conversation/tab-message.ts';
import { createCallback } from './callback.ts';
import { createLeadForm } from './lead-form.ts';
import type { LeadGateway, LeadOutcome, OutdatedLead, SettledLead } from './lead-gateway.ts';
import { createLeadOutcomes } from './lead-outcomes.ts';
import type { LeadSignals } from './lead-signals.ts';
import { createOutdatedLeads } from './outdated-leads.ts';
import { createSignedVisitor } from './signed-visitor.ts';

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
  const { gateway, signals, emitter, clock, start } = deps;
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
  const outcomes = createLeadOutcomes({
    signals,
    emitter,
    run: deps.run,
    requestCall: (lead) => void requestCall(lead),
    onTokenProblem: reportToken,
    resetForm: () => form?.reset(),
  });
  const outdated = createOutdatedLeads({ gateway, state: signals.lead });

  function reportToken(message: string): void {
    emitter.emit('error', { code: 'bad-user-token', message });
  }

  /** A lead that was sent before forget() must not continue the visit of the next person. */
  let forgetCount = 0;

  async function submit(request: LeadRequest): Promise<LeadOutcome> {
    start();
    signals.lead.value = { status: 'sending' };
    emitter.emit('lead:submit', { form: request.form, callback: request.callback === true });
    // The call is requested once the lead is stored: one that waits in a browser would ring when nobody expects it.
    const { callback: wantsCall = false, ...lead } = request;
    const chat = options.afterLead() === 'chat';
    const startCount = forgetCount;
    const outcome = await gateway.submit({ ...lead, chat });
    if (forgetCount !== startCount) return outcome;
    batch(() => outcomes.onSubmitted(outcome, { chat, wantsCall }));
    return outcome;
  }

  function onSettled(outcome: SettledLead | OutdatedLead): void {
    if (outcome.status === 'consent-changed') outdated.add(outcome);
    else outcomes.onSettled(outcome);
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
    resend: outdated.answer,
    /** Removes a waiting lead whose visitor does not agree to the current consent. */
    drop(): void {
      if (!outdated.drop()) return;
      const message = 'the visitor did not agree to the changed text';
      emitter.emit('lead:failed', { code: 'consent-withheld', message });
      if (signals.phase.peek() === 'thanks') outcomes.askAgain();
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
      forgetCount++;
      outdated.clear();
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
