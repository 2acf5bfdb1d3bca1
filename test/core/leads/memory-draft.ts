import { type Signal, signal } from '@preact/signals-core';
import type { LeadFormDeps } from '../../../src/core/leads/lead-form.ts';
import { type FormDraft, noDraft } from '../../../src/core/state/conversation.ts';

/** What a form gets from the chat's state, kept in memory. The test may replace the draft, as another tab would. */
export function memoryDraft(): Pick<LeadFormDeps, 'edit'> & { draft: Signal<FormDraft> } {
  const draft = signal(noDraft);
  return {
    draft,
    edit: ({ values, ...changes }) => {
      draft.value = { ...draft.peek(), ...changes, values: { ...draft.peek().values, ...values } };
    },
  };
}
