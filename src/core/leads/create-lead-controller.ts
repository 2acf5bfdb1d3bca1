import { batch } from '@preact/signals-core';
import { defaultFields, type LeadRequest, withPhone } from '../../protocol/index.ts';
import type { CreateLeadController, LeadController, LeadControllerDeps } from '../conversation/lead-controller.ts';
import { isUnderWay } from './active-call.ts';
import { createLeadForm } from './lead-form.ts';
import type { LeadGateway, LeadOutcome, SettledLead } from './lead-gateway.ts';
import type { KeptCall } from './persisted-call.ts';

type Callbacks = typeof import('./callback.ts');

/** Asks for leads and sends them over a gateway. Most visitors ask for no call, so what follows one is loaded for those who do. */
export function createLeadController(
  gateway: LeadGateway,
  call: KeptCall,
  loadCallbacks: () => Promise<Callbacks> = () => import('./callback.ts'),
): CreateLeadController {
  return (parts) => createLeadSide(gateway, call, loadCallbacks, parts);
}

function createLeadSide(
  gateway: LeadGateway,
  call: KeptCall,
  loadCallbacks: () => Promise<Callbacks>,
  { options, signals, emitter, clock, start, run }: LeadControllerDeps,
): LeadController {
  let destroyed = false;
  let callback: ReturnType<Callbacks['createCallback']> | undefined;
  const form =
    options.leadForm === 'off'
      ? null
      : createLeadForm({
          form: options.form,
          fields: withPhone(options.fields ?? defaultFields),
          consent: options.consentText,
          defaultCountry: options.defaultCountry,
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
    withCallback(async ({ request }) => {
      if (await request(id)) emitter.emit('callback:requested', { lead: id });
    }).catch(() => {
      signals.callback.value = { status: 'failed', code: 'unreachable' };
    });
  }

  async function withCallback(use: (loaded: NonNullable<typeof callback>) => Promise<void>): Promise<void> {
    const { createCallback } = await loadCallbacks();
    if (destroyed) return;
    callback ??= createCallback(signals.callback, gateway, clock, call);
    await use(callback);
  }

  const stopListening = gateway.onSettled((outcome) => batch(() => onSettled(outcome)));
  return {
    form,
    hasQueued: gateway.hasQueued,
    flush() {
      gateway.flush();
      // When it cannot be loaded now, the next page tells how far the call is.
      if (call.load() !== null) withCallback(({ resume }) => resume()).catch(() => {});
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
      destroyed = true;
      gateway.destroy();
      callback?.stop();
      stopListening();
    },
  };
}
