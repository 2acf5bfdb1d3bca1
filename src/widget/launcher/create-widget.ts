import type { StorageConsent } from '../../core/index.ts';
import { booleanOption, isAwayAt, type RawOptions, textOption } from '../../options/index.ts';
import { pageDocument } from '../../page-globals.ts';
import { createEventBus } from './event-bus.ts';
import { createFrame } from './frame.ts';
import { createCallGuard } from './guard-calls.ts';
import { createBackgroundLoading } from './load-in-background.ts';
import { followPageButtons } from './page-buttons.ts';
import { createPageViews } from './page-views.ts';
import type { LoadPanel, Look, OpenOrigin, OptionLayers, Place } from './panel-contract.ts';
import { createPanelLoader } from './panel-loader.ts';
import { createProxyConfig, formAddress } from './proxy-config.ts';
import { failureText, mayHaveForm, readLook } from './read-look.ts';
import { createStoredVisit } from './stored-visit.ts';
import { createVisitorVariants } from './visitor-variants.ts';
import type { Widget } from './widget-api.ts';

const minuteMs = 60_000;

export type WidgetDeps = {
  loadPanel: LoadPanel;
  /** The element that the widget renders into. By default the widget adds one to the page. */
  element?: HTMLElement;
};

/** Shows the launcher at once. The panel is loaded when the visitor, the page or stored data needs it. */
export function createWidget(layers: OptionLayers, { loadPanel, element: ownElement }: WidgetDeps): Widget {
  let overrides: RawOptions = {};
  /** Whether the visitor or the page has opened or closed the chat last. Until one of them does, the options decide. */
  let wanted: boolean | undefined;
  let openOrigin: OpenOrigin = 'api';
  /** What launcher, panel and listeners know. */
  let shownOpen = false;
  /** The visitor or the page has opened the chat, and the panel could not be loaded. */
  let hasFailed = false;
  let isDestroyed = false;
  let isConsentAnswered = false;
  /** What the launcher shows. Once the panel is loaded, it sets it. */
  let look: Look;
  /** Whether the options hide the widget, on this page or outside the opening hours. */
  let isHidden = false;
  /** The path that the options were last read for. */
  let path: string;
  let stopFollowing: (() => void) | undefined;
  let minuteTimer: ReturnType<typeof setTimeout>;
  /** Who opens or closes the chat if its options do. */
  let lookOrigin: OpenOrigin = 'api';

  const frame = createFrame(ownElement);
  const { element, launcher } = frame;
  const visitorVariants = createVisitorVariants(() => applyOptions('trigger'));
  const { emit, ...subscriptions } = createEventBus(element, visitorVariants);
  const { attempt, guardMethods } = createCallGuard(() => isDestroyed, reportError);
  const pageViews = createPageViews();
  const languageObserver = new MutationObserver(() => applyOptions('trigger'));
  const proxyConfig = createProxyConfig({ layers, wantedAddress, onLoad: () => applyOptions() });
  const panel = createPanelLoader({
    loadPanel: () => loadPanel(mayHaveForm(look)),
    panelDeps: {
      ...frame,
      emit,
      setOpen,
      setLook,
      locale: () => look.locale,
      pageViews,
      optionLayers: () => ({ ...layers, overrides, config: proxyConfig.current(), ...place() }),
      loadConfig: proxyConfig.load,
      discardConfig: proxyConfig.discard,
      forget,
      followConsent,
      chooseLocale: (locale) => storedVisit.chooseLocale(locale),
    },
    attempt,
    isDestroyed: () => isDestroyed,
    onLoad() {
      background.stopTriggers();
      showState();
      panel.current()?.setOpen(isOpen(), openOrigin);
    },
    onError(error) {
      // A visitor who has not opened the chat sees no failure.
      if (isOpen()) {
        hasFailed = true;
        setOpen(false);
        setLook(readLook(sources(), place(), hasFailed));
      }
      emit('error', { code: 'load-failed', message: `[leadchat] ${error}` });
    },
  });
  const storedVisit = createStoredVisit({ options: () => look.options, loadPanel: panel.load, onChange: applyOptions });
  const background = createBackgroundLoading({
    options: () => look.options,
    pageViews,
    loadPanel: () => panel.load(),
    checkStored: () => isDestroyed || storedVisit.check(),
    wantedAddress,
    loadConfig: proxyConfig.load,
    onConfigFailed: (error) => emit('error', { code: 'no-configuration', message: `[leadchat] ${error}` }),
  });
  attempt('init', () => {
    overrides = { ...layers.overrides };
  });
  const stopPageButtons = followPageButtons({
    // After a failure, the link's own address is better than a chat that may fail again. The next click finds out.
    isAvailable() {
      const current = panel.current();
      if (hasFailed && !current) panel.load('visitor');
      return !(element.hidden || isHidden) && (current ? current.isAvailable() : !hasFailed);
    },
    allowed: () => look.options.pageButtons,
    isOpen,
    setOpen,
    callPanel: panel.call,
    reportError,
  });

  function place(): Place {
    const variants = visitorVariants.current();
    return { path, variants, isHidden, chosenLocale: storedVisit.chosenLocale(), isConsentAnswered };
  }

  function forget(): void {
    storedVisit.forget();
    visitorVariants.forget();
    applyOptions();
  }

  function followConsent(answer: StorageConsent): void {
    isConsentAnswered = true;
    overrides = { ...overrides, consent: answer };
    applyOptions();
  }

  /** Later ones win. */
  function sources(): (RawOptions | undefined)[] {
    return [proxyConfig.current()?.widget, layers.attributes, overrides];
  }

  function setLook(next: Look): void {
    look = next;
    frame.applyAppearance(look, isHidden);
    followOpen(lookOrigin);
  }

  function isOpen(): boolean {
    return (
      !(element.hidden || isHidden) &&
      (wanted ?? Boolean(booleanOption(look.options, 'open') || textOption(look.options, 'target')))
    );
  }

  function showState(): void {
    const open = isOpen();
    const isLoaded = panel.current() !== undefined;
    const failure = hasFailed && !open && !isLoaded ? failureText(proxyConfig.current(), look) : undefined;
    frame.showState(look, { isOpen: open, isBusy: open && !isLoaded, failure });
  }

  /** Shows whether the chat is open now. If the launcher has shown something else, panel and listeners follow. */
  function followOpen(origin: OpenOrigin): void {
    const open = isOpen();
    const hasChanged = open !== shownOpen;
    shownOpen = open;
    if (hasChanged) openOrigin = origin;
    if (open) panel.load(origin);
    showState();
    if (!hasChanged) return;
    panel.current()?.setOpen(open, origin);
    emit(open ? 'open' : 'close', {});
  }

  function setOpen(open: boolean, origin: OpenOrigin = 'api'): void {
    if (isDestroyed) return;
    wanted = open;
    // A page that has hidden its chat stays without it when the visitor opens another tab's.
    if (open && origin !== 'tab') element.hidden = false;
    if (open && (origin === 'api' || origin === 'visitor')) frame.enterDialog();
    followOpen(origin);
  }

  /** Reads the options for the current page and time. `origin` counts for what opens or closes because of them. */
  function applyOptions(origin: OpenOrigin = 'api'): void {
    const wasHidden = isHidden;
    path = pageViews.current().path;
    visitorVariants.update(sources(), path);
    const own = readLook(sources(), place(), hasFailed);
    // The end of the opening hours takes no open chat away.
    isHidden = own.options.hidden === true || (!shownOpen && isAwayAt(own.options, Date.now()));
    storedVisit.followConsent(own.options.consent);
    lookOrigin = isHidden === wasHidden ? origin : 'place';
    clearTimeout(minuteTimer);
    if (own.options.away === 'hidden') {
      minuteTimer = setTimeout(applyOptions, minuteMs - (Date.now() % minuteMs), 'trigger');
    }
    if (sources().some((source) => source?.pages)) stopFollowing ??= pageViews.subscribe(onNavigation);
    if (panel.current()) panel.current()?.update();
    else {
      setLook(own);
      background.stopTriggers();
      if (!isHidden) background.start();
    }
    lookOrigin = 'api';
  }

  function onNavigation(): void {
    if (pageViews.current().path === path) return;
    // An open chat stays open on the next page. One in the page stays in its place.
    if (isOpen() && !look.options.target) wanted = true;
    applyOptions('trigger');
  }

  function update(options: RawOptions): void {
    // A copy, because every read of a page's getter or proxy may throw.
    const changed = { ...options };
    overrides = { ...overrides, ...changed };
    if (changed.consent !== undefined) isConsentAnswered = true;
    applyOptions();
    const open = booleanOption(changed, 'open');
    if (open || textOption(changed, 'target')) setOpen(true);
    else if (open === false) setOpen(false);
  }

  function wantedAddress(): string {
    return isDestroyed ? '' : formAddress({ ...layers, overrides, config: proxyConfig.current() }, place());
  }

  function reportError(code: string, message: string): void {
    console.error(message);
    emit('error', { code, message });
  }

  launcher.onpointerenter = launcher.onfocus = () => panel.load();
  // While the panel is loading, another click confirms the first one.
  launcher.onclick = () => setOpen(!isOpen() || !panel.current(), 'visitor');
  applyOptions();
  languageObserver.observe(pageDocument.documentElement, { attributeFilter: ['lang'] });
  setTimeout(() => isDestroyed || emit('ready', {}));

  return {
    ...guardMethods({
      ...subscriptions,
      open: () => setOpen(true),
      close: () => setOpen(false),
      toggle: () => setOpen(!isOpen()),
      show() {
        element.hidden = false;
        followOpen('trigger');
      },
      hide() {
        element.hidden = true;
        followOpen('api');
      },
      sendMessage(text) {
        panel.load('api');
        panel.call('sendMessage', text);
      },
      prefill: (values) => panel.call('prefill', values),
      identify: (values) => panel.call('prefill', values),
      setAttributes: (values) => panel.call('setAttributes', values),
      setLocale: (locale) => update({ locale }),
      setTheme: (theme) => update({ theme }),
      showForm() {
        setOpen(true);
        panel.call('showForm');
      },
      setConsent(answer) {
        update({ consent: answer });
        emit('consent', { consent: answer });
      },
      update,
      reset() {
        forget();
        // Other tabs may chat with this person.
        panel.load('api');
        panel.call('reset');
      },
      destroy() {
        isDestroyed = true;
        background.stopTriggers();
        stopPageButtons();
        stopFollowing?.();
        visitorVariants.stop();
        languageObserver.disconnect();
        clearTimeout(minuteTimer);
        panel.destroy();
        emit('destroy', {});
        frame.dispose();
      },
    }),
    getState: () => ({
      unread: 0,
      ...panel.current()?.state(),
      open: isOpen(),
      hidden: Boolean(element.hidden) || isHidden,
      loaded: panel.current() !== undefined,
      variants: visitorVariants.current(),
    }),
  };
}
