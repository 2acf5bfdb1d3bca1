import { useRef } from 'preact/hooks';
import type { ChatMessage } from '../../../core/index.ts';
import { Avatar } from '../Avatar.tsx';
import { MessageId, useChat } from '../chat-context.ts';
import { CopyButton, useIsCopyTarget } from '../copy/CopyButton.tsx';
import { hasMarkdown } from '../markdown/use-formatter.ts';
import { usePanel, useTranslator } from '../panel-model.ts';
import { useLog } from './log-context.ts';

export type MessageProps = {
  message: ChatMessage;
  /** Whether it is the first message of its day. */
  opensDay: boolean;
  /** Whether it is the last message of its group, which carries the avatar and the time. */
  closesGroup: boolean;
  /** Whether it may be new. Sets a class, because with `:nth-last-child()` each new message would restyle the others. */
  isNewest: boolean;
};

export function Message({ message, opensDay, closesGroup, isNewest }: MessageProps) {
  const { options, translator } = usePanel();
  const { dates } = useLog();
  const isCopyTarget = useIsCopyTarget(message.id);
  const { avatar } = options.value;
  const { from, author, delivery, text } = message;
  const { t } = translator.value;
  const name = author?.name ?? t('title');
  return (
    <div
      class={`row ${from} ${isNewest ? 'newest' : ''} ${closesGroup ? 'last' : ''} ${delivery ?? ''}`}
      data-copy={message.id}
    >
      {opensDay && <p class="day">{dates.value.day(message.at)}</p>}
      {from === 'agent' && closesGroup && <Avatar name={name} url={author?.avatarUrl ?? avatar} class="small" />}
      {/* Read before each message. To be seen, the name stands once below its group. */}
      <span class="hidden">{`${from === 'agent' ? name : t('you')}: `}</span>
      <div class="bubble" part={`message message-${from}`}>
        {/* Not the bubble: its margin and its corners depend on the sender, not on the language of the text. */}
        {hasMarkdown(message) ? (
          <FormattedText message={message} />
        ) : (
          <div class="text" dir="auto">
            {text}
          </div>
        )}
      </div>
      {isCopyTarget && <CopyMessage message={message} />}
      <Meta message={message} name={name} hasTime={closesGroup} />
    </div>
  );
}

/** What was shown as it is written, because the formatter is late, was announced then. The formatted text replaces it in silence. */
function FormattedText({ message: { id, text } }: { message: ChatMessage }) {
  const formatter = useLog().formatter.value;
  const wasShown = useRef(false);
  if (formatter.status !== 'ready') wasShown.current = true;
  return (
    <div class="text" dir="auto" aria-live={formatter.status === 'ready' && wasShown.current ? 'off' : undefined}>
      {formatter.status === 'ready' ? (
        <MessageId.Provider value={id}>
          <formatter.module.RichText text={text} />
        </MessageId.Provider>
      ) : (
        text
      )}
    </div>
  );
}

function CopyMessage({ message }: { message: ChatMessage }) {
  const { id, text } = message;
  const formatter = useLog().formatter.value;
  if (!hasMarkdown(message) || formatter.status !== 'ready') {
    return <CopyButton target={id} kind="message" text={text} />;
  }
  const { plainText, withButtonWords, withoutButtons } = formatter.module;
  const words = withButtonWords(text);
  // A name that repeats the names of the buttons beside it would confuse.
  const excerpt = plainText(withoutButtons(text)).trim() || plainText(words);
  return <CopyButton target={id} kind="message" text={words} excerpt={excerpt} />;
}

type MetaProps = { message: ChatMessage; name: string; hasTime: boolean };

function Meta({ message, name, hasTime }: MetaProps) {
  const chat = useChat();
  const { dates } = useLog();
  const { t } = useTranslator();
  if (message.delivery === 'not-delivered') {
    return (
      <p class="meta failed">
        {t('notDelivered')} ·{' '}
        <button type="button" onClick={() => chat.retry(message.id)}>
          {t('tryAgain')}
        </button>
      </p>
    );
  }
  if (!hasTime) return null;
  if (message.delivery === 'queued') return <p class="meta">{t('queued')}</p>;
  const time = dates.value.time(message.at);
  return (
    <p class="meta">
      {message.from === 'agent' && (
        <span aria-hidden="true">
          <bdi>{name}</bdi> ·{' '}
        </span>
      )}
      {time}
    </p>
  );
}
