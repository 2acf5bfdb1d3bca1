import { drawFrame } from './frame.ts';
import { hasSomethingKept } from './kept.ts';
import { labelFor } from './labels.ts';
import type { LoadPanel, OpenOrigin, OptionLayers, Panel, PanelDeps, RawOptions } from './panel-contract.ts';
import type { Listener, Widget, WidgetEvents } from './widget-api.ts';

/** When a page looks whether there is a conversation of an earlier page to go on with. */
const resumeCheckDelayMs = 300;

export type WidgetDeps = { loadPanel: LoadPanel; element?: HTMLElement };

/** Draws the bubble at once; everything else is loaded when somebody, or something kept, asks for it. */
export function createWidget(layers: OptionLayers, { loadPanel, element: ownElement }: WidgetDeps): Widget {
  let overrides = layers.overrides ?? {};
  let isOpen = false;
  let openOrigin: OpenOrigin = 'api';
  let destroyed = false;
  let panel: Panel | undefined;
  let loading: Promise<void> | undefined;
  let labels: readonly string[] = [];
  const listeners = new Map<unknown, (event: Event) => void>();
  let found: (panel: Panel) => void;
  /** What means nothing to a visitor who never opens the chat waits until the panel is loaded for another reason. */
  const loaded = new Promise<Panel>((resolve) => {
    found = resolve;
  });
  const frame = drawFrame(ownElement);
  const { element, launcher } = frame;

  const options = (): RawOptions => ({ ...layers.config?.widget, ...layers.attributes, ...overrides });

  // Through the host's own events: they reach the window too, out of other shadow roots as well, and a listener that
  // throws disturbs nobody else.
  const emit: PanelDeps['emit'] = (name, detail) => {
    element.dispatchEvent(new CustomEvent(`leadchat:${name}`, { detail, bubbles: true, composed: true }));
  };
  const on = <Name extends keyof WidgetEvents>(name: Name, listener: Listener<Name>, once = false) => {
    const heard = listeners.get(listener) ?? ((event: Event) => listener(Object(event).detail));
    listeners.set(listener, heard);
    element.addEventListener(`leadchat:${name}`, heard, { once });
    return () => off(name, listener);
  };
  const off: Widget['off'] = (name, listener) => {
    const heard = listeners.get(listener);
    if (heard) element.removeEventListener(`leadchat:${name}`, heard);
  };

  const label = () => {
    launcher.ariaExpanded = `${isOpen}`;
    launcher.ariaLabel = labels[Number(isOpen)] ?? (isOpen ? 'Close chat' : labelFor(options().locale));
  };

  const load = () => {
    if (destroyed || loading) return;
    loading = loadPanel().then(
      ({ createPanel }) => {
        if (destroyed) return;
        panel = createPanel(panelDeps);
        found(panel);
        // A task of its own: to make the panel and to open it at once is felt on a slow phone.
        setTimeout(() => destroyed || panel?.setOpen(isOpen, openOrigin));
      },
      (error) => {
        // The next click tries again.
        loading = undefined;
        setOpen(false);
        emit('error', { code: 'load-failed', message: `[leadchat] ${error}` });
      },
    );
  };

  const setOpen = (open: boolean, origin: OpenOrigin = 'api') => {
    if (destroyed || open === isOpen) return;
    isOpen = open;
    openOrigin = origin;
    label();
    if (open) {
      element.hidden = false;
      load();
    }
    panel?.setOpen(open, origin);
    emit(open ? 'open' : 'close', {});
  };

  const dress = () => {
    frame.dress(options());
    label();
    // The first look into a storage makes the page wait for another process: not in the middle of its loading.
    setTimeout(() => hasSomethingKept(options()) && load(), resumeCheckDelayMs);
  };

  const update = (changed: RawOptions) => {
    overrides = { ...overrides, ...changed };
    dress();
    appear(changed);
    panel?.update();
  };

  /** How it is to appear by itself. */
  const appear = ({ open, target, triggers }: RawOptions) => {
    // What names neither leaves the chat as the visitor has it.
    if (target || open != null) setOpen(!!target || `${open}` !== 'false');
    // Triggers need a visitor who is there, and nothing is loaded for one who is not.
    if (triggers) {
      for (const sign of ['scroll', 'pointermove', 'keydown']) {
        addEventListener(sign, load, { once: true });
      }
    }
  };

  const panelDeps: PanelDeps = {
    ...frame,
    optionLayers: () => ({ ...layers, overrides }),
    emit,
    setOpen,
    setLabels(...named) {
      labels = named;
      label();
    },
  };

  // A page that replaces its body (Turbo, Astro, a router) must not lose the chat.
  const watcher = new MutationObserver(() => {
    if (!ownElement && !element.isConnected) attach();
  });
  const attach = () => {
    frame.attach();
    for (const parent of [document.documentElement, element.parentNode ?? document]) {
      watcher.observe(parent, { childList: true });
    }
  };

  launcher.onpointerenter = launcher.onfocus = load;
  launcher.onclick = () => setOpen(!isOpen, 'visitor');
  attach();
  dress();
  appear(options());
  setTimeout(() => destroyed || emit('ready', {}));

  const prefill: Widget['prefill'] = (values) => void loaded.then((it) => it.prefill(values));
  return {
    open: () => setOpen(true),
    close: () => setOpen(false),
    toggle: () => setOpen(!isOpen),
    show: () => {
      element.hidden = false;
    },
    hide: () => {
      setOpen(false);
      element.hidden = true;
    },
    sendMessage: (text) => {
      loaded.then((it) => it.sendMessage(text));
      load();
    },
    prefill,
    identify: prefill,
    setAttributes: prefill,
    setLocale: (locale) => update({ locale }),
    setTheme: (theme) => update({ theme }),
    setConsent: (consent) => {
      update({ consent });
      emit('consent', { consent });
    },
    update,
    reset: () => {
      loaded.then((it) => it.reset());
      load();
    },
    destroy: () => {
      if (destroyed) return;
      destroyed = true;
      watcher.disconnect();
      panel?.destroy();
      emit('destroy', {});
      (ownElement ? frame.layer : element).remove();
    },
    getState: () => ({
      unread: 0,
      ...panel?.state(),
      open: isOpen,
      hidden: !!element.hidden,
      loaded: !!panel,
    }),
    on,
    once: (name, listener) => on(name, listener, true),
    off,
  };
}
