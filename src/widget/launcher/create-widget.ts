import { createContactLink } from './contact-link.ts';
import { createEventBus } from './event-bus.ts';
import { createFrame } from './frame.ts';
import { launcherLabel } from './launcher-label.ts';
import type { LoadPanel, OpenOrigin, OptionLayers, PanelDeps } from './panel-contract.ts';
import { createPanelLoader } from './panel-loader.ts';
import { type RawOptions, readJsonOption } from './raw-options.ts';
import { hasResumableData } from './resume-check.ts';
import type { Widget } from './widget-api.ts';

/** The first access to a storage blocks the page on another process, so it waits until the page has loaded more. */
const resumeCheckDelayMs = 300;

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
  /** The visitor wanted the panel, and it could not be loaded. */
  let hasFailed = false;
  let contactLink: HTMLElement | undefined;
  /** The launcher's names when the panel is closed and open, once the panel has brought the visitor's language. */
  let labels: [open: string, close: string] | undefined;

  const frame = createFrame(ownElement);
  const { element, launcher } = frame;
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
  const loader = createPanelLoader(loadPanel, panelDeps, (error) => {
    if (error) {
      hasFailed = isOpen;
      setOpen(false);
      emit('error', { code: 'load-failed', message: `[leadchat] ${error}` });
    }
    updateLauncher();
    loader.panel?.setOpen(isOpen, openOrigin);
  });

  function currentOptions(): RawOptions {
    return { ...layers.config?.widget, ...layers.attributes, ...overrides };
  }

  function setOpen(open: boolean, origin: OpenOrigin = 'api'): void {
    if (isDestroyed || open === isOpen) return;
    isOpen = open;
    openOrigin = origin;
    if (open) {
      hasFailed = false;
      element.hidden = false;
      loader.load();
    }
    updateLauncher();
    loader.panel?.setOpen(open, origin);
    emit(open ? 'open' : 'close', {});
  }

  function updateLauncher(): void {
    const { contact, locale } = currentOptions();
    const [open, close] = labels ?? [launcherLabel(locale)];
    launcher.ariaBusy = `${isOpen && !loader.panel}`;
    launcher.ariaExpanded = `${isOpen}`;
    launcher.classList.toggle('failed', hasFailed);
    launcher.ariaLabel = hasFailed ? 'Try again' : (isOpen && close) || open;
    contactLink?.remove();
    contactLink = createContactLink(hasFailed && contact);
    if (contactLink) frame.layer.prepend(contactLink);
  }

  function applyOptions(): void {
    frame.applyAppearance(currentOptions());
    updateLauncher();
    setTimeout(() => hasResumableData(currentOptions()) && loader.load(), resumeCheckDelayMs);
  }

  /** Opens, closes or waits for triggers, as the options say. Options that mention none of it leave the chat as it is. */
  function applyInitialState({ open, target, triggers }: RawOptions): void {
    // As an attribute, `open` is a text, and empty when it has no value.
    if (target || open != null) setOpen(Boolean(target) || `${open}` !== 'false');
    // Most triggers are for visitors who are active, and load nothing for others. A delay needs no activity.
    if (triggers) {
      for (const activity of ['scroll', 'pointermove', 'keydown']) {
        addEventListener(activity, loader.load, { once: true });
      }
      const list: { type: unknown; seconds: number }[] = Object.values(Object(readJsonOption(triggers)));
      for (const { type, seconds } of list) if (type === 'delay') setTimeout(loader.load, seconds * 1000);
    }
  }

  function update(changed: RawOptions): void {
    overrides = { ...overrides, ...changed };
    applyOptions();
    applyInitialState(changed);
    loader.panel?.update();
  }

  /** Fills in the form when the panel is loaded. Knowing the visitor is no reason to load it. */
  const prefill: Widget['prefill'] = (values) => loader.whenLoaded((panel) => panel.prefill(values));

  launcher.onpointerenter = launcher.onfocus = loader.load;
  // While the panel is loading, another click confirms the first one.
  launcher.onclick = () => setOpen(!isOpen || !loader.panel, 'visitor');
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
    sendMessage: (text) => loader.whenLoaded((panel) => panel.sendMessage(text), true),
    prefill,
    identify: prefill,
    setAttributes: prefill,
    setLocale: (locale) => update({ locale }),
    setTheme: (theme) => update({ theme }),
    setConsent(consent) {
      update({ consent });
      emit('consent', { consent });
    },
    update,
    reset: () => loader.whenLoaded((panel) => panel.reset(), true),
    destroy() {
      if (isDestroyed) return;
      isDestroyed = true;
      loader.dispose();
      emit('destroy', {});
      frame.dispose();
    },
    getState: () => ({
      unread: 0,
      ...loader.panel?.state(),
      open: isOpen,
      hidden: Boolean(element.hidden),
      loaded: Boolean(loader.panel),
    }),
  };
}
