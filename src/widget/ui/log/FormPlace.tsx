import { useChat } from '../chat-context.ts';
import { Loading } from '../Loading.tsx';
import { useTranslator } from '../panel-model.ts';
import { useLazy } from '../use-lazy.ts';

/** The place of the lead form in the conversation. The form is loaded when it is shown. */
export function FormPlace() {
  const { leadForm, state } = useChat();
  const { t } = useTranslator();
  const isNeeded = state.form.value.status !== 'hidden' && leadForm !== null;
  const form = useLazy(() => import('../form/index.ts'), isNeeded).value;
  if (!isNeeded) return null;
  return (
    <div class="form-place">
      {form.status === 'ready' && <form.module.ConversationForm form={leadForm} />}
      {form.status === 'loading' && <Loading />}
      {form.status === 'failed' && (
        <p class="card">
          {t('missing')}{' '}
          <button type="button" onClick={form.retry}>
            {t('tryAgain')}
          </button>
        </p>
      )}
    </div>
  );
}
