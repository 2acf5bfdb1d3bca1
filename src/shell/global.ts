import type { WidgetOptions } from '../options/index.ts';
import type { LoadPanel, OptionLayers, RawOptions } from './panel-face.ts';
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
 * Puts `LeadChat` into the page, or finds the one that an earlier script put there, and makes the widget that the
 * script's own configuration asks for: `layers`, or undefined when there is none. Calls that a stub queued are made now.
 */
export function installGlobal(loadPanel: LoadPanel, layers: OptionLayers | undefined): void {
  const existing: unknown = Reflect.get(window, 'LeadChat');
  const isInstalled = typeof existing === 'function' && 'add' in existing && typeof existing.add === 'function';
  if (isInstalled && typeof existing.add === 'function') {
    if (layers) existing.add(layers);
    return;
  }
  const base: OptionLayers = layers ?? { config: undefined, attributes: {}, given: {} };
  const seen = new Set<string>();
  const waiting: [string, unknown[]][] = [];
  let first: Widget | undefined;

  const make = (own: OptionLayers) => {
    const widget = createWidget(own, { loadPanel });
    if (first === undefined) {
      first = widget;
      widget.on('destroy', () => {
        first = undefined;
      });
      for (const [name, args] of waiting.splice(0)) call(name, ...args);
    }
    return widget;
  };
  const call = (name: string, ...args: unknown[]): unknown => {
    if (name === 'init')
      return { ...make({ ...base, given: readGiven(args[0]) }), init: (given: unknown) => call(name, given) };
    if (first === undefined) return void waiting.push([name, args]);
    const named: Record<string, AnyMethod> = first;
    return named[name]?.(...args);
  };
  /** The same script tag twice, as pages that swap their body have it, is one widget. */
  const add = (own: OptionLayers) => {
    const key = JSON.stringify(own);
    if (!seen.has(key)) make(own);
    seen.add(key);
  };

  const queued = readQueue(existing);
  const named = methods.split(' ').map((name) => [name, (...args: unknown[]) => call(name, ...args)]);
  Object.assign(window, { LeadChat: Object.assign(call, Object.fromEntries(named), { add }) });
  // A page that calls init itself does not want the script's widget beside its own.
  if (layers !== undefined) {
    if (queued.some(([name]) => name === 'init')) seen.add(JSON.stringify(layers));
    else add(layers);
  }
  for (const [name, ...args] of queued) call(`${name}`, ...args);
}

/** Calls of the stub: `LeadChat = function () { LeadChat.q.push(arguments) }`. */
function readQueue(stub: unknown): unknown[][] {
  const queue: unknown = typeof stub === 'function' && 'q' in stub ? stub.q : [];
  return Array.isArray(queue) ? queue.map((one) => Array.from(one)) : [];
}

function readGiven(options: unknown): RawOptions {
  return typeof options === 'object' && options !== null ? { ...options } : {};
}
