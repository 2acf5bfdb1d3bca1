import { useEffect } from 'preact/hooks';
import type { LeadFormState, LeadState } from '../../core/index.ts';
import { Loading } from './Loading.tsx';
import { usePanel } from './panel-model.ts';

/** Sends the lead when the visitor sees the chat, without the form: the signed token contains everything that is required. */
export function SignedLead({ form }: { form: LeadFormState }) {
  const model = usePanel();
  const isOpen = model.isOpen.value;
  useEffect(() => {
    if (isOpen) void form.submit({ ...model.leadOrigin(), website: '' });
  }, [form, isOpen, model]);
  return <Loading />;
}

/** Only the first lead is sent without the form. A refused one, or another one, is shown in the form. */
export function isSentWithoutForm({ isCovered }: LeadFormState, { status }: LeadState): boolean {
  return isCovered.value && (status === 'none' || status === 'sending');
}
