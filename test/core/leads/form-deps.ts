import { type Signal, signal } from '@preact/signals-core';
import type { LeadFormDeps } from '../../../src/core/leads/lead-form.ts';
import { type FormDraft, noDraft } from '../../../src/core/state/conversation.ts';
import { defaultFields } from '../../../src/protocol/form.ts';
import type { LeadRequest } from '../../../src/protocol/proxy/requests.ts';
import { fakeVisitor } from './fake-visitor.ts';

/** What a form gets from its chat. Its leads are accepted, and are in `requests`. */
export function formDeps(): LeadFormDeps & MemoryDraft & ReturnType<typeof fakeVisitor> & { requests: LeadRequest[] } {
  const requests: LeadRequest[] = [];
  const outcome = signal<'accepted' | null>(null);
  return {
    outcome,
    form: 'default',
    fields: defaultFields,
    consent: null,
    defaultCountry: 'US',
    clock: { now: () => 0, after: () => () => {} },
    ...memoryDraft(),
    ...fakeVisitor(),
    loadConsent: () => Promise.resolve('unreachable'),
    renewToken: () => undefined,
    requests,
    send(request) {
      requests.push(request);
      outcome.value = 'accepted';
      return Promise.resolve({ status: 'accepted', lead: null, session: null });
    },
    onHiddenProblem: () => {},
    onFailed: () => {},
    reportError: () => {},
  };
}

export type MemoryDraft = Pick<LeadFormDeps, 'edit'> & { draft: Signal<FormDraft> };

/** What a form gets from the chat's state, kept in memory. The test may replace the draft, as another tab would. */
export function memoryDraft(): MemoryDraft {
  const draft = signal(noDraft);
  return {
    draft,
    edit: ({ values, ...changes }) => {
      draft.value = { ...draft.peek(), ...changes, values: { ...draft.peek().values, ...values } };
    },
  };
}
