import { widgetEventNames } from '../../options/index.ts';
import type { PanelState, Widget } from '../../widget/launcher/index.ts';

/** What a component may show of a chat. */
export type LeadChatState = Readonly<PanelState & { open: boolean }>;

/** What a component may do with a chat that another component has made. */
export type LeadChatCalls = Pick<
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
  | 'reset'
>;

export interface RegisteredWidget {
  /** Always the same functions. What is called before there is a widget waits for it. */
  readonly calls: LeadChatCalls;
  /** The same object until something in it changes. */
  getState(): LeadChatState;
  subscribe(listener: () => void): () => void;
  /** A component's widget is there; returns its end. */
  attach(widget: Widget): () => void;
}

/** Without a widget, and on a server. */
export const idleState: LeadChatState = { open: false, unread: 0, connection: 'idle', phase: 'idle' };

/**
 * The widgets that components of this page hold, by their `id`. In the module, since a page is what users mean: the button
 * that opens the chat may be in another root, or in another island, than the chat. On a server it stays empty, so nothing
 * goes from one request to another.
 */
const pageWidgets = new Map<string, RegisteredWidget>();

/** The widget of this page with this id, whether it is there already or not. */
export function pageWidget(id = ''): RegisteredWidget {
  const known = pageWidgets.get(id);
  if (known) return known;
  const made = createPageWidget();
  if (isPage()) pageWidgets.set(id, made);
  return made;
}

function isPage(): boolean {
  return typeof document !== 'undefined';
}

function createPageWidget(): RegisteredWidget {
  /** The newest last: of two with one id it is the one that is meant. */
  const widgets: Widget[] = [];
  const listeners = new Set<() => void>();
  const waiting: ((widget: Widget) => void)[] = [];
  let state = idleState;

  const refresh = () => {
    const { open = false, unread = 0, connection = 'idle', phase = 'idle' } = widgets.at(-1)?.getState() ?? {};
    const next = { open, unread, connection, phase };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const run = (call: (widget: Widget) => void) => {
    const widget = widgets.at(-1);
    if (widget) call(widget);
    else if (isPage()) waiting.push(call);
  };

  return {
    calls: {
      open: () => run((it) => it.open()),
      close: () => run((it) => it.close()),
      toggle: () => run((it) => it.toggle()),
      show: () => run((it) => it.show()),
      hide: () => run((it) => it.hide()),
      sendMessage: (text) => run((it) => it.sendMessage(text)),
      prefill: (values) => run((it) => it.prefill(values)),
      identify: (values) => run((it) => it.identify(values)),
      setAttributes: (values) => run((it) => it.setAttributes(values)),
      setLocale: (locale) => run((it) => it.setLocale(locale)),
      setTheme: (theme) => run((it) => it.setTheme(theme)),
      setConsent: (consent) => run((it) => it.setConsent(consent)),
      reset: () => run((it) => it.reset()),
    },
    getState: () => state,
    subscribe(listener) {
      // A server ends no scope, so nobody would ever unsubscribe.
      if (!isPage()) return () => {};
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    attach(widget) {
      widgets.push(widget);
      const ends = widgetEventNames.map((name) => widget.on(name, refresh));
      refresh();
      for (const call of waiting.splice(0)) call(widget);
      return () => {
        for (const end of ends) end();
        widgets.splice(widgets.indexOf(widget), 1);
        refresh();
      };
    },
  };
}
