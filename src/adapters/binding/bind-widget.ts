import { type WidgetEventName, type WidgetOptions, widgetEventNames } from '../../options/index.ts';
import { createWidget, type Widget, type WidgetEvents } from '../../widget/launcher/index.ts';
import { diffOptions } from './diff-options.ts';

export type Binding = {
  readonly widget: Widget;
  /**
   * Applies the component's current options to the widget and leaves unchanged ones alone. `open` is what the component
   * decides, or undefined if it leaves that to the visitor.
   */
  apply(options: WidgetOptions, open: boolean | undefined): void;
};

export type BindingDeps = {
  options: WidgetOptions;
  open: boolean | undefined;
  defaultOpen: boolean | undefined;
  onEvent(name: WidgetEventName, detail: WidgetEvents[WidgetEventName]): void;
  /** The widget has opened or closed, and the component has not asked for it. */
  onOpenChange(open: boolean): void;
};

/** Creates the widget of a component: what React and Vue have in common. */
export function bindWidget({ options, open, defaultOpen = false, onEvent, onOpenChange }: BindingDeps): Binding {
  let requestedOpen = open;
  let encodeMessage = options.encodeMessage;
  const changedOptions = diffOptions(options);

  /** A chat keeps the function it was created with, so it gets one that calls the component's latest. */
  const withLatestEncoder = (source: WidgetOptions): WidgetOptions =>
    source.encodeMessage ? { ...source, encodeMessage: (text) => encodeMessage?.(text) ?? text } : source;

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
