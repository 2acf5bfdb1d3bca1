import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { whenIdle } from '../../page-globals.ts';
import { isOfInputMethod } from '../../protocol/input-method.ts';
import { useStyles } from './adopt-styles.ts';
import { BannerLine } from './banner/BannerLine.tsx';
import { useNextCallOffer } from './callback/call-offer.ts';
import { ChatContext } from './chat-context.ts';
import { useConversationParts } from './conversation-parts.ts';
import { CopyContext, useCopyModel } from './copy/CopyButton.tsx';
import { FocusProvider, trapFocus, useRequestedFocus } from './focus.ts';
import { Header } from './header/Header.tsx';
import { icons } from './Icon.tsx';
import { Menu } from './menu/Menu.tsx';
import { PanelContent } from './PanelContent.tsx';
import { usePanel, useTranslator } from './panel-model.ts';
import { phoneScreen, roomyScreen, useFullScreen } from './use-full-screen.ts';
import { useLazy } from './use-lazy.ts';
import { useMediaQuery } from './use-media-query.ts';

/** The dialog: header, menu, and the content for the chat's phase. */
export function Panel() {
  const model = usePanel();
  const translator = useTranslator();
  const parts = useConversationParts();
  const chat = model.chat.value;
  const isOpen = model.isOpen.value;
  const isInline = model.isInline.value;
  const coversScreen = useMediaQuery(phoneScreen) && !isInline;
  const isResizable = useMediaQuery(roomyScreen) && !isInline && model.options.value.expandable;
  const isMenuOpen = useSignal(false);
  const panel = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const composer = useRef<HTMLTextAreaElement>(null);
  const focusPlaces = useMemo(() => ({ panel, body, composer }), []);
  const copy = useCopyModel(panel);
  const style = useFullScreen(isOpen && coversScreen);
  useStyles(parts.status === 'ready' ? parts.module.conversationStyles : undefined);
  useRequestedFocus(focusPlaces, model.isFocusRequested);
  const { locale } = translator;
  // While the visitor types, so that neither the first screen nor the first message waits for it.
  useEffect(() => {
    if (isOpen && parts.status === 'ready') whenIdle(() => parts.module.prepareTimes(locale));
  }, [isOpen, parts, locale]);

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (isOfInputMethod(event)) {
      event.stopPropagation();
      return;
    }
    if (coversScreen) trapFocus(event, event.currentTarget);
    if (event.key !== 'Escape') return;
    const isPlanning = model.isPlanningCall.peek();
    // An inline chat has nothing to close: the key is the page's.
    if (isInline && !isPlanning && !isMenuOpen.peek()) return;
    event.stopPropagation();
    // The menu closes itself.
    if (isMenuOpen.peek()) return;
    // In a dialog of the page, the key would close that too.
    event.preventDefault();
    if (isPlanning) model.setPlanningCall(false);
    else model.close();
  };
  // In the page, nothing of which it covers, it is a part of the page.
  const landmark = {
    role: isInline ? 'region' : 'dialog',
    'aria-label': translator.t('title'),
    'aria-modal': isInline ? undefined : isOpen && coversScreen,
  } as const;
  return (
    <FocusProvider value={focusPlaces}>
      <ChatContext.Provider value={chat}>
        <CopyContext.Provider value={copy}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape in any of its controls, and its role is above */}
          <div
            ref={panel}
            class={`panel ${isOpen ? 'open' : ''} ${isInline ? 'inline' : ''} ${isResizable && model.isLarge.value ? 'large' : ''}`}
            style={style}
            part="panel"
            {...landmark}
            lang={translator.language}
            dir={translator.direction}
            tabIndex={-1}
            onKeyDown={onKeyDown}
          >
            <Header coversScreen={coversScreen} isResizable={isResizable}>
              <Menu
                isOpen={isMenuOpen.value}
                onToggle={(next) => {
                  isMenuOpen.value = next;
                }}
              />
            </Header>
            {chat !== null && <PlannedCall />}
            <div class="body" ref={body}>
              <PanelContent />
            </div>
          </div>
        </CopyContext.Provider>
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
