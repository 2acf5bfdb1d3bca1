import { createEventBus } from './event-bus.ts';
import { createFrame } from './frame.ts';
import { createCallGuard } from './guard-calls.ts';
import { launcherLabel } from './launcher-label.ts';
import { loadForTriggers } from './load-for-triggers.ts';
import { createPageViews } from './page-views.ts';
import type { LoadPanel, OpenOrigin, OptionLayers, Panel, PanelDeps } from './panel-contract.ts';
import { createProxyConfigSource } from './proxy-config.ts';
import { mergeOptions, type RawOptions, readTextOption } from './raw-options.ts';
import { loadIfResumable } from './resume-check.ts';
import type { Widget } from './widget-api.ts';

/** The first storage access of a page waits for another browser process, so it is delayed until the page has loaded more. */
const resumeCheckDelayMs = 300;

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
  let isOpen = false;
  let openOrigin: OpenOrigin = 'api';
  /** `hide()` has closed the panel, and `show()` opens it again. */
  let reopens = false;
  let isDestroyed = false;
  let isLoading = false;
  /** Undefined until it is loaded. */
  let panel: Panel | undefined;
  const queuedCalls: ((panel: Panel) => void)[] = [];
  /** The panel failed to load when it was opened. */
  let hasFailed = false;
  /** The widget floats although the options name a `target`, because the code that moves it there failed to load. */
  let floats = false;
  /** The launcher's accessible names when the panel is closed and open, set by the panel in the visitor's language. */
  let labels: [open: string, close: string] | undefined;
  const pageViews = createPageViews();
  const proxyConfig = createProxyConfigSource({
    layers,
    pageOptions,
    isDestroyed: () => isDestroyed,
    onLoad: onConfig,
    // The visitor has asked for nothing yet. Their intent tries again.
    onIdleError: (error) => emit('error', { code: 'no-configuration', message: `[leadchat] ${error}` }),
  });
  let stopTriggers = () => {};

  const frame = createFrame(ownElement);
  const { contactLink, element, launcher } = frame;
  // A separate node that is updated in place: replacing it between pointer down and up would lose the click.
  const text = new Text();
  launcher.prepend(text);
  const { emit, ...subscriptions } = createEventBus(element);
  const { attempt, guardMethods } = createCallGuard(() => isDestroyed, reportError);
  const panelDeps: PanelDeps = {
    ...frame,
    emit,
    setOpen,
    setFloating,
    pageViews,
    optionLayers: () => ({ ...layers, overrides, config: proxyConfig.current() }),
    loadConfig: (check) => proxyConfig.load(check),
    setLabels(...next) {
      labels = next;
      updateLauncher();
    },
  };

  function pageOptions(): RawOptions {
    return mergeOptions(layers.attributes, overrides);
  }

  function currentOptions(): RawOptions {
    return mergeOptions(proxyConfig.current()?.widget, pageOptions());
  }

  /** Applies the proxy's options. The page's own ones have been applied, and the visitor may have opened or closed it since. */
  function onConfig(): void {
    const own = pageOptions();
    const { open, target, triggers } = currentOptions();
    applyOptions();
    applyInitialState({
      open: own.open === undefined ? open : undefined,
      target: own.target === undefined ? target : undefined,
      triggers: own.triggers === undefined ? triggers : undefined,
    });
  }

  function reportError(code: string, message: string): void {
    console.error(message);
    emit('error', { code, message });
  }

  /** Loads the panel once. After a failure, the next call tries again. */
  function load(): void {
    if (isLoading || isDestroyed) return;
    isLoading = true;
    loadPanel().then(
      // Evaluating the modules, creating the panel and opening it are three tasks: a single long one blocks a slow phone.
      ({ createPanel }) =>
        setTimeout(() => {
          if (isDestroyed) return;
          try {
            panel = createPanel(panelDeps);
          } catch (error) {
            onLoadError(error);
            return;
          }
          for (const call of queuedCalls.splice(0)) call(panel);
          setTimeout(showState);
        }),
      onLoadError,
    );
  }

  function showState(): void {
    updateLauncher();
    panel?.setOpen(isOpen, openOrigin);
  }

  function onLoadError(error: unknown): void {
    if (isDestroyed) return;
    isLoading = false;
    hasFailed = isOpen;
    // Inside a target there is no launcher, which shows the failure.
    setFloating(hasFailed);
    setOpen(false);
    emit('error', { code: 'load-failed', message: `[leadchat] ${error}` });
  }

  /** Makes a call of the panel, at once or when it is loaded. */
  function whenLoaded(method: string, call: (panel: Panel) => void): void {
    if (panel) call(panel);
    else queuedCalls.push((loaded) => attempt(method, () => call(loaded)));
  }

  function setOpen(open: boolean, origin: OpenOrigin = 'api'): void {
    reopens = false;
    if (isDestroyed || open === isOpen) return;
    isOpen = open;
    openOrigin = origin;
    if (open) {
      hasFailed = false;
      element.hidden = false;
      load();
    }
    showState();
    emit(open ? 'open' : 'close', {});
  }

  function updateLauncher(): void {
    const { contact, launcherText, locale } = currentOptions();
    const [open, close = open] = labels ?? [launcherLabel(readTextOption(locale))];
    const contactUrl = readTextOption(contact);
    launcher.ariaBusy = `${isOpen && !panel}`;
    launcher.ariaExpanded = `${isOpen}`;
    text.data = hasFailed ? (proxyConfig.current()?.failed?.[open] ?? loadFailure) : readTextOption(launcherText);
    launcher.ariaLabel = hasFailed ? null : `${text.data} ${isOpen ? close : open}`.trim();
    contactLink.href = contactUrl;
    contactLink.text = contactLink.host + contactLink.pathname;
    // A link with any other protocol, such as `javascript:`, never enters the page.
    contactLink.remove();
    if (hasFailed && /^(mailto|tel|https):/i.test(contactUrl)) launcher.before(contactLink);
  }

  function setFloating(next: boolean): void {
    floats = next;
    applyAppearance();
  }

  function applyAppearance(): void {
    const options = currentOptions();
    // A page with a target may have no launcher of its own.
    frame.applyAppearance(floats && options.target ? { ...options, target: undefined, launcher: 'bubble' } : options);
  }

  function applyOptions(): void {
    applyAppearance();
    updateLauncher();
    setTimeout(() => loadIfResumable(currentOptions(), load), resumeCheckDelayMs);
    proxyConfig.loadWhenIdle();
  }

  /** Opens, closes or waits for triggers, if the options say so. */
  function applyInitialState({ open, target, triggers }: RawOptions): void {
    // As an attribute, `open` is a string, which is empty if the attribute has no value.
    const isOpening = readTextOption(target) !== '' || open === true || open === 'true' || open === '';
    if (isOpening || open === false || open === 'false') setOpen(isOpening);
    if (triggers) {
      stopTriggers();
      stopTriggers = loadForTriggers(triggers, pageViews, load);
    }
  }

  function update(options: RawOptions): void {
    // A copy, because every read of a page's getter or proxy may throw.
    const changed = { ...options };
    overrides = { ...overrides, ...changed };
    applyOptions();
    applyInitialState(changed);
    panel?.update();
  }

  attempt('init', () => {
    overrides = { ...layers.overrides };
  });
  launcher.onpointerenter = launcher.onfocus = load;
  // While the panel is loading, another click confirms the first one.
  launcher.onclick = () => setOpen(!isOpen || !panel, 'visitor');
  applyOptions();
  applyInitialState(currentOptions());
  setTimeout(() => isDestroyed || emit('ready', {}));

  /** Fills in the form once the panel is loaded, but does not load it. */
  const prefill: Widget['prefill'] = (values) => whenLoaded('prefill', (panel) => panel.prefill(values));

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
        whenLoaded('sendMessage', (panel) => panel.sendMessage(text));
      },
      prefill,
      identify: prefill,
      setAttributes: (values) => whenLoaded('setAttributes', (panel) => panel.setAttributes(values)),
      setLocale: (locale) => update({ locale }),
      setTheme: (theme) => update({ theme }),
      setConsent(consent) {
        update({ consent });
        emit('consent', { consent });
      },
      update,
      reset() {
        load();
        whenLoaded('reset', (panel) => panel.reset());
      },
      destroy() {
        isDestroyed = true;
        stopTriggers();
        panel?.destroy();
        panel = undefined;
        emit('destroy', {});
        frame.dispose();
      },
    }),
    getState: () => ({
      unread: 0,
      ...panel?.state(),
      open: isOpen,
      hidden: Boolean(element.hidden),
      loaded: Boolean(panel),
    }),
  };
}
