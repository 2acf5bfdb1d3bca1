import type { Signal } from '@preact/signals';
import type { Chat } from '../../../core/index.ts';
import type { Translator } from '../../../i18n/index.ts';
import { Avatar } from '../Avatar.tsx';
import { Icon, icons } from '../Icon.tsx';
import { isInline, usePanel } from '../panel-model.ts';

/** Who answers, the state of the connection, and the buttons for menu and closing. */
export function Header({ isMenuOpen }: { isMenuOpen: Signal<boolean> }) {
  const model = usePanel();
  const translator = model.translator.value;
  const chat = model.chat.value;
  const { avatar, title = translator.t('title') } = model.options.value;
  const owner = chat?.state.owner.value;
  const name = owner?.name || title;
  const status = chat === null ? null : connectionStatus(chat, translator);
  return (
    <div class="head" part="header">
      <span class={`presence ${status?.tone ?? ''}`}>
        <Avatar name={name} url={owner?.avatarUrl ?? avatar} />
      </span>
      <div class="who">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        {status !== null && <p>{status.text}</p>}
      </div>
      {chat !== null && (
        <button
          type="button"
          class="plain"
          aria-label={translator.t('menu')}
          aria-controls="menu"
          aria-expanded={isMenuOpen.value}
          onClick={() => {
            isMenuOpen.value = !isMenuOpen.peek();
          }}
        >
          <Icon path={icons.more} />
        </button>
      )}
      {!isInline(model) && (
        <button type="button" class="plain close" aria-label={translator.t('close')} onClick={model.close}>
          <Icon path={icons.close} />
        </button>
      )}
    </div>
  );
}

type Status = { tone: 'good' | 'bad' | ''; text: string };

function connectionStatus({ state }: Chat, { t }: Translator): Status | null {
  if (state.phase.value !== 'chatting') return null;
  const connection = state.connection.value;
  switch (connection) {
    case 'open':
      return { tone: 'good', text: t('online') };
    case 'offline':
      return { tone: 'bad', text: t('offline') };
    case 'waiting':
      return { tone: 'bad', text: t('reconnecting') };
    case 'connecting':
      return { tone: '', text: t('connecting') };
    case 'idle':
    case 'closed':
      return null;
    default:
      return connection satisfies never;
  }
}
