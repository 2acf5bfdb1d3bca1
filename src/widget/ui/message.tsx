import type { ComponentChildren } from 'preact';
import type { ChatMessage } from '../../core/index.ts';
import type { Translator } from '../../i18n/index.ts';
import { Avatar } from './avatar.tsx';
import type { Row } from './timeline.ts';
import type { Times } from './times.ts';

export type MessageProps = {
  row: Row;
  title: string;
  avatar: string | undefined;
  translator: Translator;
  times: Times;
  /** The text as nodes; agents' texts may be formatted. */
  content: ComponentChildren;
  retry: (id: string) => void;
};

export function Message({ row, title, avatar, translator, times, content, retry }: MessageProps) {
  const { message, closesGroup } = row;
  const name = message.author?.name ?? title;
  const isAgent = message.from === 'agent';
  return (
    <div class={`row ${message.from} ${closesGroup ? 'last' : ''} ${message.delivery ?? ''}`}>
      {row.opensDay && <p class="day">{times.day(message.at)}</p>}
      {isAgent && closesGroup && <Avatar name={name} url={message.author?.avatarUrl ?? avatar} class="small" />}
      <div class="bubble" dir="auto">
        {content}
      </div>
      <Meta
        message={message}
        name={name}
        translator={translator}
        times={times}
        closesGroup={closesGroup}
        retry={retry}
      />
    </div>
  );
}

type MetaProps = {
  message: ChatMessage;
  name: string;
  translator: Translator;
  times: Times;
  closesGroup: boolean;
  retry: (id: string) => void;
};

function Meta({ message, name, translator, times, closesGroup, retry }: MetaProps) {
  if (message.delivery === 'not-delivered') {
    return (
      <p class="meta failed">
        {translator.t('notDelivered')} ·{' '}
        <button type="button" onClick={() => retry(message.id)}>
          {translator.t('tryAgain')}
        </button>
      </p>
    );
  }
  if (!closesGroup) return null;
  if (message.delivery === 'queued') return <p class="meta">{translator.t('queued')}</p>;
  const time = times.time(message.at);
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
