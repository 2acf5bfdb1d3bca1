import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { BannerLine } from './banner/BannerLine.tsx';
import { useNextCallOffer } from './callback/call-offer.ts';
import { ChatContext } from './chat-context.ts';
import { FocusProvider, trapFocus, useRequestedFocus } from './focus.ts';
import { Header } from './header/Header.tsx';
import { icons } from './Icon.tsx';
import { isOfInputMethod } from './input-method.ts';
import { Menu } from './menu/Menu.tsx';
import { PanelContent } from './PanelContent.tsx';
import { usePanel, useTranslator } from './panel-model.ts';
import { phoneScreen, useFullScreen } from './use-full-screen.ts';
import { useLazy } from './use-lazy.ts';
import { useMediaQuery } from './use-media-query.ts';

/** The dialog: header, menu, and the content for the chat's phase. */
export function Panel() {
  const model = usePanel();
  const translator = useTranslator();
  const chat = model.chat.value;
  const isOpen = model.isOpen.value;
  const isInline = model.isInline.value;
  const coversScreen = useMediaQuery(phoneScreen) && !isInline;
  const isMenuOpen = useSignal(false);
  const panel = useRef<HTMLDivElement>(null);
  const composer = useRef<HTMLTextAreaElement>(null);
  const focusPlaces = useMemo(() => ({ panel, composer }), []);
  const style = useFullScreen(isOpen && coversScreen);
  useRequestedFocus(focusPlaces, model.focusRequestCount);

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (isOfInputMethod(event)) return;
    if (coversScreen) trapFocus(event, event.currentTarget);
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    // The menu closes itself.
    if (isMenuOpen.peek()) return;
    if (model.isPlanningCall.peek()) model.setPlanningCall(false);
    else if (!isInline) model.close();
  };
  return (
    <FocusProvider value={focusPlaces}>
      <ChatContext.Provider value={chat}>
        <div
          ref={panel}
          class={`panel ${isOpen ? 'open' : ''} ${isInline ? 'inline' : ''}`}
          style={style}
          part="panel"
          role="dialog"
          aria-label={translator.t('title')}
          aria-modal={isOpen && coversScreen}
          lang={translator.language}
          dir={translator.direction}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          <Header coversScreen={coversScreen}>
            <Menu
              isOpen={isMenuOpen.value}
              onToggle={(next) => {
                isMenuOpen.value = next;
              }}
            />
          </Header>
          {chat !== null && <PlannedCall />}
          <PanelContent />
        </div>
      </ChatContext.Provider>
    </FocusProvider>
  );
}

/** The choice of a time for a call, shown over the content. */
function PlannedCall() {
  const { isPlanningCall, setPlanningCall } = usePanel();
  const { t } = useTranslator();
  const isPlanning = isPlanningCall.value;
  const planner = useLazy(() => import('./callback/CallPlanner.tsx'), isPlanning).value;
  const offer = useNextCallOffer();
  const isOffered = offer !== null;
  const close = () => setPlanningCall(false);
  // The visitor has requested a call for now instead, or in another tab. Without this, the times would appear after that call.
  useEffect(() => {
    if (isPlanning && !isOffered) setPlanningCall(false);
  }, [isOffered, isPlanning, setPlanningCall]);
  if (!isPlanning || offer === null || planner.status === 'loading') return null;
  if (planner.status === 'failed') {
    return (
      <BannerLine icon={icons.alert} text={t('missing')} onDismiss={close}>
        <button type="button" class="again" onClick={planner.retry}>
          {t('tryAgain')}
        </button>
      </BannerLine>
    );
  }
  return <planner.module.CallPlanner offer={offer} onClose={close} />;
}
