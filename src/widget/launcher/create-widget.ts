import { createEventBus } from './event-bus.ts';
import { createFrame } from './frame.ts';
import { createCallGuard } from './guard-calls.ts';
import { createLauncherView, type LauncherState } from './launcher-view.ts';
import { loadForTriggers } from './load-for-triggers.ts';
import { createPageViews } from './page-views.ts';
import type { LoadPanel, OpenOrigin, OptionLayers } from './panel-contract.ts';
import { createPanelLoader } from './panel-loader.ts';
import { createProxyConfigSource } from './proxy-config.ts';
import { mergeOptions, type RawOptions } from './raw-options.ts';
import { readLauncherOptions } from './read-launcher-options.ts';
import { hasResumable } from './resume-check.ts';
import type { Widget } from './widget-api.ts';

/** The first storage access of a page waits for another browser process, so it is delayed until the page has loaded more. */
const resumeCheckDelayMs = 300;

export type WidgetDeps = {
  loadPanel: LoadPanel;
  /** The element that the widget renders into. By default the widget adds one to the page. */
  element?: HTMLElement;
};

/** Shows the launcher at once. The panel is loaded when the visitor, the page or stored data needs it. */
export function createWidget(layers: OptionLayers, { loadPanel, element: ownElement }: WidgetDeps): Widget {
  let overrides: RawOptions = {};
  let isOpen = false;
  let wasOpenedOrClosed = false;
  let openOrigin: OpenOrigin = 'api';
  /** `hide()` has closed the panel, and `show()` opens it again. */
  let reopens = false;
  let isDestroyed = false;
  let hasFailed = false;
  /** The widget floats although the options name a `target`, because the code that moves it there failed to load. */
  let floats = false;
  let labels: LauncherState['labels'];
  let stopTriggers = () => {};

  const frame = createFrame(ownElement);
  const { element, launcher } = frame;
  const showLauncher = createLauncherView(frame);
  const { emit, ...subscriptions } = createEventBus(element);
  const { attempt, guardMethods } = createCallGuard(() => isDestroyed, reportError);
  const pageViews = createPageViews();
  const proxyConfig = createProxyConfigSource({
    layers,
    pageOptions,
    isDestroyed: () => isDestroyed,
    onLoad: applyProxyConfig,
    // The visitor has asked for nothing yet. Their intent tries again.
    onIdleError: (error) => emit('error', { code: 'no-configuration', message: `[leadchat] ${error}` }),
  });
  const panel = createPanelLoader({
    loadPanel,
    panelDeps: {
      ...frame,
      emit,
      setOpen,
      setFloating,
      pageViews,
      optionLayers: () => ({ ...layers, overrides, config: proxyConfig.current() }),
      loadConfig: (check) => proxyConfig.load(check),
      setLabels(open, close) {
        labels = { open, close };
        updateLauncher();
      },
    },
    attempt,
    onLoad: showState,
    onError: onLoadError,
  });
  const { load } = panel;

  function pageOptions(): RawOptions {
    return mergeOptions(layers.attributes, overrides);
  }

  function currentOptions(): RawOptions {
    return mergeOptions(proxyConfig.current()?.widget, pageOptions());
  }

  function applyAppearance(): void {
    const options = currentOptions();
    // A page with a target may have no launcher of its own.
    const shown = floats && options.target ? { ...options, target: undefined, launcher: 'bubble' } : options;
    frame.applyAppearance(readLauncherOptions(shown));
  }

  function updateLauncher(): void {
    const isBusy = isOpen && !panel.current();
    showLauncher(readLauncherOptions(currentOptions()), {
      isOpen,
      isBusy,
      hasFailed,
      labels,
      failures: proxyConfig.current()?.failed,
    });
  }

  function showState(): void {
    updateLauncher();
    panel.current()?.setOpen(isOpen, openOrigin);
  }

  function applyOptions(): void {
    applyAppearance();
    updateLauncher();
    setTimeout(() => hasResumable(currentOptions()) && load(), resumeCheckDelayMs);
    proxyConfig.loadWhenIdle();
  }

  /** Opens, closes or waits for triggers, if the options say so. */
  function applyInitialState(options: RawOptions): void {
    const { text, json, boolean } = readLauncherOptions(options);
    const open = boolean('open');
    if (open || text('target') !== '') setOpen(true);
    else if (open === false) setOpen(false);
    const triggers = json('triggers');
    if (triggers) {
      stopTriggers();
      stopTriggers = loadForTriggers(triggers, pageViews, load);
    }
  }

  /** Applies the proxy's options. The page's own ones have been applied, and the visitor may have opened or closed it since. */
  function applyProxyConfig(): void {
    const own = pageOptions();
    const added = Object.entries(proxyConfig.current()?.widget ?? {}).filter(
      ([name]) => !Object.hasOwn(own, name) && !(name === 'open' && wasOpenedOrClosed),
    );
    applyOptions();
    applyInitialState(Object.fromEntries(added));
  }

  function update(options: RawOptions): void {
    // A copy, because every read of a page's getter or proxy may throw.
    const changed = { ...options };
    overrides = { ...overrides, ...changed };
    applyOptions();
    applyInitialState(changed);
    panel.current()?.update();
  }

  function setOpen(open: boolean, origin: OpenOrigin = 'api'): void {
    reopens = false;
    if (isDestroyed || open === isOpen) return;
    isOpen = open;
    wasOpenedOrClosed = true;
    openOrigin = origin;
    if (open) {
      hasFailed = false;
      element.hidden = false;
      load();
    }
    showState();
    emit(open ? 'open' : 'close', {});
  }

  function setFloating(next: boolean): void {
    floats = next;
    applyAppearance();
  }

  function onLoadError(error: unknown): void {
    hasFailed = isOpen;
    // Inside a target there is no launcher, which shows the failure.
    setFloating(hasFailed);
    setOpen(false);
    emit('error', { code: 'load-failed', message: `[leadchat] ${error}` });
  }

  function reportError(code: string, message: string): void {
    console.error(message);
    emit('error', { code, message });
  }

  attempt('init', () => {
    overrides = { ...layers.overrides };
  });
  launcher.onpointerenter = launcher.onfocus = load;
  // While the panel is loading, another click confirms the first one.
  launcher.onclick = () => setOpen(!isOpen || !panel.current(), 'visitor');
  applyOptions();
  applyInitialState(currentOptions());
  setTimeout(() => isDestroyed || emit('ready', {}));

  return {
    ...guardMethods({
      ...subscriptions,
      open: () => setOpen(true),
      close: () => setOpen(false),
      toggle: () => setOpen(!isOpen),
      show() {
        element.hidden = false;
        if (reopens) setOpen(true, 'trigger');
      },
      hide() {
        const wasOpen = isOpen || reopens;
        setOpen(false);
        reopens = wasOpen;
        element.hidden = true;
      },
      sendMessage(text) {
        load();
        panel.call('sendMessage', text);
      },
      prefill: (values) => panel.call('prefill', values),
      identify: (values) => panel.call('prefill', values),
      setAttributes: (values) => panel.call('setAttributes', values),
      setLocale: (locale) => update({ locale }),
      setTheme: (theme) => update({ theme }),
      setConsent(consent) {
        update({ consent });
        emit('consent', { consent });
      },
      update,
      reset() {
        load();
        panel.call('reset');
      },
      destroy() {
        isDestroyed = true;
        stopTriggers();
        panel.destroy();
        emit('destroy', {});
        frame.dispose();
      },
    }),
    getState: () => ({
      unread: 0,
      ...panel.current()?.state(),
      open: isOpen,
      hidden: Boolean(element.hidden),
      loaded: panel.current() !== undefined,
    }),
  };
}
