import type { ChatEvents, Consent } from '../chat/index.ts';
import type { WidgetOptions } from '../options/index.ts';
import { createEmitter } from './emitter.ts';
import { drawFrame } from './frame.ts';
import { hasSomethingKept } from './kept.ts';
import { labelFor } from './labels.ts';
import type { LoadPanel, OptionLayers, Panel, PanelHost, PanelState, RawOptions } from './panel-face.ts';

export type WidgetEvents = Omit<ChatEvents, 'error'> & {
  /** The bubble is there. */
  ready: Record<string, never>;
  open: Record<string, never>;
  close: Record<string, never>;
  consent: { consent: Consent };
  destroy: Record<string, never>;
  error: { code: string; message: string };
};

export type WidgetState = PanelState & { open: boolean; hidden: boolean; loaded: boolean };

/** One chat on a page. All methods may be called at any time; before the panel is loaded they wait for it. */
export type Widget = {
  open(): void;
  close(): void;
  toggle(): void;
  /** Shows the bubble again after hide(). */
  show(): void;
  /** Takes bubble and panel away; the conversation goes on. */
  hide(): void;
  /** Says something for the visitor. */
  sendMessage(text: string): void;
  /** Fills fields of the form that the visitor has not touched. */
  prefill(values: Readonly<Record<string, string | boolean>>): void;
  /** What the page knows about the visitor: fields of the form, by name. */
  identify(values: Readonly<Record<string, string | boolean>>): void;
  /** Further values of the form, hidden fields among them. */
  setAttributes(values: Readonly<Record<string, string | boolean>>): void;
  setLocale(locale: string): void;
  setTheme(theme: 'auto' | 'light' | 'dark'): void;
  /** Whether anything may be kept in the browser. `denied` deletes what was kept. */
  setConsent(consent: Consent): void;
  /** Changes options. */
  update(options: WidgetOptions): void;
  /** Deletes everything kept in this browser and starts afresh: for the next person at a shared computer. */
  reset(): void;
  /** Takes everything away: elements, listeners, the socket. */
  destroy(): void;
  getState(): WidgetState;
  on<Name extends keyof WidgetEvents>(name: Name, listener: (detail: WidgetEvents[Name]) => void): () => void;
  once<Name extends keyof WidgetEvents>(name: Name, listener: (detail: WidgetEvents[Name]) => void): () => void;
  off<Name extends keyof WidgetEvents>(name: Name, listener: (detail: WidgetEvents[Name]) => void): void;
};

export type WidgetParts = { loadPanel: LoadPanel; host?: HTMLElement };

export function createWidget(layers: OptionLayers, { loadPanel, host }: WidgetParts): Widget {
  let given = layers.given;
  let isOpen = false;
  let hidden = false;
  let byVisitor = false;
  let panel: Panel | undefined;
  let loading: Promise<void> | undefined;
  let destroyed = false;
  let labels = { open: '', close: 'Close chat' };
  const waiting: ((panel: Panel) => void)[] = [];
  const events = createEmitter();
  const frame = drawFrame(host);
  const { launcher, layer } = frame;

  const options = (): RawOptions => ({ ...widgetDefaults(layers.config), ...layers.attributes, ...given });

  const emit: PanelHost['emit'] = (name, detail) => {
    events.emit(name, detail);
    const target = frame.host.isConnected ? frame.host : window;
    target.dispatchEvent(new CustomEvent(`leadchat:${name}`, { detail, bubbles: true, composed: true }));
  };

  const label = () => {
    launcher.setAttribute('aria-expanded', `${isOpen}`);
    launcher.setAttribute('aria-label', isOpen ? labels.close : labels.open);
  };

  const load = () => {
    if (destroyed || loading !== undefined) return;
    loading = loadPanel().then(
      ({ createPanel }) => {
        launcher.ariaBusy = null;
        if (destroyed) return;
        panel = createPanel(panelHost);
        for (const call of waiting.splice(0)) call(panel);
        panel.setOpen(isOpen, byVisitor);
      },
      (error) => {
        // The next click tries again.
        loading = undefined;
        launcher.ariaBusy = null;
        setOpen(false);
        emit('error', { code: 'load-failed', message: `[leadchat] the chat could not be loaded: ${error}` });
      },
    );
  };

  /** Calls that mean nothing to a visitor who never opens the chat wait until the panel is loaded for another reason. */
  const withPanel = (call: (panel: Panel) => void) => {
    if (panel === undefined) waiting.push(call);
    else call(panel);
  };

  const setOpen = (open: boolean, visitor = false) => {
    if (destroyed || open === isOpen) return;
    isOpen = open;
    byVisitor = visitor;
    label();
    if (open) {
      frame.host.hidden = hidden = false;
      launcher.ariaBusy = panel === undefined ? 'true' : null;
      load();
    }
    panel?.setOpen(open, visitor);
    emit(open ? 'open' : 'close', {});
  };

  const dress = () => {
    frame.dress(options());
    if (panel === undefined) labels.open = labelFor(options().locale);
    label();
    if (hasSomethingKept(options())) load();
  };

  const update = (changed: RawOptions) => {
    given = { ...given, ...changed };
    dress();
    panel?.update();
  };

  const panelHost: PanelHost = {
    root: frame.root,
    layer,
    launcher,
    layers: () => ({ ...layers, given }),
    resumes: () => hasSomethingKept(options()),
    emit,
    setOpen,
    setLabels(open, close) {
      labels = { open, close };
      label();
    },
  };

  // A page that replaces its body (Turbo, Astro, a router) must not lose the chat.
  const watcher = new MutationObserver(() => {
    if (host === undefined && !frame.host.isConnected) attach();
  });
  const attach = () => {
    frame.attach();
    watcher.observe(document.documentElement, { childList: true });
    watcher.observe(document.body, { childList: true });
  };

  for (const intent of ['pointerenter', 'focus', 'touchstart']) {
    launcher.addEventListener(intent, load, { once: true, passive: true });
  }
  launcher.addEventListener('click', () => setOpen(!isOpen, true));
  attach();
  dress();
  if (isTrue(options().open)) setOpen(true);
  queueMicrotask(() => emit('ready', {}));

  const prefill: Widget['prefill'] = (values) => withPanel((loaded) => loaded.prefill(values));
  return {
    open: () => setOpen(true),
    close: () => setOpen(false),
    toggle: () => setOpen(!isOpen),
    show: () => {
      frame.host.hidden = hidden = false;
    },
    hide: () => {
      setOpen(false);
      frame.host.hidden = hidden = true;
    },
    sendMessage: (text) => {
      withPanel((loaded) => loaded.sendMessage(text));
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
      withPanel((loaded) => loaded.reset());
      load();
    },
    destroy: () => {
      if (destroyed) return;
      setOpen(false);
      destroyed = true;
      watcher.disconnect();
      panel?.destroy();
      emit('destroy', {});
      if (host === undefined) frame.host.remove();
      else layer.remove();
    },
    getState: () => ({
      ...(panel?.state() ?? { unread: 0, connection: 'idle', phase: 'idle' }),
      open: isOpen,
      hidden,
      loaded: panel !== undefined,
    }),
    on: (name, listener) => events.on(name, listener),
    once: (name, listener) => events.on(name, listener, true),
    off: (name, listener) => events.off(name, listener),
  };
}

/** `widget` of an inlined configuration. */
function widgetDefaults(config: unknown): object {
  return typeof config === 'object' && config !== null && 'widget' in config && config.widget instanceof Object
    ? config.widget
    : {};
}

function isTrue(value: unknown): boolean {
  return value === true || value === '' || value === 'true';
}
