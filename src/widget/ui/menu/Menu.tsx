import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Chat } from '../../../core/index.ts';
import { languages } from '../../../i18n/index.ts';
import { getNextCallOffer } from '../callback/call-offer.ts';
import { useFocusReturn } from '../focus.ts';
import { Icon, icons } from '../Icon.tsx';
import { usePanel } from '../panel-model.ts';
import { isFromVisitor } from '../visitor-event.ts';
import { downloadText, formatTranscript } from './transcript.ts';
import type { Chime } from './use-chime.ts';

type MenuProps = { isOpen: Signal<boolean>; chime: Chime };

/** The actions that visitors seldom need. */
export function Menu({ isOpen, chime }: MenuProps) {
  const { chat: currentChat, ...model } = usePanel();
  const chat = currentChat.value;
  const isConfirmingDelete = useSignal(false);
  const close = () => {
    isOpen.value = false;
  };
  if (chat === null) return null;
  if (isConfirmingDelete.value) return <DeleteConfirmation onDelete={model.forget} onClose={close} />;
  return (
    <MenuItems
      chat={chat}
      chime={chime}
      onClose={close}
      onDelete={() => {
        isConfirmingDelete.value = true;
      }}
    />
  );
}

type MenuItemsProps = { chat: Chat; chime: Chime; onClose: () => void; onDelete: () => void };

function MenuItems({ chat, chime, onClose, onDelete }: MenuItemsProps) {
  const model = usePanel();
  const translator = model.translator.value;
  const { t } = translator;
  const messages = chat.state.messages.value;
  const offer = getNextCallOffer(model.call.value, chat);
  const menu = useMenuFocus('button');
  const closeAnd = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <div class="menu" id="menu" ref={menu}>
      <Item icon={icons.plus} text={t('newConversation')} onClick={closeAnd(() => chat.newConversation())} />
      {offer?.isOpen === true && (
        <Item
          icon={icons.phone}
          text={t('callMe')}
          onClick={(event) => {
            if (isFromVisitor(event)) closeAnd(() => chat.requestCall())();
          }}
        />
      )}
      {offer !== null && (
        <Item
          icon={icons.clock}
          text={t('callLater')}
          onClick={closeAnd(() => {
            model.isPlanningCall.value = true;
          })}
        />
      )}
      {messages.length > 0 && (
        <Item
          icon={icons.save}
          text={t('download')}
          onClick={closeAnd(() => downloadText(formatTranscript(messages, translator), 'chat.txt'))}
        />
      )}
      <label>
        <Icon path={icons.sound} />
        <span>{t('sound')}</span>
        <input type="checkbox" checked={chime.isOn} onInput={(event) => chime.setOn(event.currentTarget.checked)} />
      </label>
      <label>
        <Icon path={icons.globe} />
        <span>{t('language')}</span>
        <select value={translator.language.slice(0, 2)} onInput={(event) => model.setLocale(event.currentTarget.value)}>
          {Object.entries(languages).map(([code, { name }]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Item icon={icons.trash} text={t('deleteData')} onClick={onDelete} />
    </div>
  );
}

function DeleteConfirmation({ onDelete, onClose }: { onDelete: () => void; onClose: () => void }) {
  const { t } = usePanel().translator.value;
  const menu = useMenuFocus('.cancel');
  return (
    <div class="menu" id="menu" ref={menu}>
      <p>{t('deleteDataSure')}</p>
      <div class="choice">
        <button
          type="button"
          class="danger"
          onClick={() => {
            onClose();
            onDelete();
          }}
        >
          {t('delete')}
        </button>
        <button type="button" class="cancel" onClick={onClose}>
          {t('cancel')}
        </button>
      </div>
    </div>
  );
}

type ItemProps = { icon: string; text: string; onClick: (event: MouseEvent) => void };

function Item({ icon, text, onClick }: ItemProps) {
  return (
    <button type="button" onClick={onClick}>
      <Icon path={icon} />
      {text}
    </button>
  );
}

/** Moves the focus into a menu that opens, and out of it when it closes. */
function useMenuFocus(selector: string): RefObject<HTMLDivElement | null> {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => menu.current?.querySelector<HTMLElement>(selector)?.focus(), [selector]);
  useFocusReturn(menu);
  return menu;
}
