import type { RawOptions, WidgetOptions } from '../../options/index.ts';
import { definedGlobal, listOf } from '../../page-globals.ts';
import { copyValues } from './copy-values.ts';
import { createWidget } from './create-widget.ts';
import { createCallGuard, isSubscription } from './guard-calls.ts';
import type { LoadPanel, OptionLayers } from './panel-contract.ts';
import type { Widget, WidgetState } from './widget-api.ts';

/** The name of a method and its values. Of a page, so it may be anything. */
type Call = unknown[];

const methodNames = [
  ...['init', 'open', 'close', 'toggle', 'show', 'hide', 'sendMessage', 'prefill', 'identify', 'setAttributes'],
  ...['setLocale', 'setTheme', 'setConsent', 'showForm', 'update', 'reset', 'destroy', 'getState', 'on', 'once', 'off'],
];

/**
 * Installs `window.LeadChat`, makes the calls that the page's stub has queued, and creates the widget of the script tag.
 * `LeadChat.open()` is the same as `LeadChat('open')`, which also works before the script has loaded. `tagLayers` is undefined
 * if the tag configures no widget.
 *
 * If the page has several scripts, of this build or others, the first one installs the global. A later one creates its
 * widget only if the page has none.
 */
export function installGlobal(loadPanel: LoadPanel, tagLayers: OptionLayers | undefined): void {
  const existing = definedGlobal('LeadChat');
  // Whatever else has the name, the page's own `init` or a setting of it, is none of ours.
  if (isGlobal(existing)) {
    if (tagLayers && !existing.getState?.()) existing.init({}, tagLayers);
    return;
  }
  const { guard } = createCallGuard(
    () => false,
    (_, message) => console.error(message),
  );
  const queue: Call[] = guard('LeadChat', () => callsIn(Object(existing).q)) ?? [];
  let defaultWidget: Widget | undefined;
  /** Whether the script tag has created the default widget, and no `init` of the page has changed it yet. */
  let isFromTag = false;

  function call(...[name, ...args]: Call): unknown {
    const methods = defaultWidget ?? { init };
    const method = typeof name === 'string' ? name : typeof name;
    return guard(method, () => {
      if (Object.hasOwn(methods, method)) return Reflect.get(methods, method)(...args);
      if (defaultWidget) throw new TypeError('there is no such method.');
      queue.push([name, ...args.map(copyValues)]);
      return isSubscription(method) ? () => void call('off', ...args) : undefined;
    });
  }

  /**
   * Creates a widget. The other methods apply to the first one on the page. If the script tag has created it, the first call
   * changes its options instead, so the result does not depend on whether the tag or the call came first.
   */
  function init(options: WidgetOptions = {}, layers?: OptionLayers): Widget {
    if (defaultWidget && isFromTag) {
      isFromTag = false;
      defaultWidget.update(options);
      return defaultWidget;
    }
    const widget = { ...createWidget({ ...tagLayers, ...layers, overrides: options }, { loadPanel }), init };
    if (!defaultWidget) {
      defaultWidget = widget;
      isFromTag = layers !== undefined;
      widget.on('destroy', () => {
        defaultWidget = undefined;
      });
      callQueued();
    }
    return widget;
  }

  function callQueued(): void {
    for (const queued of queue.splice(0)) call(...queued);
  }

  for (const name of methodNames) Reflect.set(call, name, (...args: Call) => call(name, ...args));
  Reflect.set(window, 'LeadChat', call);
  // If the page calls `init` itself, the script tag must not create a second widget.
  if (tagLayers && !queue.some(([name]) => name === 'init')) init({}, tagLayers);
  callQueued();
}

/** The global of an earlier script. The stub of the page collects its calls in `q`, and has no methods. */
type Existing = {
  init(options: RawOptions, layers: OptionLayers): unknown;
  getState?(): WidgetState | undefined;
};

function isGlobal(existing: unknown): existing is Existing {
  return typeof existing === 'function' && 'init' in existing && typeof existing.init === 'function';
}

/** The stub queues the arguments of each call. */
function callsIn(queue: unknown): Call[] {
  return listOf<unknown>(Object(queue)).map((queued) => listOf<unknown>(Object(queued)));
}
