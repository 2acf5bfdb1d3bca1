import { createEventBus } from './event-bus.ts';
import { createFrame } from './frame.ts';
import { launcherLabel } from './launcher-label.ts';
import type { LoadPanel, OpenOrigin, OptionLayers } from './panel-contract.ts';
import { createPanelLoader } from './panel-loader.ts';
import type { RawOptions } from './raw-options.ts';
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
  /** The launcher's names when the panel is closed and open, once the panel has brought the visitor's language. */
  let labels: [open: string, close: string] | undefined;

  const frame = createFrame(ownElement);
  const { element, launcher } = frame;
  const { emit, ...subscriptions } = createEventBus(element);
  const loader = createPanelLoader({
    loadPanel,
    panelDeps: {
      ...frame,
      emit,
      setOpen,
      optionLayers: () => ({ ...layers, overrides }),
      setLabels(...next) {
        labels = next;
        updateLabel();
      },
    },
    onLoaded: (panel) => panel.setOpen(isOpen, openOrigin),
    onError(error) {
      setOpen(false, 'api');
      emit('error', { code: 'load-failed', message: `[leadchat] ${error}` });
    },
  });

  function currentOptions(): RawOptions {
    return { ...layers.config?.widget, ...layers.attributes, ...overrides };
  }

  function setOpen(open: boolean, origin: OpenOrigin): void {
    if (isDestroyed || open === isOpen) return;
    isOpen = open;
    openOrigin = origin;
    updateLabel();
    if (open) {
      element.hidden = false;
      loader.load();
    }
    loader.panel?.setOpen(open, origin);
    emit(open ? 'open' : 'close', {});
  }

  function updateLabel(): void {
    const [open, close] = labels ?? [launcherLabel(currentOptions().locale), 'Close chat'];
    launcher.ariaExpanded = String(isOpen);
    launcher.ariaLabel = isOpen ? close : open;
  }

  function applyOptions(): void {
    const options = currentOptions();
    frame.applyAppearance(options);
    updateLabel();
    setTimeout(() => {
      if (hasResumableData(options)) loader.load();
    }, resumeCheckDelayMs);
  }

  /** Opens, closes or waits for triggers, as the options say. Options that mention none of it leave the chat as it is. */
  function applyInitialState({ open, target, triggers }: RawOptions): void {
    // As an attribute, `open` is a text, and empty when it has no value.
    if (target || open != null) setOpen(Boolean(target) || String(open) !== 'false', 'api');
    // Triggers are for visitors who are active; for others nothing is loaded.
    if (triggers) {
      for (const activity of ['scroll', 'pointermove', 'keydown']) {
        addEventListener(activity, loader.load, { once: true });
      }
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

  launcher.onpointerenter = loader.load;
  launcher.onfocus = loader.load;
  launcher.onclick = () => setOpen(!isOpen, 'visitor');
  applyOptions();
  applyInitialState(currentOptions());
  setTimeout(() => isDestroyed || emit('ready', {}));

  return {
    ...subscriptions,
    open: () => setOpen(true, 'api'),
    close: () => setOpen(false, 'api'),
    toggle: () => setOpen(!isOpen, 'api'),
    show() {
      element.hidden = false;
    },
    hide() {
      setOpen(false, 'api');
      element.hidden = true;
    },
    sendMessage(text) {
      loader.whenLoaded((panel) => panel.sendMessage(text));
      loader.load();
    },
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
    reset() {
      loader.whenLoaded((panel) => panel.reset());
      loader.load();
    },
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
      loaded: loader.panel !== undefined,
    }),
  };
}
