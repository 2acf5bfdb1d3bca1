import { type WidgetOptions, widgetEventNames } from '../../options/index.ts';
import { createWidget, type Widget, type WidgetEvents } from '../../widget/launcher/index.ts';
import { diffOptions } from './diff-options.ts';

export type Binding = {
  readonly widget: Widget;
  /**
   * Makes the widget what the component now asks for, and touches nothing that has not changed. `open` is the component's
   * will, or undefined where it leaves that to the visitor.
   */
  apply(options: WidgetOptions, open: boolean | undefined): void;
};

export type BindingDeps = {
  options: WidgetOptions;
  open: boolean | undefined;
  defaultOpen: boolean | undefined;
  /** Every event. */
  tell(name: keyof WidgetEvents, detail: WidgetEvents[keyof WidgetEvents]): void;
  /** The widget opened or closed without the component's having asked for it. */
  tellOpen(open: boolean): void;
};

/** Makes the widget that a component stands for: what React and Vue have in common. */
export function bindWidget({ options, open, defaultOpen = false, tell, tellOpen }: BindingDeps): Binding {
  let wanted = open;
  let encode = options.encodeMessage;
  const change = diffOptions(options);
  /** The chat keeps the function that it was made with. */
  const withLatest = (given: WidgetOptions): WidgetOptions =>
    encode && given.encodeMessage ? { ...given, encodeMessage: (text) => encode?.(text) ?? text } : given;

  const widget = createWidget(
    { overrides: withLatest({ ...options, open: open ?? defaultOpen }) },
    { loadPanel: () => import('../../widget/panel/index.ts') },
  );
  for (const name of widgetEventNames) {
    widget.on(name, (detail) => {
      const { open: isOpen } = widget.getState();
      if ((name === 'open' || name === 'close') && isOpen !== wanted) tellOpen(isOpen);
      tell(name, detail);
    });
  }
  return {
    widget,
    apply(next, nextOpen) {
      encode = next.encodeMessage ?? encode;
      const changed = change(next);
      if (changed) widget.update(withLatest(changed));
      wanted = nextOpen;
      if (wanted === undefined || wanted === widget.getState().open) return;
      if (wanted) widget.open();
      else widget.close();
    },
  };
}
