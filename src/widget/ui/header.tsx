import type { Chat } from '../../core/index.ts';
import type { Translator } from '../../i18n/index.ts';
import { Avatar } from './avatar.tsx';
import { Icon, icons } from './icon.tsx';
import type { PanelModel, ViewState } from './model.ts';

export type HeaderProps = { model: PanelModel; view: ViewState };

/** Who answers, how the connection is, the menu and the way out. */
export function Header({ model, view }: HeaderProps) {
  const translator = model.translator.value;
  const chat = model.chat.value;
  const { avatar, title = translator.t('title') } = model.options.value;
  const owner = chat?.state.owner.value;
  const name = owner?.name || title;
  const status = chat === null ? null : statusOf(chat, translator);
  return (
    <div class="head">
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
          aria-expanded={view.isMenuOpen.value}
          onClick={() => {
            view.isMenuOpen.value = !view.isMenuOpen.peek();
          }}
        >
          <Icon path={icons.more} />
        </button>
      )}
      {model.options.value.target === undefined && (
        <button type="button" class="plain close" aria-label={translator.t('close')} onClick={model.close}>
          <Icon path={icons.close} />
        </button>
      )}
    </div>
  );
}

function statusOf({ state }: Chat, translator: Translator): { tone: string; text: string } | null {
  if (state.phase.value !== 'chatting') return null;
  const connection = state.connection.value;
  switch (connection) {
    case 'open':
      return { tone: 'good', text: translator.t('online') };
    case 'offline':
      return { tone: 'bad', text: translator.t('offline') };
    case 'waiting':
      return { tone: 'bad', text: translator.t('reconnecting') };
    case 'connecting':
      return { tone: '', text: translator.t('connecting') };
    case 'idle':
    case 'closed':
      return null;
    default:
      return connection satisfies never;
  }
}
