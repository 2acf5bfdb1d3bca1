import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { languageNames } from '../../../i18n/index.ts';
import { languageOf } from '../../../protocol/index.ts';
import { useNextCallOffer } from '../callback/call-offer.ts';
import { useChat } from '../chat-context.ts';
import { useCopy } from '../copy/CopyButton.tsx';
import { hasFocus, usePanelFocus } from '../focus.ts';
import { Icon, icons } from '../Icon.tsx';
import { usePanel, useTranslator } from '../panel-model.ts';
import { isFromVisitor } from '../visitor-event.ts';
import { downloadTranscript, formatTranscript } from './transcript.ts';
import { type Chime, useChime } from './use-chime.ts';

type MenuProps = { isOpen: boolean; onToggle(isOpen: boolean): void };

/**
 * The button in the header, and the menu below it. The browser closes a popover with Escape and with a click elsewhere, in the
 * panel or in the page.
 */
export function Menu({ isOpen, onToggle }: MenuProps) {
  const { chat, isOpen: isPanelOpen } = usePanel();
  const { t } = useTranslator();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const chime = useChime();
  const style = useAreaBelow(button, isOpen);
  useSilentClosing(popover, isOpen, () => onToggle(false));

  const onChange = (isOpening: boolean) => {
    // Before the browser returns the focus to where it was: in Safari, a click on a button does not focus it.
    if (!isOpening && popover.current !== null && hasFocus(popover.current)) button.current?.focus();
    onToggle(isOpening);
  };
  const close = () => {
    if (isOpen) popover.current?.hidePopover();
  };
  const isPanelClosed = !isPanelOpen.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes once, with the panel
  useLayoutEffect(() => {
    if (isPanelClosed) close();
  }, [isPanelClosed]);
  if (chat.value === null) return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        class="plain"
        popovertarget="menu"
        aria-label={t('menu')}
        aria-controls="menu"
        aria-expanded={isOpen}
      >
        <Icon path={icons.more} />
      </button>
      <div
        ref={popover}
        id="menu"
        class="below-header"
        popover="auto"
        style={style}
        // Closed before it is hidden, opened after it is shown: nothing in a hidden popover can have the focus.
        onBeforeToggle={({ newState }) => newState === 'closed' && onChange(false)}
        onToggle={({ newState }) => newState === 'open' && onChange(true)}
      >
        {isOpen && <MenuContent chime={chime} onClose={close} />}
      </div>
    </>
  );
}

/** The position of a popover below the header. It is positioned in the window, and not every browser has CSS anchors. */
function useAreaBelow(button: RefObject<HTMLElement | null>, isOpen: boolean) {
  const area = useSignal<{ left: string; top: string; width: string } | undefined>(undefined);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const place = () => {
      const header = button.current?.parentElement?.getBoundingClientRect();
      if (header === undefined) return;
      const zoom = button.current?.currentCSSZoom || 1;
      const toPixels = (length: number) => `${length / zoom}px`;
      area.value = { left: toPixels(header.left), top: toPixels(header.bottom), width: toPixels(header.width) };
    };
    place();
    const stop = new AbortController();
    const { signal } = stop;
    // A page with an inline panel may scroll it.
    addEventListener('scroll', place, { capture: true, passive: true, signal });
    addEventListener('resize', place, { signal });
    window.visualViewport?.addEventListener('resize', place, { signal });
    return () => stop.abort();
  }, [area, button, isOpen]);
  return area.value;
}

/** A popover that the page removes or moves with the widget closes without an event. Then it has no size any more. */
function useSilentClosing(popover: RefObject<HTMLElement | null>, isOpen: boolean, onClose: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onClose` does the same in every render
  useLayoutEffect(() => {
    const element = popover.current;
    if (!isOpen || element === null) return;
    const observer = new ResizeObserver(() => {
      if (!element.matches(':popover-open')) onClose();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [popover, isOpen]);
}

type MenuContentProps = { chime: Chime; onClose: () => void };

/** The actions that visitors seldom need. */
function MenuContent({ chime, onClose }: MenuContentProps) {
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
  return (
    <div class="menu">
      {isConfirmingDelete.value ? (
        <DeleteConfirmation onDelete={closeAnd(forget)} onCancel={leave} />
      ) : (
        <MenuItems
          chime={chime}
          closeAnd={closeAnd}
          onDelete={() => {
            isConfirmingDelete.value = true;
          }}
        />
      )}
    </div>
  );
}

type MenuItemsProps = { chime: Chime; closeAnd: (action: () => void) => () => void; onDelete: () => void };

function MenuItems({ chime, closeAnd, onDelete }: MenuItemsProps) {
  const chat = useChat();
  const { options, setLocale, setPlanningCall, setRatingWanted, showForm } = usePanel();
  const isRated = options.value.rating !== 'off';
  const translator = useTranslator();
  const { t } = translator;
  const messages = chat.state.messages.value;
  const offer = useNextCallOffer();
  const first = useFocusOnMount<HTMLButtonElement>();
  const { copy } = useCopy();
  /** Copying by keyboard: the button of a message is for those who point at it. */
  const copyTranscript = async () => copy(await formatTranscript(messages, translator), null);
  return (
    <>
      <button type="button" ref={first} onClick={closeAnd(() => chat.newConversation({ asksRating: isRated }))}>
        <Icon path={icons.plus} />
        {t('newConversation')}
      </button>
      {chat.state.canShowForm.value && (
        <button type="button" onClick={closeAnd(showForm)}>
          <Icon path={icons.contact} />
          {t('leaveNumber')}
        </button>
      )}
      {offer?.isOpen === true && (
        <button
          type="button"
          onClick={(event) => {
            if (isFromVisitor(event)) closeAnd(() => chat.requestCall())();
          }}
        >
          <Icon path={icons.phone} />
          {t('callMe')}
        </button>
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
            setRatingWanted(true);
            chat.askRating();
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
  return (
    <>
      <p>{t('deleteDataSure')}</p>
      <div class="choice">
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

function useFocusOnMount<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useLayoutEffect(() => target.current?.focus(), []);
  return target;
}
