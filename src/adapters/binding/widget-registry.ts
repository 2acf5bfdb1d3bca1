import { attempt, widgetEventNames } from '../../options/index.ts';
import { toJson } from '../../protocol/json.ts';
import { copyValues, type PanelState, type Widget } from '../../widget/launcher/index.ts';

/** The state of a chat that components can render. */
export type LeadChatState = Readonly<PanelState & { open: boolean }>;

/** The methods with which a component can control the chat of another component. */
export type LeadChatMethods = Pick<
  Widget,
  | 'open'
  | 'close'
  | 'toggle'
  | 'show'
  | 'hide'
  | 'sendMessage'
  | 'prefill'
  | 'identify'
  | 'setAttributes'
  | 'setLocale'
  | 'setTheme'
  | 'setConsent'
  | 'showForm'
  | 'reset'
>;

/** The entry of an id in the registry. It exists before the widget does, and outlives it. */
export interface RegistryEntry {
  /** Always the same functions. Calls are queued until the widget exists. */
  readonly methods: LeadChatMethods;
  /** Returns the same object until something in it changes. */
  getState(): LeadChatState;
  subscribe(listener: () => void): () => void;
  /** Registers a component's widget and returns a function that removes it. */
  register(widget: Widget): () => void;
}

/** The state without a widget, and on a server. */
export const idleState: LeadChatState = { open: false, unread: 0, connection: 'idle', phase: 'idle' };

/**
 * The widgets of this page's components by their `id`. It is module state, because the button that opens the chat may be in a
 * different root or island than the chat. On a server it stays empty, so requests share nothing.
 */
const entries = new Map<string, RegistryEntry>();

export function registryEntry(id = ''): RegistryEntry {
  const existing = entries.get(id);
  if (existing) return existing;
  const created = createEntry();
  if (isBrowser()) entries.set(id, created);
  return created;
}

function isBrowser(): boolean {
  return typeof document !== 'undefined';
}

function createEntry(): RegistryEntry {
  /** The widgets with this id. The last, which is the newest, is used. */
  const widgets: Widget[] = [];
  const listeners = new Set<() => void>();
  const queuedCalls: ((widget: Widget) => void)[] = [];
  let state = idleState;

  const refresh = () => {
    const { open = false, unread = 0, connection = 'idle', phase = 'idle' } = widgets.at(-1)?.getState() ?? {};
    const next = { open, unread, connection, phase };
    if (toJson(next) === toJson(state)) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const withWidget = (call: (widget: Widget) => void) => {
    const widget = widgets.at(-1);
    if (widget) call(widget);
    else if (isBrowser()) queuedCalls.push(call);
  };
  /** The widget refuses, and reports, what cannot be read. */
  const withValues = <Values>(values: Values, call: (widget: Widget, copy: Values) => void) => {
    const copy = attempt(() => copyValues(values)) ?? values;
    withWidget((widget) => call(widget, copy));
  };

  return {
    methods: {
      open: () => withWidget((widget) => widget.open()),
      close: () => withWidget((widget) => widget.close()),
      toggle: () => withWidget((widget) => widget.toggle()),
      show: () => withWidget((widget) => widget.show()),
      hide: () => withWidget((widget) => widget.hide()),
      sendMessage: (text) => withWidget((widget) => widget.sendMessage(text)),
      prefill: (values) => withValues(values, (widget, copy) => widget.prefill(copy)),
      identify: (values) => withValues(values, (widget, copy) => widget.identify(copy)),
      setAttributes: (values) => withValues(values, (widget, copy) => widget.setAttributes(copy)),
      setLocale: (locale) => withWidget((widget) => widget.setLocale(locale)),
      setTheme: (theme) => withWidget((widget) => widget.setTheme(theme)),
      setConsent: (consent) => withWidget((widget) => widget.setConsent(consent)),
      showForm: () => withWidget((widget) => widget.showForm()),
      reset: () => withWidget((widget) => widget.reset()),
    },
    getState: () => state,
    subscribe(listener) {
      // Server rendering does not dispose its scopes, so the listener would never be removed.
      if (!isBrowser()) return () => {};
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    register(widget) {
      widgets.push(widget);
      const cleanups = widgetEventNames.map((name) => widget.on(name, refresh));
      refresh();
      for (const call of queuedCalls.splice(0)) call(widget);
      return () => {
        for (const cleanup of cleanups) cleanup();
        widgets.splice(widgets.indexOf(widget), 1);
        refresh();
      };
    },
  };
}
