import { useSignal } from '@preact/signals';
import type { FieldProblem } from '../../../core/index.ts';
import type { FormConsent } from '../../../protocol/form.ts';
import { useStyles } from '../adopt-styles.ts';
import { useChat } from '../chat-context.ts';
import { LiveText } from '../LiveText.tsx';
import { useTranslator } from '../panel-model.ts';
import { ConsentBox } from './ConsentBox.tsx';
import { formStyleSheet } from './form-styles.ts';

/** Asks for the consent again, because its text has changed since the queued lead was submitted. */
export function ConsentAgain({ consent }: { consent: FormConsent }) {
  const chat = useChat();
  const { t } = useTranslator();
  const isGiven = useSignal(false);
  const locale = useSignal('');
  const problem = useSignal<FieldProblem | undefined>(undefined);
  useStyles(formStyleSheet);

  const send = () => {
    problem.value = consent.required && !isGiven.value ? { code: 'required' } : undefined;
    if (problem.value === undefined) chat.resendLead({ granted: isGiven.value, locale: locale.value });
  };
  return (
    <section class="form resend" aria-label={t('consentAgain')}>
      <LiveText text={t('consentAgain')} />
      <ConsentBox
        consent={consent}
        isGiven={isGiven.value}
        problem={problem.value}
        onChange={(given, shownLocale) => {
          isGiven.value = given;
          locale.value = shownLocale;
          problem.value = undefined;
        }}
      />
      <div class="actions">
        <button type="button" class="main" onClick={send}>
          {t('sendDetails')}
        </button>
        <button type="button" class="quiet" onClick={() => chat.dropLead()}>
          {t('dontSendDetails')}
        </button>
      </div>
    </section>
  );
}
