import { type WidgetEventName, type WidgetOptions, widgetEventNames } from '../../options/index.ts';
import { createWidget, type Widget, type WidgetEvents } from '../../widget/launcher/index.ts';
import { diffOptions } from './diff-options.ts';

export type Binding = {
  readonly widget: Widget;
  /**
   * Applies the component's changed options to the widget. `open` is undefined if the component leaves opening and closing to
   * the visitor.
   */
  apply(options: WidgetOptions, open: boolean | undefined): void;
};

export type BindingDeps = {
  options: WidgetOptions;
  open: boolean | undefined;
  defaultOpen: boolean | undefined;
  onEvent(name: WidgetEventName, detail: WidgetEvents[WidgetEventName]): void;
  /** Called when the widget has opened or closed without a request of the component. */
  onOpenChange(open: boolean): void;
};

/** Creates the widget of a component. Shared by React and Vue. */
export function bindWidget({ options, open, defaultOpen, onEvent, onOpenChange }: BindingDeps): Binding {
  let requestedOpen = open;
  let encodeMessage = options.encodeMessage;
  const changedOptions = diffOptions(options);

  /** A chat keeps its `encodeMessage` for good, so it gets a function that calls the component's latest one. */
  const withLatestEncoder = (source: WidgetOptions): WidgetOptions =>
    typeof source.encodeMessage === 'function'
      ? { ...source, encodeMessage: (text) => (typeof encodeMessage === 'function' ? encodeMessage(text) : text) }
      : source;

  const widget = createWidget(
    { overrides: withLatestEncoder({ ...options, open: open ?? defaultOpen }) },
    { loadPanel: () => import('../../widget/panel/index.ts') },
  );
  for (const name of widgetEventNames) {
    widget.on(name, (detail) => {
      const isOpen = widget.getState().open;
      if ((name === 'open' || name === 'close') && isOpen !== requestedOpen) onOpenChange(isOpen);
      onEvent(name, detail);
    });
  }

  return {
    widget,
    apply(nextOptions, nextOpen) {
      encodeMessage = nextOptions.encodeMessage ?? encodeMessage;
      const changed = changedOptions(nextOptions);
      if (changed) widget.update(withLatestEncoder(changed));
      requestedOpen = nextOpen;
      if (nextOpen === undefined || nextOpen === widget.getState().open) return;
      if (nextOpen) widget.open();
      else widget.close();
    },
  };
}
