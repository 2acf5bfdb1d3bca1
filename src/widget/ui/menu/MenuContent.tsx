import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { languageNames } from '../../../i18n/index.ts';
import { languageOf } from '../../../protocol/locale.ts';
import { CallButton } from '../callback/CallButton.tsx';
import { useNextCallOffer } from '../callback/call-offer.ts';
import { useChat } from '../chat-context.ts';
import { useCopy } from '../copy/CopyButton.tsx';
import { usePanelFocus } from '../focus.ts';
import { Icon, icons } from '../Icon.tsx';
import { usePanel, useTranslator } from '../panel-model.ts';
import { isFromVisitor } from '../visitor-event.ts';
import { downloadTranscript, formatTranscript } from './transcript.ts';
import type { Chime } from './use-chime.ts';

type MenuContentProps = { chime: Chime; isFocusFree: () => boolean; onClose: () => void };

/** The actions that visitors seldom need. */
export function MenuContent({ chime, isFocusFree, onClose }: MenuContentProps) {
  const { forget } = usePanel();
  const focusPanel = usePanelFocus();
  const isConfirmingDelete = useSignal(false);
  /** The menu closes, and the focus moves on. */
  const leave = () => {
    focusPanel();
    onClose();
  };
  const closeAnd = (action: () => void) => () => {
    leave();
    action();
  };
  return isConfirmingDelete.value ? (
    <DeleteConfirmation onDelete={closeAnd(forget)} onCancel={leave} />
  ) : (
    <MenuItems
      chime={chime}
      isFocusFree={isFocusFree}
      closeAnd={closeAnd}
      onDelete={() => {
        isConfirmingDelete.value = true;
      }}
    />
  );
}

type MenuItemsProps = Pick<MenuContentProps, 'chime' | 'isFocusFree'> & {
  closeAnd: (action: () => void) => () => void;
  onDelete: () => void;
};

function MenuItems({ chime, isFocusFree, closeAnd, onDelete }: MenuItemsProps) {
  const chat = useChat();
  const { options, setLocale, setPlanningCall, setWantedRating, showForm } = usePanel();
  const isRated = options.value.rating !== 'off';
  const translator = useTranslator();
  const { t } = translator;
  const messages = chat.state.messages.value;
  const offer = useNextCallOffer();
  const first = useFocusOnMount<HTMLButtonElement>(isFocusFree);
  const { copy } = useCopy();
  /** Copying by keyboard: the button of a message is for those who point at it. */
  const copyTranscript = async () => copy(await formatTranscript(messages, translator), null);
  return (
    <>
      <button type="button" ref={first} onClick={closeAnd(() => chat.newConversation({ asksRating: isRated }))}>
        <Icon path={icons.plus} />
        {t('newConversation')}
      </button>
      {chat.state.phase.value === 'chatting' && messages.some(({ from }) => from === 'visitor') && (
        <button type="button" onClick={closeAnd(() => chat.endConversation({ asksRating: isRated }))}>
          <Icon path={icons.stop} />
          {t('endChat')}
        </button>
      )}
      {chat.state.canShowForm.value && (
        <button type="button" onClick={closeAnd(showForm)}>
          <Icon path={icons.contact} />
          {t('leaveNumber')}
        </button>
      )}
      {offer?.isOpen === true && (
        <CallButton
          type="button"
          onClick={(event) => {
            if (isFromVisitor(event)) closeAnd(() => chat.requestCall())();
          }}
        >
          <Icon path={icons.phone} />
          {t('callMe')}
        </CallButton>
      )}
      {offer !== null && (
        <button type="button" onClick={closeAnd(() => setPlanningCall(true))}>
          <Icon path={icons.clock} />
          {t('callLater')}
        </button>
      )}
      {isRated && chat.state.canRate.value && (
        <button
          type="button"
          onClick={closeAnd(() => {
            chat.askRating();
            setWantedRating(chat.state.rating.peek()?.key ?? null);
          })}
        >
          <Icon path={icons.star} />
          {t('rateChat')}
        </button>
      )}
      {messages.length > 0 && (
        <>
          <button type="button" onClick={closeAnd(() => void copyTranscript())}>
            <Icon path={icons.copy} />
            {t('copyTranscript')}
          </button>
          <button type="button" onClick={closeAnd(() => void downloadTranscript(messages, translator))}>
            <Icon path={icons.save} />
            {t('download')}
          </button>
        </>
      )}
      <label>
        <Icon path={icons.sound} />
        <span>{t('sound')}</span>
        <input type="checkbox" checked={chime.isOn} onInput={(event) => chime.setOn(event.currentTarget.checked)} />
      </label>
      <label>
        <Icon path={icons.globe} />
        <span>{t('language')}</span>
        <select value={languageOf(translator.language)} onInput={(event) => setLocale(event.currentTarget.value)}>
          {Object.entries(languageNames).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={onDelete}>
        <Icon path={icons.trash} />
        {t('deleteData')}
      </button>
    </>
  );
}

function DeleteConfirmation({ onDelete, onCancel }: { onDelete: () => void; onCancel: () => void }) {
  const { t } = useTranslator();
  const cancel = useFocusOnMount<HTMLButtonElement>();
  // Read with the button that gets the focus: "Cancel" alone says nothing.
  const question = useId();
  return (
    <>
      <p id={question}>{t('deleteDataSure')}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a box of its own */}
      <div class="choice" role="group" aria-labelledby={question}>
        <button type="button" class="danger" onClick={onDelete}>
          {t('delete')}
        </button>
        <button type="button" class="cancel" ref={cancel} onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </>
  );
}

function useFocusOnMount<Target extends HTMLElement>(isFocusFree = () => true): RefObject<Target | null> {
  const target = useRef<Target>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    if (isFocusFree()) target.current?.focus();
  }, []);
  return target;
}
