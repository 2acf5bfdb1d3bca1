import { createEventBus } from './event-bus.ts';
import { createFrame } from './frame.ts';
import { launcherLabel } from './launcher-label.ts';
import type { LoadPanel, OpenOrigin, OptionLayers, Panel, PanelDeps } from './panel-contract.ts';
import { type RawOptions, readJsonOption } from './raw-options.ts';
import { loadIfResumable } from './resume-check.ts';
import type { Widget } from './widget-api.ts';

/** The first access to a storage blocks the page on another process, so it waits until the page has loaded more. */
const resumeCheckDelayMs = 300;

/** For scripts that no proxy has given the visitor's language. */
const loadFailure = 'Chat is unavailable. Try again';

export type WidgetDeps = {
  loadPanel: LoadPanel;
  /** The element that the widget renders into. By default the widget adds one to the page. */
  element?: HTMLElement;
};

/** Draws the launcher at once. The panel is loaded when the visitor, the page or stored data needs it. */
export function createWidget(layers: OptionLayers, { loadPanel, element: ownElement }: WidgetDeps): Widget {
  let overrides = layers.overrides ?? {};
  let isOpen = false;
  let openOrigin: OpenOrigin = 'api';
  let isDestroyed = false;
  let isLoading = false;
  /** Undefined until it is loaded. */
  let panel: Panel | undefined;
  const waiting: ((panel: Panel) => void)[] = [];
  /** The visitor wanted the panel, and it could not be loaded. */
  let hasFailed = false;
  /** The launcher's names when the panel is closed and open, once the panel has brought the visitor's language. */
  let labels: [open: string, close: string] | undefined;

  const frame = createFrame(ownElement);
  const { contactLink, element, launcher } = frame;
  // Its own node: replacing what the pointer is on, between press and release, would cost the click.
  const text = new Text();
  launcher.prepend(text);
  const { emit, ...subscriptions } = createEventBus(element);
  const panelDeps: PanelDeps = {
    ...frame,
    emit,
    setOpen,
    optionLayers: () => ({ ...layers, overrides }),
    setLabels(...next) {
      labels = next;
      updateLauncher();
    },
  };
  function currentOptions(): RawOptions {
    return { ...layers.config?.widget, ...layers.attributes, ...overrides };
  }

  /** Loads the panel once; tries again after a failure. */
  function load(): void {
    if (isLoading || isDestroyed) return;
    isLoading = true;
    loadPanel().then(
      // Evaluating the modules, creating the panel and opening it are three tasks: one long task is noticeable on a slow phone.
      ({ createPanel }) =>
        setTimeout(() => {
          if (isDestroyed) return;
          panel = createPanel(panelDeps);
          for (const use of waiting) use(panel);
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
    setOpen(false);
    if (!isDestroyed) emit('error', { code: 'load-failed', message: `[leadchat] ${error}` });
  }

  /** Calls back with the panel, at once or when it is loaded. */
  function whenLoaded(use: (panel: Panel) => void): void {
    if (panel) use(panel);
    else waiting.push(use);
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
    // A link with another protocol, such as `javascript:`, is never in the page.
    contactLink.remove();
    if (hasFailed && /^(mailto|tel|https):/.test(contactLink.href)) launcher.before(contactLink);
  }

  function applyOptions(): void {
    frame.applyAppearance(currentOptions());
    updateLauncher();
    setTimeout(() => loadIfResumable(currentOptions(), load), resumeCheckDelayMs);
  }

  /** Opens, closes or waits for triggers, as the options say. Options that mention none of it leave the chat as it is. */
  function applyInitialState({ open, target, triggers }: RawOptions): void {
    // As an attribute, `open` is a text, and empty when it has no value.
    if (target || open != null) setOpen(Boolean(target) || `${open}` !== 'false');
    // Most triggers are for visitors who are active, and load nothing for others. A delay needs no activity.
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

  /** Fills in the form when the panel is loaded. Knowing the visitor is no reason to load it. */
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
