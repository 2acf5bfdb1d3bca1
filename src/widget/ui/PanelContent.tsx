import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Chat } from '../../core/index.ts';
import { Banner } from './banner/Banner.tsx';
import { Composer } from './composer/Composer.tsx';
import { useFocusHandover } from './focus.ts';
import { Icon, icons } from './Icon.tsx';
import { Link } from './Link.tsx';
import { Log } from './log/Log.tsx';
import { usePanel } from './panel-model.ts';
import { Starters } from './starters/Starters.tsx';
import { useLazy } from './use-lazy.ts';

/** The panel below its header. */
export function PanelContent() {
  const model = usePanel();
  const chat = model.chat.value;
  if (chat !== null) return <ChatContent chat={chat} />;
  return model.isUnavailable.value ? <Unavailable onRetry={model.retry} /> : <Loading />;
}

function ChatContent({ chat }: { chat: Chat }) {
  const phase = chat.state.phase.value;
  const form = useLazy(() => import('./form/LeadForm.tsx'), phase === 'asking-lead' || phase === 'thanks');
  switch (phase) {
    case 'idle':
      return <Loading />;
    case 'asking-lead':
    case 'thanks':
      if (form.status === 'failed') return <Unavailable onRetry={form.retry} />;
      if (form.status === 'loading' || chat.leadForm === null) return <Loading />;
      return (
        <>
          <Banner chat={chat} />
          <Content key={phase}>
            {phase === 'thanks' ? (
              <form.module.Thanks chat={chat} />
            ) : (
              <form.module.LeadForm chat={chat} form={chat.leadForm} />
            )}
          </Content>
        </>
      );
    case 'chatting':
      return (
        <>
          <Banner chat={chat} />
          <Content key="chat">
            <Log chat={chat} />
            <Starters chat={chat} />
            <Composer chat={chat} />
          </Content>
        </>
      );
    case 'ended':
      return (
        <>
          <Banner chat={chat} />
          <Content key="ended">
            {chat.state.messages.value.length > 0 && <Log chat={chat} />}
            <Ended chat={chat} />
          </Content>
        </>
      );
    default:
      return phase satisfies never;
  }
}

/** What the panel shows below the banner. Another content has another key, so that the focus is handed over. */
function Content({ children }: { children: ComponentChildren }) {
  const content = useRef<HTMLDivElement>(null);
  useFocusHandover(content);
  return (
    <div class="content" ref={content}>
      {children}
    </div>
  );
}

function Ended({ chat }: { chat: Chat }) {
  const { t } = usePanel().translator.value;
  return (
    <div class="end">
      <Icon path={icons.check} />
      <p>{t('ended')}</p>
      <button type="button" class="main" onClick={() => chat.newConversation()}>
        {t('newConversation')}
      </button>
    </div>
  );
}

/** Grey shapes in place of the content that is being loaded. */
function Loading() {
  const { t } = usePanel().translator.value;
  return (
    <div class="loading" role="status">
      <span class="hidden">{t('connecting')}</span>
      <i />
      <i />
      <i />
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
