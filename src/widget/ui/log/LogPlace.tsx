import { useLayoutEffect, useRef } from 'preact/hooks';
import { BannerLine } from '../banner/BannerLine.tsx';
import { useChat } from '../chat-context.ts';
import { useConversationParts } from '../conversation-parts.ts';
import { icons } from '../Icon.tsx';
import { Loading } from '../Loading.tsx';
import { useTranslator } from '../panel-model.ts';
import { Greeting } from './Greeting.tsx';

/** The place of the log. Its code comes behind the first screen. */
export function LogPlace() {
  const chat = useChat();
  const parts = useConversationParts();
  // What it derives from the messages belongs to one chat, and another takes its place when options change.
  if (parts.status === 'ready') return <parts.module.Log key={chat} />;
  return (
    <>
      <div role="status">{parts.status === 'failed' && <MissingLog onRetry={parts.retry} />}</div>
      <LogToCome />
    </>
  );
}

/**
 * What the log begins with, as it will look there: the greeting, and what the visitor sends meanwhile, which a screen reader hears
 * as in any log. It hears nothing twice, because a log that appears announces nothing.
 */
function LogToCome() {
  const { t } = useTranslator();
  const messages = useChat().state.messages.value;
  const log = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each message
  useLayoutEffect(() => {
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight;
  }, [messages]);
  const isNew = messages.every(({ from }) => from === 'visitor');
  return (
    <div class="conversation">
      <div class="log" part="log" role="log" aria-label={t('conversation')} ref={log}>
        <div class="messages">
          {isNew ? <Greeting /> : <Loading />}
          {isNew &&
            messages.map(({ id, text, delivery }) => (
              <div key={id} class={`row visitor last ${delivery ?? ''}`}>
                <div class="bubble" part="message message-visitor">
                  <div class="text" dir="auto">
                    {text}
                  </div>
                </div>
                {delivery === 'queued' && <p class="meta">{t('queued')}</p>}
              </div>
            ))}
        </div>
      </div>
    </div>
  );
}

function MissingLog({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslator();
  const connection = useChat().state.connection.value;
  // Then the banner says what is wrong, and that it is tried again.
  if (connection === 'waiting' || connection === 'offline') return null;
  return (
    <BannerLine icon={icons.alert} text={t('missing')}>
      <button type="button" class="again" onClick={onRetry}>
        {t('tryAgain')}
      </button>
    </BannerLine>
  );
}
