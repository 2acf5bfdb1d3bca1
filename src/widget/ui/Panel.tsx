import { type ReadonlySignal, type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { BannerLine } from './banner/BannerLine.tsx';
import { getNextCallOffer } from './callback/call-offer.ts';
import { trapFocus, useRequestedFocus } from './focus.ts';
import { Header } from './header/Header.tsx';
import { icons } from './Icon.tsx';
import { lockScroll, phoneScreen } from './lock-scroll.ts';
import { Menu } from './menu/Menu.tsx';
import { useChime } from './menu/use-chime.ts';
import { PanelContent } from './PanelContent.tsx';
import { usePanel } from './panel-model.ts';
import { useLazy } from './use-lazy.ts';
import { useMediaQuery } from './use-media-query.ts';

/** The dialog: header, menu, and the content for the chat's phase. */
export function Panel() {
  const model = usePanel();
  const translator = model.translator.value;
  const isOpen = model.isOpen.value;
  const isInline = model.isInline.value;
  const coversScreen = useMediaQuery(phoneScreen) && !isInline;
  const isMenuOpen = useSignal(false);
  const panel = useRef<HTMLDivElement>(null);
  const chime = useChime();
  useRequestedFocus(panel, model.focusRequestCount);
  useMenuDismissal(isMenuOpen, model.isOpen);
  useSignalEffect(() => (model.isOpen.value && !model.isInline.value ? lockScroll(model.root) : undefined));

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (coversScreen) trapFocus(event, event.currentTarget);
    if (event.key !== 'Escape' || event.isComposing) return;
    event.stopPropagation();
    if (isMenuOpen.peek()) closeMenu(isMenuOpen, event.currentTarget);
    else if (model.isPlanningCall.peek()) model.isPlanningCall.value = false;
    else if (!isInline) model.close();
  };
  return (
    <div
      ref={panel}
      class={`panel ${isOpen ? 'open' : ''} ${isInline ? 'inline' : ''}`}
      part="panel"
      role="dialog"
      aria-label={translator.t('title')}
      aria-modal={isOpen && coversScreen}
      lang={translator.language}
      dir={translator.direction}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <Header isMenuOpen={isMenuOpen} coversScreen={coversScreen} />
      {isMenuOpen.value && (
        <div class="below-header">
          <Menu isOpen={isMenuOpen} chime={chime} />
        </div>
      )}
      <PlannedCall />
      <PanelContent />
    </div>
  );
}

/** The choice of a time for a call, shown over the content. */
function PlannedCall() {
  const { chat: currentChat, isPlanningCall, call, translator } = usePanel();
  const { t } = translator.value;
  const chat = currentChat.value;
  const planner = useLazy(() => import('./callback/CallPlanner.tsx'), isPlanningCall.value);
  const offer = chat === null ? null : getNextCallOffer(call.value, chat);
  const isOffered = offer !== null;
  const close = () => {
    isPlanningCall.value = false;
  };
  // The visitor has requested a call for now instead, or in another tab. Without this, the times would appear after that call.
  useEffect(() => {
    if (!isOffered) isPlanningCall.value = false;
  }, [isOffered, isPlanningCall, isPlanningCall.value]);
  if (!isPlanningCall.value || chat === null || offer === null || planner.status === 'loading') return null;
  if (planner.status === 'failed') {
    return (
      <BannerLine icon={icons.alert} text={t('missing')} onDismiss={close}>
        <button type="button" class="again" onClick={planner.retry}>
          {t('tryAgain')}
        </button>
      </BannerLine>
    );
  }
  return <planner.module.CallPlanner chat={chat} offer={offer} onClose={close} />;
}

/** Escape returns the focus to the button that opened the menu. */
function closeMenu(isMenuOpen: Signal<boolean>, panel: HTMLElement): void {
  panel.querySelector<HTMLElement>('[aria-controls=menu]')?.focus();
  isMenuOpen.value = false;
}

/** Closes the menu with the panel, and when the visitor clicks or taps elsewhere, in the panel or in the page. */
function useMenuDismissal(isMenuOpen: Signal<boolean>, isPanelOpen: ReadonlySignal<boolean>): void {
  useSignalEffect(() => {
    if (!isPanelOpen.value) isMenuOpen.value = false;
    if (!isMenuOpen.value) return;
    const stop = new AbortController();
    const dismiss = (event: Event) => {
      if (!isInMenu(event)) isMenuOpen.value = false;
    };
    // In the capture phase, because the page may stop the event. iOS fires no click on an element that is not interactive.
    for (const type of ['pointerdown', 'click']) {
      document.addEventListener(type, dismiss, { capture: true, signal: stop.signal });
    }
    return () => stop.abort();
  });
}

/** Checks the event's path, because a menu item that the click has removed is no longer inside the menu. */
function isInMenu(event: Event): boolean {
  return event
    .composedPath()
    .some((target) => target instanceof Element && target.matches('.menu, [aria-controls=menu]'));
}
