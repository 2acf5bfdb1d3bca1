import { computed } from '@preact/signals-core';
import type { UserToken } from '../../options/index.ts';
import { defaultFields, type FormField, withPhone } from '../../protocol/form.ts';
import { orderBySteps } from '../../protocol/form-steps.ts';
import { promisesSuccess } from '../connection/page-lifecycle.ts';
import type { ChatContext, ChatOptions } from '../effects/chat-context.ts';
import { leadsArea } from '../effects/storage-areas.ts';
import type { ChatState } from '../state/chat-state.ts';
import { toLeadState } from '../state/lead.ts';
import { createCallRequests } from './call-requests.ts';
import { createHooksGateway } from './hooks-gateway.ts';
import { createLeadForm } from './lead-form.ts';
import type { FieldProblem } from './lead-form-state.ts';
import type { LeadGateway } from './lead-gateway.ts';
import { createLeadRequests } from './lead-requests.ts';
import { offerForm } from './offer-form.ts';
import { createProxyGateway, type GatewayDeps } from './proxy-gateway.ts';
import { createSignedVisitor } from './signed-visitor.ts';

// One import() loads everything about leads, so this file exports their reducer too.
export { reduceCall } from './reduce-call.ts';

export type Leads = ReturnType<typeof createLeads>;

/** Creates everything about a chat's leads: form, requests and call-back. The widget loads this code only for a chat with leads. */
export function createLeads(context: ChatContext, gateway: LeadGateway) {
  const { store, options, clock, emit } = context;
  const calls = createCallRequests(context, gateway);
  const leads = createLeadRequests(context, gateway, (lead) => void calls.request(lead));
  const form =
    options.leadForm === 'off'
      ? null
      : createLeadForm({
          ...context,
          ...options,
          outcome: computed(() => outcomeOf(store.state.value)),
          fields: orderBySteps(formFields(options.fields), options.steps ?? []),
          loadConsent: () => gateway.loadConsent(options.form),
          // The signed visitor fills this form, so it is created after it.
          renewToken: (): Promise<void> | undefined => signedVisitor?.renew(),
          draft: computed(() => store.state.value.conversation.draft),
          edit: (draft) => store.dispatch({ ...draft, type: 'form-edited' }),
          send: leads.submit,
          onHiddenProblem: reportHidden,
          onFailed: (fields) => emit('form:problem', { form: options.form, fields }),
        });
  const signedVisitor =
    form && createSignedVisitor({ formName: options.form, form, gateway, clock, onProblem: reportToken });

  function reportToken(message: string): void {
    emit('error', { code: 'bad-user-token', message });
  }

  /** Only the page sets hidden fields, so only its developers can correct them. */
  function reportHidden(name: string, problem: FieldProblem): void {
    const reason = problem.code === 'refused' ? problem.message : problem.code;
    const message = `the form cannot be sent: the hidden field \`${name}\` is refused (${reason}); change the value that the page or the configuration gives it`;
    emit('error', { code: 'bad-field', message });
  }

  const unsubscribe = store.subscribe(({ before, after, event, isOwn }) => {
    if (event.type === 'forgotten') {
      // Before the page is told of it, because what the page then sets is about the next person.
      void signedVisitor?.setUserToken(undefined);
      form?.clear();
      return;
    }
    const { phase } = before.conversation;
    const asksAgain = after.conversation.phase === 'asking-lead' && phase !== 'asking-lead' && phase !== 'idle';
    const isShown = after.conversation.form.status === 'shown' && before.conversation.form.status !== 'shown';
    if (asksAgain || isShown || (isOwn && event.type === 'new-conversation-started')) form?.reset();
  });

  const { askAfter } = options;
  const stopOffering = form && askAfter ? offerForm(context, askAfter) : () => {};

  return {
    /** Null if the chat does not ask for a lead. */
    form,
    hasQueued: gateway.hasQueued,
    openSession: gateway.openSession,
    /** Sets what identifies the visitor; undefined if nobody is signed in. */
    setUserToken(userToken: UserToken | undefined): void {
      void signedVisitor?.setUserToken(userToken);
    },
    resend: leads.resend,
    drop: leads.drop,
    requestCall(at?: number): void {
      const { lead } = store.state.peek().conversation;
      if (lead !== null) void calls.request(lead, at);
    },
    cancelCall(): void {
      void calls.cancel();
    },
    dispose(): void {
      stopOffering();
      unsubscribe();
      signedVisitor?.dispose();
      form?.dispose();
      calls.dispose();
      leads.dispose();
    },
  };
}

/** What has come of the lead as far as its form is concerned, which may be asked for again. */
function outcomeOf({ conversation: { phase, form, lead }, leadProgress }: ChatState): 'queued' | 'accepted' | null {
  if (phase === 'asking-lead' || form.status === 'shown') return null;
  const { status } = toLeadState(leadProgress, lead?.id ?? null, undefined);
  return status === 'queued' || status === 'accepted' ? status : null;
}

function formFields(fields: ChatOptions['fields']): FormField[] {
  return withPhone(fields ?? defaultFields);
}

/** Where leads are sent to: the proxy, or the service itself. */
export type LeadTarget = { proxyUrl: string } | { hooksUrl: string };

/** Creates the requests about leads. */
export function createGateway(
  target: LeadTarget,
  context: ChatContext,
  { fetch, random }: Pick<GatewayDeps, 'fetch' | 'random'>,
): LeadGateway {
  const { flowId, fields } = context.options;
  const gatewayDeps = {
    ...{ ...context, fetch, random },
    area: () => leadsArea(context.storages, context.store.state.peek()),
    onWake: (listener: () => void) =>
      context.pageLifecycle.listen((event) => {
        if (promisesSuccess(event)) listener();
      }),
  };
  if ('proxyUrl' in target) return createProxyGateway(target.proxyUrl, gatewayDeps);
  return createHooksGateway(target.hooksUrl, { flowId, fields: formFields(fields) }, gatewayDeps);
}
