import type { WidgetOptions } from '../../options/index.ts';
import { createWidget } from './create-widget.ts';
import type { LoadPanel, OptionLayers } from './panel-contract.ts';
import type { RawOptions } from './raw-options.ts';
import type { Widget, WidgetState } from './widget-api.ts';

type Call = [method: string, ...args: unknown[]];

const methodNames =
  'init open close toggle show hide sendMessage prefill identify setAttributes setLocale setTheme setConsent update reset destroy getState on once off';

/**
 * Installs `window.LeadChat`: `LeadChat.open()` is the same as `LeadChat('open')`, which also works before the script has
 * arrived. Makes the calls that the page's stub has queued, and creates the widget of the script tag: `tagLayers`, or
 * undefined if the tag configures none.
 *
 * If the page has several scripts, of this build or others, the first one installs the global; a later one creates its
 * widget only if the page has none.
 */
export function installGlobal(loadPanel: LoadPanel, tagLayers: OptionLayers | undefined): void {
  const { LeadChat: existing }: { LeadChat?: Existing } = window;
  if (existing?.init) {
    if (tagLayers && !existing.getState?.()) existing.init({}, tagLayers);
    return;
  }
  const queue: Call[] = [...(existing?.q ?? [])];
  let defaultWidget: Widget | undefined;
  /** The script tag has created the default widget, and no `init` of the page has changed it yet. */
  let isFromTag = false;

  function call(...[name, ...args]: Call): unknown {
    const method: unknown = Reflect.get(defaultWidget ?? { init }, name);
    if (typeof method === 'function') return method(...args);
    if (!defaultWidget) queue.push([name, ...args]);
    return undefined;
  }

  /**
   * Creates a widget. The first one on a page is the one that the other methods mean. If the script tag has already created
   * it, the first call changes its options instead, so the result does not depend on which of the two came first.
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

  for (const name of methodNames.split(' ')) Reflect.set(call, name, call.bind(undefined, name));
  Reflect.set(window, 'LeadChat', call);
  // A page that calls `init` itself does not want a second widget from the script tag.
  if (tagLayers && !queue.some(([name]) => name === 'init')) init({}, tagLayers);
  callQueued();
}

/** The global of an earlier script, or the stub of the page, which collects its calls in `q`. */
type Existing = {
  q?: Iterable<Call>;
  init?(options: RawOptions, layers: OptionLayers): unknown;
  getState?(): WidgetState | undefined;
};
