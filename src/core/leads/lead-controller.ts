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
import type { FieldProblem } from './lead-form-model.ts';
import type { LeadGateway, LeadOutcome, OutdatedLead, SettledLead } from './lead-gateway.ts';
import { createLeadOutcomes } from './lead-outcomes.ts';
import type { LeadSignals } from './lead-signals.ts';
import { createOutdatedLeads } from './outdated-leads.ts';
import { createSignedVisitor } from './signed-visitor.ts';

export type LeadOptions = {
  flowId: string;
  /** The name of the proxy's form. */
  form: string;
  /** Undefined: phone, first name, last name, email. */
  fields: readonly FormField[] | undefined;
  consentText: FormConsent | null;
  defaultCountry: string | undefined;
  /** `off`: only leads of earlier pages are sent. */
  leadForm: 'required' | 'optional' | 'off';
  /** What follows a lead. Called each time, because it may depend on opening hours. */
  afterLead: () => 'chat' | 'thanks';
  consent: Consent;
};

export type LeadControllerDeps = {
  gateway: LeadGateway;
  signals: LeadSignals & Pick<ConversationSignals, 'notice' | 'messages' | 'phase'>;
  emitter: Emitter<ChatEvents>;
  clock: Clock;
  storage: StorageArea | undefined;
  /** Starts the chat, because a lead may be submitted before start(). */
  start(): void;
  run(command: Command): void;
  /** Returns the lead of the conversation. */
  currentLead(): LeadReference | null;
  /** Shows a call in the other tabs too. */
  broadcastCall(call: CallReference): void;
};

export type LeadController = ReturnType<typeof createLeadController>;

/** Asks for a lead, sends it through the gateway, and starts the conversation with its data. */
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
          onHiddenProblem: reportHidden,
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

  /** Only the page sets hidden fields, so only its developers can correct them. */
  function reportHidden(name: string, problem: FieldProblem): void {
    const reason = problem.code === 'refused' ? problem.message : problem.code;
    const message = `the form cannot be sent: the hidden field \`${name}\` is refused (${reason}); change the value that the page or the configuration gives it`;
    emitter.emit('error', { code: 'bad-field', message });
  }

  /** Detects a forget() while a lead is being sent: its outcome must not affect the next person's chat. */
  let forgetCount = 0;

  async function submit(request: LeadRequest): Promise<LeadOutcome> {
    start();
    signals.lead.value = { status: 'sending' };
    emitter.emit('lead:submit', { form: request.form, callback: request.callback === true });
    // The call is requested after the lead is accepted. A queued lead would place the call when nobody expects it.
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
    /** Null if the chat does not ask for a lead. */
    form,
    /** Opens a new session for a stored lead; null if it fails. */
    openSession: gateway.openSession,
    /** Sets the token that identifies the visitor; undefined if nobody is signed in. */
    setUserToken(token: string | undefined): void {
      void signedVisitor?.setUserToken(token);
    },
    /** Sends a queued lead with the visitor's answer about the current consent. */
    resend: outdated.answer,
    /** Removes a queued lead because the visitor does not agree to the current consent. */
    drop(): void {
      if (!outdated.drop()) return;
      const message = 'the visitor did not agree to the changed text';
      emitter.emit('lead:failed', { code: 'consent-withheld', message });
      if (signals.phase.peek() === 'thanks') outcomes.askAgain();
    },
    /** Updates the lead's state: another tab may have queued a lead, or sent the queued one. */
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
    /** Whether a lead is queued in this browser. */
    hasQueued: gateway.hasQueued,
    /** Continues what earlier pages left: sends queued leads, and follows a call-back. */
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
    /** Removes the queued leads, and stops following the call-back. */
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
