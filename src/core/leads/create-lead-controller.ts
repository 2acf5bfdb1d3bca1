import { batch } from '@preact/signals-core';
import { defaultFields, type LeadRequest, withPhone } from '../../protocol/index.ts';
import type { CreateLeadController, LeadController, LeadControllerDeps } from '../conversation/lead-controller.ts';
import { createCallback, isUnderWay } from './callback.ts';
import { createLeadForm } from './lead-form.ts';
import type { LeadGateway, LeadOutcome, SettledLead } from './lead-gateway.ts';
import type { KeptCall } from './persisted-call.ts';

/** Asks for leads and sends them over a gateway. */
export function createLeadController(gateway: LeadGateway, call: KeptCall): CreateLeadController {
  return (deps) => controlLeads(gateway, call, deps);
}

function controlLeads(
  gateway: LeadGateway,
  call: KeptCall,
  { options, signals, emitter, clock, start, run }: LeadControllerDeps,
): LeadController {
  const callback = createCallback(signals.callback, gateway, clock, call);
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
    // The call is asked for once the lead is there: a wish that waits in a browser would ring when nobody expects it.
    const { callback: wantsCall = false, ...lead } = request;
    const outcome = await gateway.submit(lead);
    batch(() => onOutcome(outcome, wantsCall));
    return outcome;
  }

  function onOutcome(outcome: LeadOutcome, wantsCall: boolean): void {
    if (outcome.status === 'refused') {
      onRefused(outcome);
      return;
    }
    if (outcome.status === 'accepted') {
      onAccepted(outcome.lead);
      if (outcome.session === null) signals.notice.value = 'anonymous-fallback';
      run({ name: 'begin', session: outcome.session, lead: outcome.lead });
      if (wantsCall) requestCall();
      return;
    }
    signals.lead.value = outcome;
    if (wantsCall) signals.callback.value = { status: 'failed', code: 'unreachable' };
    emitter.emit('lead:queued', { kept: outcome.kept });
    run({ name: 'begin', session: null, lead: null });
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
    const saidNothing = signals.messages.peek().every(({ from }) => from !== 'visitor');
    if (outcome.session !== null && saidNothing) {
      run({ name: 'begin', session: outcome.session, lead: outcome.lead });
    } else run({ name: 'lead', lead: outcome.lead });
  }

  function requestCall(): void {
    const lead = signals.lead.peek();
    if (lead.status !== 'accepted' || lead.lead === null) return;
    const id = lead.lead;
    // One at a time.
    if (isUnderWay(signals.callback.peek())) return;
    signals.callback.value = { status: 'asking' };
    void callback.request(id).then((isRequested) => {
      if (isRequested) emitter.emit('callback:requested', { lead: id });
    });
  }

  const stopListening = gateway.onSettled((outcome) => batch(() => onSettled(outcome)));
  return {
    form,
    hasQueued: gateway.hasQueued,
    flush() {
      gateway.flush();
      void callback.resume();
    },
    openSession: gateway.openSession,
    setKept(allowed) {
      gateway.setKept(allowed);
      call.setKept(allowed);
    },
    forget() {
      gateway.forget();
      call.save(null);
    },
    requestCall,
    destroy() {
      gateway.destroy();
      callback.stop();
      stopListening();
    },
  };
}
