import { createEventBus } from './event-bus.ts';
import { createFrame } from './frame.ts';
import { launcherLabel } from './launcher-label.ts';
import type { LoadPanel, OpenOrigin, OptionLayers, Panel, PanelDeps } from './panel-contract.ts';
import { type RawOptions, readJsonOption } from './raw-options.ts';
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
  let overrides = layers.overrides ?? {};
  let isOpen = false;
  let openOrigin: OpenOrigin = 'api';
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

  const frame = createFrame(ownElement);
  const { contactLink, element, launcher } = frame;
  // A separate node that is updated in place: replacing it between pointer down and up would lose the click.
  const text = new Text();
  launcher.prepend(text);
  const { emit, ...subscriptions } = createEventBus(element);
  const panelDeps: PanelDeps = {
    ...frame,
    emit,
    setOpen,
    setFloating,
    optionLayers: () => ({ ...layers, overrides }),
    setLabels(...next) {
      labels = next;
      updateLauncher();
    },
  };
  function currentOptions(): RawOptions {
    return { ...layers.config?.widget, ...layers.attributes, ...overrides };
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
          panel = createPanel(panelDeps);
          for (const call of queuedCalls) call(panel);
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
    isLoading = false;
    hasFailed = isOpen;
    // Inside a target there is no launcher, which shows the failure.
    setFloating(hasFailed);
    setOpen(false);
    if (!isDestroyed) emit('error', { code: 'load-failed', message: `[leadchat] ${error}` });
  }

  /** Makes a call of the panel, at once or when it is loaded. */
  function whenLoaded(call: (panel: Panel) => void): void {
    if (panel) call(panel);
    else queuedCalls.push(call);
  }

  function setOpen(open: boolean, origin: OpenOrigin = 'api'): void {
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
    const { contact, launcherText = '', locale } = currentOptions();
    const [open, close = open] = labels ?? [launcherLabel(locale)];
    launcher.ariaBusy = `${isOpen && !panel}`;
    launcher.ariaExpanded = `${isOpen}`;
    text.data = hasFailed ? (layers.config?.failed?.[open] ?? loadFailure) : `${launcherText}`;
    launcher.ariaLabel = hasFailed ? null : `${text.data} ${isOpen ? close : open}`.trim();
    contactLink.href = `${contact}`;
    contactLink.text = contactLink.host + contactLink.pathname;
    // A link with any other protocol, such as `javascript:`, never enters the page.
    contactLink.remove();
    if (hasFailed && /^(mailto|tel|https):/.test(contactLink.href)) launcher.before(contactLink);
  }

  function setFloating(next: boolean): void {
    if (next === floats || isDestroyed) return;
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
  }

  /** Opens, closes or waits for triggers, if the options say so. */
  function applyInitialState({ open, target, triggers }: RawOptions): void {
    // As an attribute, `open` is a string, which is empty if the attribute has no value.
    if (target || open != null) setOpen(Boolean(target) || `${open}` !== 'false');
    // Most triggers need an active visitor, so the panel is loaded on the first activity. A delay needs no activity.
    if (triggers) {
      for (const activity of 'scroll pointermove keydown'.split(' ')) {
        addEventListener(activity, load, { once: true });
      }
      const list: { type: unknown; seconds: number }[] = Object.values(Object(readJsonOption(triggers)));
      for (const { type, seconds } of list) if (type === 'delay') setTimeout(load, seconds * 1000);
    }
  }

  function update(changed: RawOptions): void {
    overrides = { ...overrides, ...changed };
    applyOptions();
    applyInitialState(changed);
    panel?.update();
  }

  /** Fills in the form once the panel is loaded, but does not load it. */
  const prefill: Widget['prefill'] = (values) => whenLoaded((panel) => panel.prefill(values));

  launcher.onpointerenter = launcher.onfocus = load;
  // While the panel is loading, another click confirms the first one.
  launcher.onclick = () => setOpen(!isOpen || !panel, 'visitor');
  applyOptions();
  applyInitialState(currentOptions());
  setTimeout(() => isDestroyed || emit('ready', {}));

  return {
    ...subscriptions,
    open: () => setOpen(true),
    close: () => setOpen(false),
    toggle: () => setOpen(!isOpen),
    show() {
      element.hidden = false;
    },
    hide() {
      setOpen(false);
      element.hidden = true;
    },
    sendMessage(text) {
      load();
      whenLoaded((panel) => panel.sendMessage(text));
    },
    prefill,
    identify: prefill,
    setAttributes: (values) => whenLoaded((panel) => panel.setAttributes(values)),
    setLocale: (locale) => update({ locale }),
    setTheme: (theme) => update({ theme }),
    setConsent(consent) {
      update({ consent });
      emit('consent', { consent });
    },
    update,
    reset() {
      load();
      whenLoaded((panel) => panel.reset());
    },
    destroy() {
      if (isDestroyed) return;
      isDestroyed = true;
      panel?.destroy();
      panel = undefined;
      emit('destroy', {});
      frame.dispose();
    },
    getState: () => ({
      unread: 0,
      ...panel?.state(),
      open: isOpen,
      hidden: Boolean(element.hidden),
      loaded: Boolean(panel),
    }),
  };
}
