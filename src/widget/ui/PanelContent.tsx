import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Banner } from './banner/Banner.tsx';
import { useChat } from './chat-context.ts';
import { Composer } from './composer/Composer.tsx';
import { useFocusHandover } from './focus.ts';
import { useFormParts } from './form-parts.ts';
import { Icon, icons } from './Icon.tsx';
import { Link } from './Link.tsx';
import { LiveText } from './LiveText.tsx';
import { Loading } from './Loading.tsx';
import { LogPlace } from './log/LogPlace.tsx';
import { usePanel, useTranslator } from './panel-model.ts';
import { isSentWithoutForm, SignedLead } from './SignedLead.tsx';
import { Starters } from './starters/Starters.tsx';

/** The panel below its header. */
export function PanelContent() {
  const model = usePanel();
  if (model.chat.value !== null) return <ChatContent />;
  return model.isUnavailable.value ? <Unavailable onRetry={model.retry} /> : <Loading />;
}

function ChatContent() {
  const chat = useChat();
  const phase = chat.state.phase.value;
  const lead = chat.state.lead.value;
  const form = useFormParts();
  const news = (
    <>
      <Banner>{form !== null && <form.CallbackStatus />}</Banner>
      {form !== null && lead.status === 'consent-changed' && <form.ConsentAgain consent={lead.consent} />}
    </>
  );
  // A chat that does not begin with the form starts only when the visitor opens it. It is rendered before that, so that it opens at once.
  const shownPhase = phase === 'idle' && !chat.beginsWithForm() ? 'chatting' : phase;
  switch (shownPhase) {
    case 'idle':
      return <Loading />;
    case 'asking-lead':
    case 'thanks':
      if (chat.leadForm === null || form === null) return <Loading />;
      // A form that the visitor is filling in stays, whatever the page's token says meanwhile.
      if (phase === 'asking-lead' && !chat.leadForm.isTouched.value) {
        if (chat.leadForm.visitor.value.status === 'checking') return <Loading />;
        if (isSentWithoutForm(chat.leadForm, lead)) return <SignedLead form={chat.leadForm} />;
      }
      return (
        <>
          {news}
          <Content key={phase}>
            {phase === 'thanks' ? <form.Thanks /> : <form.LeadForm form={chat.leadForm} place="front" />}
          </Content>
        </>
      );
    case 'chatting':
      return (
        <>
          {news}
          <Content key="chat">
            <LogPlace />
            <Starters />
            <Composer />
          </Content>
        </>
      );
    case 'ended':
      return (
        <>
          {news}
          <Content key="ended">
            {chat.state.messages.value.length > 0 && <LogPlace />}
            <Ended />
          </Content>
        </>
      );
    default:
      return shownPhase satisfies never;
  }
}

/** What the panel shows below the banner. Each content needs a different key, so that the focus is handed over. */
function Content({ children }: { children: ComponentChildren }) {
  const content = useRef<HTMLDivElement>(null);
  useFocusHandover(content);
  return (
    <div class="content" ref={content}>
      {children}
    </div>
  );
}

function Ended() {
  const chat = useChat();
  const { t } = useTranslator();
  const deletionCount = chat.state.deletionCount.value;
  return (
    <div class="end">
      <Icon path={icons.check} />
      {/* Its own region each time: a screen reader hears only what changes. */}
      <LiveText key={deletionCount} text={t(deletionCount > 0 ? 'dataDeleted' : 'ended')} />
      <button type="button" class="main" onClick={() => chat.newConversation()}>
        {t('newConversation')}
      </button>
      {chat.state.canUndo.value && (
        <button type="button" class="again" onClick={() => chat.undoNewConversation()}>
          {t('undo')}
        </button>
      )}
    </div>
  );
}

/** Offers to try again, and the site's contact address. */
function Unavailable({ onRetry }: { onRetry: () => void }) {
  const { translator, options } = usePanel();
  const { t } = translator.value;
  const { contact } = options.value;
  return (
    <Content key="unavailable">
      <div class="end" role="alert">
        <Icon path={icons.alert} />
        <p>{t('unavailable')}</p>
        {contact !== undefined && (
          <p>
            <Link address={contact}>{contact.replace(/^(mailto:|tel:|https:\/\/)/, '')}</Link>
          </p>
        )}
        <button type="button" class="main" onClick={onRetry}>
          {t('tryAgain')}
        </button>
      </div>
    </Content>
  );
}
