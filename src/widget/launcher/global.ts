import type { WidgetOptions } from '../../options/index.ts';
import type { LoadPanel, OptionLayers } from './panel-contract.ts';
import { createWidget } from './widget.ts';
import type { Widget } from './widget-api.ts';

/** `LeadChat.open()`, or `LeadChat('open')`, which works before the script has arrived too. */
export type LeadChatGlobal = Widget & {
  (method: string, ...args: unknown[]): unknown;
  /**
   * Makes a widget. The first one of a page is also what the other methods mean. Where the script tag has made it
   * already, the first call changes its options: which of the two came first is a matter of the network.
   */
  init(options?: WidgetOptions): Widget;
};

type Call = [method: string, ...args: unknown[]];
type AnyMethod = { call(...args: unknown[]): unknown }['call'];

const methods =
  'init open close toggle show hide sendMessage prefill identify setAttributes setLocale setTheme setConsent update reset destroy getState on once off';

/**
 * Puts `LeadChat` into the page and makes the widget that the script's own configuration asks for: `layers`, or undefined
 * when there is none. Calls that a stub queued are made now. Of several scripts, of this build or others, the first one
 * installs; a later one makes its widget only where the page has none.
 */
export function installGlobal(loadPanel: LoadPanel, layers: OptionLayers | undefined): void {
  const page = Object(window);
  // Object() so that a page without LeadChat, with a stub, or with something else of that name is the same to us.
  const { init: installed, getState, q = [] } = Object(page.LeadChat);
  if (installed) {
    if (layers && !getState()) installed({}, layers);
    return;
  }
  const waiting: Call[] = [...q];
  let first: (Record<string, AnyMethod> & Widget) | undefined;
  /** A tag made the first widget, and no call of the page has changed it yet. */
  let isTags = false;

  const call = (...[name, ...args]: Call): unknown => {
    if (name === 'init') {
      const [overrides = {}, own]: [WidgetOptions?, OptionLayers?] = Object(args);
      if (!isTags) return make({ ...layers, ...own, overrides }, !!own);
      isTags = false;
      first?.update(overrides);
      return first;
    }
    if (first) return first[name]?.(...args);
    waiting.push([name, ...args]);
    return undefined;
  };
  const make = (own: OptionLayers, byTag: boolean) => {
    const widget = { ...createWidget(own, { loadPanel }), init: api.init };
    if (!first) {
      first = widget;
      isTags = byTag;
      widget.on('destroy', () => {
        first = undefined;
        isTags = false;
      });
      callWaiting();
    }
    return widget;
  };
  const callWaiting = () => {
    for (const one of waiting.splice(0)) call(...one);
  };

  const api = Object(call);
  for (const name of methods.split(' ')) api[name] = call.bind(undefined, name);
  page.LeadChat = api;
  // A page that calls init itself does not want the script's widget beside its own.
  if (layers && !waiting.some(([name]) => name === 'init')) waiting.unshift(['init', {}, layers]);
  callWaiting();
}
