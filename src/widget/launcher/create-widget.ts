import {
  addedLayers,
  booleanOption,
  configAddress,
  isAwayAt,
  layersOnPage,
  mergeOptions,
  type RawOptions,
  textOption,
} from '../../options/index.ts';
import { createEventBus, type EventBus } from './event-bus.ts';
import { createFrame } from './frame.ts';
import { createCallGuard } from './guard-calls.ts';
import { createBackgroundLoading } from './load-in-background.ts';
import { followPageButtons } from './page-buttons.ts';
import { createPageViews } from './page-views.ts';
import type { LoadPanel, Look, OpenOrigin, OptionLayers, Place } from './panel-contract.ts';
import { createPanelLoader } from './panel-loader.ts';
import { createProxyConfig } from './proxy-config.ts';
import { mayHaveForm, readLook } from './read-look.ts';
import { createVisitorVariants } from './visitor-variants.ts';
import type { Widget } from './widget-api.ts';

const minuteMs = 60_000;

/** The text if the script does not contain a translation: only a proxy adds one. */
const loadFailure = 'Chat is unavailable. Try again';

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
  /** The visitor or the page has opened the chat, and the panel could not be loaded. */
  let hasFailed = false;
  let isDestroyed = false;
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
  const { emit: dispatch, ...subscriptions } = createEventBus(element);
  const visitorVariants = createVisitorVariants(() => applyOptions('trigger'));
  const emit: EventBus['emit'] = (name, detail) => {
    visitorVariants.onEvent(name);
    const variants = visitorVariants.current();
    dispatch(name, Object.keys(variants).length > 0 ? { ...detail, variants } : detail);
  };
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
      pageViews,
      optionLayers: () => ({ ...layers, overrides, config: proxyConfig.current(), ...place(), isHidden }),
      loadConfig: proxyConfig.load,
      discardConfig: proxyConfig.discard,
      forgetVariants() {
        visitorVariants.forget();
        applyOptions();
      },
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
  const background = createBackgroundLoading({
    options: () => look.options,
    pageViews,
    loadPanel: panel.load,
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
      if (hasFailed && !current) panel.load();
      return !(element.hidden || isHidden) && (current ? current.isAvailable() : !hasFailed);
    },
    isOpen,
    setOpen,
    callPanel: panel.call,
    reportError,
  });

  function place(): Pick<Place, 'path' | 'variants'> {
    return { path, variants: visitorVariants.current() };
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
    const failure = proxyConfig.current()?.failed?.[look.openLabel] ?? loadFailure;
    frame.showState(look, {
      isOpen: open,
      isBusy: open && !panel.current(),
      failure: hasFailed && !open && !panel.current() ? failure : undefined,
    });
  }

  /** Shows whether the chat is open now. If the launcher has shown something else, panel and listeners follow. */
  function followOpen(origin: OpenOrigin): void {
    const open = isOpen();
    const hasChanged = open !== (launcher.ariaExpanded === 'true');
    if (hasChanged) openOrigin = origin;
    if (open) panel.load();
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
    followOpen(origin);
  }

  /** Reads the options for the current page and time. `origin` counts for what opens or closes because of them. */
  function applyOptions(origin: OpenOrigin = 'api'): void {
    const wasHidden = isHidden;
    path = pageViews.current().path;
    visitorVariants.update(sources(), path);
    const own = readLook(sources(), place(), hasFailed);
    // The end of the opening hours takes no open chat away.
    isHidden = own.options.hidden === true || (launcher.ariaExpanded !== 'true' && isAwayAt(own.options, Date.now()));
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
    applyOptions();
    const open = booleanOption(changed, 'open');
    if (open || textOption(changed, 'target')) setOpen(true);
    else if (open === false) setOpen(false);
  }

  /** The address of the configuration that the page's options name. */
  function wantedAddress(): string {
    // Otherwise the proxy knows which form it wants.
    const { variants } = place();
    const added = mergeOptions(...addedLayers(proxyConfig.current()?.widget, path, variants));
    const own = mergeOptions(...layersOnPage([layers.attributes, overrides], path, variants));
    const { proxyUrl, form = added.form } = own;
    return isDestroyed ? '' : configAddress(proxyUrl, form);
  }

  function reportError(code: string, message: string): void {
    console.error(message);
    emit('error', { code, message });
  }

  launcher.onpointerenter = launcher.onfocus = panel.load;
  // While the panel is loading, another click confirms the first one.
  launcher.onclick = () => setOpen(!isOpen() || !panel.current(), 'visitor');
  applyOptions();
  languageObserver.observe(document.documentElement, { attributeFilter: ['lang'] });
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
        panel.load();
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
      setConsent(consent) {
        update({ consent });
        emit('consent', { consent });
      },
      update,
      reset() {
        panel.load();
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
