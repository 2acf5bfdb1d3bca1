import type { ComponentChildren } from 'preact';
import type { Chat } from '../../../core/index.ts';
import type { Translator } from '../../../i18n/index.ts';
import { textIn } from '../../../protocol/locale.ts';
import { Avatar } from '../Avatar.tsx';
import { Icon, icons } from '../Icon.tsx';
import { type PanelModel, usePanel } from '../panel-model.ts';
import { formatOpening } from './format-opening.ts';

type HeaderProps = {
  /** The menu. */
  children: ComponentChildren;
  /** Whether the panel covers the launcher, so that only this header can close the chat. */
  coversScreen: boolean;
  /** Whether the visitor can make the panel larger or smaller. */
  isResizable: boolean;
};

/** Shows who answers and for which site, the connection's state, the menu, and the button that closes the chat. */
export function Header({ children, coversScreen, isResizable }: HeaderProps) {
  const model = usePanel();
  const translator = model.translator.value;
  const chat = model.chat.value;
  const { avatar } = model.options.value;
  const owner = chat?.state.owner.value;
  const title = translator.t('title');
  const name = owner?.name || title;
  const { tone, text } = describeStatus(chat, backText(model, translator), translator);
  return (
    <div class="head" part="header">
      <span class={`presence ${tone}`}>
        <Avatar name={name} url={owner?.avatarUrl ?? avatar} />
      </span>
      <div class="who">
        {/* Two lines, unless the window is narrow. What does not fit is in the tooltip. */}
        <h2 title={name}>
          <bdi>{name}</bdi>
        </h2>
        <p>
          {text !== null && <span>{text}</span>}
          {text !== null && name !== title && ' · '}
          {name !== title && <bdi title={title}>{title}</bdi>}
        </p>
      </div>
      {children}
      {isResizable && <SizeButton />}
      {!model.isInline.value && (
        <button
          type="button"
          class="plain close"
          aria-label={translator.t(coversScreen ? 'closeChat' : 'close')}
          onClick={model.close}
        >
          <Icon path={icons.close} />
        </button>
      )}
    </div>
  );
}

function SizeButton() {
  const { isLarge, setLarge, translator } = usePanel();
  const action = isLarge.value ? 'smaller' : 'larger';
  return (
    <button
      type="button"
      class="plain"
      aria-label={translator.value.t(action === 'larger' ? 'makeLarger' : 'makeSmaller')}
      onClick={() => setLarge(action === 'larger')}
    >
      <Icon path={icons[action]} />
    </button>
  );
}

type Status = { tone: 'good' | 'bad' | ''; text: string | null };

/** Describes the connection's state. While it is lost, the banner says so, and the header shows only when the site is back. */
function describeStatus(chat: Chat | null, back: string | null, { t }: Translator): Status {
  if (chat?.state.phase.value !== 'chatting') return { tone: '', text: back };
  const connection = chat.state.connection.value;
  switch (connection) {
    case 'open':
      return back === null ? { tone: 'good', text: t('online') } : { tone: '', text: back };
    case 'offline':
    case 'waiting':
      return { tone: 'bad', text: back };
    case 'connecting':
      return { tone: '', text: t('connecting') };
    case 'idle':
    case 'closed':
      return { tone: '', text: back };
    default:
      return connection satisfies never;
  }
}

function backText({ backAt, closedText }: PanelModel, { locale, t }: Translator): string | null {
  if (backAt.value === null) return null;
  const back = t('backAt', { when: formatOpening(backAt.value, locale) });
  const reason = textIn(closedText.value, locale);
  return reason === undefined ? back : `${reason} · ${back}`;
}
