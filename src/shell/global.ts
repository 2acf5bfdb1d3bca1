import type { WidgetOptions } from '../options/index.ts';
import type { LoadPanel, OptionLayers } from './panel-face.ts';
import { createWidget, type Widget } from './widget.ts';

/** `LeadChat.open()`, or `LeadChat('open')`, which works before the script has arrived too. */
export type LeadChatGlobal = Widget & {
  (method: string, ...args: unknown[]): unknown;
  /** Makes a widget. The first one of a page is also what the other methods mean. */
  init(options?: WidgetOptions): Widget;
};

type AnyMethod = { call(...args: unknown[]): unknown }['call'];

const methods =
  'init open close toggle show hide sendMessage prefill identify setAttributes setLocale setTheme setConsent update reset destroy getState on once off';

/**
 * Puts `LeadChat` into the page and makes the widget that the script's own configuration asks for: `layers`, or undefined
 * when there is none. Calls that a stub queued are made now. A script that comes a second time, as on pages that swap
 * their body, changes nothing.
 */
export function installGlobal(loadPanel: LoadPanel, layers: OptionLayers | undefined): void {
  // Object() so that a page without LeadChat, with a stub, or with something else of that name is the same to us.
  const { init: installed, q: queue = [] } = Object(Reflect.get(window, 'LeadChat'));
  if (installed) return;
  const waiting: [string, ...unknown[]][] = [];
  let first: Record<string, AnyMethod> | undefined;

  const call = (name: string, ...args: unknown[]): unknown => {
    if (name === 'init') return make({ ...layers, given: Object(args[0]) });
    if (first) return first[name]?.(...args);
    waiting.push([name, ...args]);
    return undefined;
  };
  const make = (own: OptionLayers) => {
    const widget = { ...createWidget(own, { loadPanel }), init: (options: unknown) => call('init', options) };
    if (!first) {
      first = widget;
      widget.on('destroy', () => {
        first = undefined;
      });
      for (const one of waiting.splice(0)) call(...one);
    }
    return widget;
  };

  for (const name of methods.split(' ')) Object.assign(call, { [name]: (...args: unknown[]) => call(name, ...args) });
  Object.assign(window, { LeadChat: call });
  // A page that calls init itself does not want the script's widget beside its own.
  if (layers && ![...queue].some(([name]) => name === 'init')) make(layers);
  for (const one of queue) Reflect.apply(call, undefined, one);
}
