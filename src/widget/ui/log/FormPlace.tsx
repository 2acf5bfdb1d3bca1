import { useChat } from '../chat-context.ts';
import { Loading } from '../Loading.tsx';
import { useLazy } from '../use-lazy.ts';
import { MissingPart } from './MissingPart.tsx';

/** The place of the lead form in the conversation. The form is loaded when it is shown. */
export function FormPlace() {
  const { leadForm, state } = useChat();
  const isNeeded = state.form.value.status !== 'hidden' && leadForm !== null;
  const form = useLazy(() => import('../form/index.ts'), isNeeded).value;
  if (!isNeeded) return null;
  return (
    <div class="form-place">
      {form.status === 'ready' && <form.module.ConversationForm form={leadForm} />}
      {form.status === 'loading' && <Loading />}
      {form.status === 'failed' && <MissingPart onRetry={form.retry} />}
    </div>
  );
}
