import type { ComponentType } from 'preact';
import type { ChatMessage } from '../../../core/index.ts';
import { Avatar } from '../Avatar.tsx';
import { usePanel } from '../panel-model.ts';
import type { DateFormat } from './date-format.ts';

export type MessageProps = {
  message: ChatMessage;
  /** Whether it is the first message of its day. */
  opensDay: boolean;
  /** Whether it is the last message of its group, which carries the avatar and the time. */
  closesGroup: boolean;
  /** Whether it may be new. Sets a class, because with `:nth-last-child()` each new message would restyle the others. */
  isNewest: boolean;
  dates: DateFormat;
  /** The current day, if a date is shown: the message renders again at midnight, when `Today` becomes `Yesterday`. */
  today: string | undefined;
  /** Renders the text; undefined for a text without formatting. */
  RichText: ComponentType<{ text: string }> | undefined;
  onRetry: (id: string) => void;
};

export function Message({ message, opensDay, closesGroup, isNewest, dates, RichText, onRetry }: MessageProps) {
  const { options, translator } = usePanel();
  const { avatar } = options.value;
  const { from, author, delivery, text } = message;
  const name = author?.name ?? translator.value.t('title');
  return (
    <div class={`row ${from} ${isNewest ? 'newest' : ''} ${closesGroup ? 'last' : ''} ${delivery ?? ''}`}>
      {opensDay && <p class="day">{dates.day(message.at)}</p>}
      {from === 'agent' && closesGroup && <Avatar name={name} url={author?.avatarUrl ?? avatar} class="small" />}
      <div class="bubble" part={`message message-${from}`}>
        {/* Not on the bubble: its margin and its corners depend on the sender, not on the language of the text. */}
        <div class="text" dir="auto">
          {RichText === undefined ? text : <RichText text={text} />}
        </div>
      </div>
      <Meta message={message} name={name} time={closesGroup ? dates.time(message.at) : undefined} onRetry={onRetry} />
    </div>
  );
}

type MetaProps = { message: ChatMessage; name: string; time: string | undefined; onRetry: (id: string) => void };

function Meta({ message, name, time, onRetry }: MetaProps) {
  const { t } = usePanel().translator.value;
  if (message.delivery === 'not-delivered') {
    return (
      <p class="meta failed">
        {t('notDelivered')} ·{' '}
        <button type="button" onClick={() => onRetry(message.id)}>
          {t('tryAgain')}
        </button>
      </p>
    );
  }
  if (time === undefined) return null;
  if (message.delivery === 'queued') return <p class="meta">{t('queued')}</p>;
  return (
    <p class="meta">
      {message.from === 'agent' ? (
        <>
          <bdi>{name}</bdi> · {time}
        </>
      ) : (
        time
      )}
    </p>
  );
}
