import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { LeadFormState } from '../../../core/index.ts';
import { useStyles } from '../adopt-styles.ts';
import { useChat } from '../chat-context.ts';
import { focusFirstField, useFocusReturn } from '../focus.ts';
import { Icon, icons } from '../Icon.tsx';
import { usePanel, useTranslator } from '../panel-model.ts';
import { isSentWithoutForm, SignedLead } from '../SignedLead.tsx';
import { formStyleSheet } from './form-styles.ts';
import { LeadForm } from './LeadForm.tsx';
import { thanksText } from './Thanks.tsx';

/** The lead form as a part of the conversation, and the thanks that take its place. */
export function ConversationForm({ form }: { form: LeadFormState }) {
  const { status } = useChat().state.form.value;
  useStyles(formStyleSheet);
  return status === 'sent' ? <SentForm /> : <ShownForm form={form} />;
}

function ShownForm({ form }: { form: LeadFormState }) {
  const chat = useChat();
  const { isFormRequested, isOpen } = usePanel();
  const { t } = useTranslator();
  const title = useId();
  const card = useRef<HTMLElement>(null);
  const isRequested = isFormRequested.value;
  const isVisible = isOpen.value;
  useFocusReturn(card);
  // The focus moves for a visitor who asks for the form. One that is offered must not interrupt the visitor.
  useLayoutEffect(() => {
    if (!isVisible || card.current === null || !isRequested) return;
    isFormRequested.value = false;
    const log = card.current.closest('.log');
    if (log !== null) log.scrollTop = card.current.offsetTop - marginPx;
    focusFirstField(card.current);
  }, [isVisible, isRequested, isFormRequested]);
  useEffect(
    () => () => {
      isFormRequested.value = false;
    },
    [isFormRequested],
  );
  if (isRequested && isSentWithoutForm(form, chat.state.lead.value)) return <SignedLead form={form} />;
  return (
    <section class="card" ref={card} aria-labelledby={title} tabIndex={-1}>
      {/* The log announces what is added to it: only these words, and not each field. */}
      <h3 id={title}>{t('reachYou')}</h3>
      <p class="intro">{t('formIntroThanks')}</p>
      <div aria-live="off">
        <LeadForm form={form} place="chat" />
      </div>
    </section>
  );
}

const marginPx = 12;

function SentForm() {
  const chat = useChat();
  const { backAt, translator } = usePanel();
  // The banner says what happens to a lead that waits.
  if (chat.state.lead.value.status !== 'accepted') return null;
  return (
    <p class="card sent">
      <Icon path={icons.check} />
      <span>
        <b>{translator.value.t('thanks')}</b> {thanksText(chat, backAt.value, translator.value)}
      </span>
    </p>
  );
}
