import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useConversationParts } from '../conversation-parts.ts';
import { hasFocus } from '../focus.ts';
import { Icon, icons } from '../Icon.tsx';
import { LiveText } from '../LiveText.tsx';
import { Loading } from '../Loading.tsx';
import { usePanel, useTranslator } from '../panel-model.ts';
import { useChime } from './use-chime.ts';

type MenuProps = { isOpen: boolean; onToggle(isOpen: boolean): void };

/**
 * The button in the header, and the menu below it. The browser closes a popover with Escape and with a click elsewhere, in the
 * panel or in the page.
 */
export function Menu({ isOpen, onToggle }: MenuProps) {
  const { chat, isOpen: isPanelOpen, root } = usePanel();
  const { t } = useTranslator();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const parts = useConversationParts();
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
  /** Whether the focus is still where it was when the visitor opened the menu: its content may come late. */
  const isFocusFree = () => {
    const focused = root.activeElement;
    return focused === null || focused === button.current || focused.contains(popover.current);
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
        {isOpen && (
          <div class="menu">
            {parts.status === 'ready' && (
              <parts.module.MenuContent chime={chime} isFocusFree={isFocusFree} onClose={close} />
            )}
            {parts.status === 'loading' && <Loading />}
            {parts.status === 'failed' && (
              <>
                <LiveText text={t('missing')} />
                <button type="button" class="again" onClick={parts.retry}>
                  {t('tryAgain')}
                </button>
              </>
            )}
          </div>
        )}
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
