import { type WidgetEventName, type WidgetOptions, widgetEventNames } from '../../options/index.ts';
import { createWidget, type StoreState, type Widget, type WidgetEvents } from '../../widget/launcher/index.ts';
import { loadPanel } from '../../widget/load-panel.ts';
import { diffOptions } from './diff-options.ts';

/** What a component's next widget goes on from: a framework may take a component out of the page, and bring it back. */
export type PreviousWidget = {
  /** It was open, or would have been if nothing had hidden it. */
  readonly isWanted: boolean | undefined;
  readonly isHiddenByPage?: boolean;
  readonly storageConsent?: StoreState['storageConsent'];
  /** The option at its end. Another one wins over what the visitor has answered. */
  readonly consent?: WidgetOptions['consent'];
};

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
  previous: PreviousWidget;
  onEvent(name: WidgetEventName, detail: WidgetEvents[WidgetEventName]): void;
  /** Called when the widget has opened or closed without a request of the component. */
  onOpenChange(open: boolean): void;
  onDestroy(destroyed: PreviousWidget): void;
};

/** Creates the widget of a component. Shared by React and Vue. */
export function bindWidget({ options, open, previous, onEvent, onOpenChange, onDestroy }: BindingDeps): Binding {
  /** What the component has asked for, or was told, last. */
  let knownOpen = open;
  let { encodeMessage, userToken, consent } = options;
  /**
   * What was passed for the person who left by reset(). The component may render with it again, before it has a token of the next
   * person. Another function is theirs, and counts as changed, which a function does not otherwise.
   */
  let leftToken: WidgetOptions['userToken'];
  const changedOptions = diffOptions(options);

  /** Components write functions inline, new ones on every render, so the widget gets functions that call the latest ones. */
  const withLatestFunctions = (source: WidgetOptions): WidgetOptions => ({
    ...source,
    ...(typeof source.encodeMessage === 'function' && {
      encodeMessage: (text) => (typeof encodeMessage === 'function' ? encodeMessage(text) : text),
    }),
    ...(typeof source.userToken === 'function' && {
      userToken: () => (typeof userToken === 'function' ? userToken() : userToken),
    }),
  });

  const created = createWidget(
    {
      overrides: withLatestFunctions({ ...options, open: open ?? previous.isWanted }),
      storageConsent: consent === previous.consent ? previous.storageConsent : undefined,
      isHiddenByPage: previous.isHiddenByPage,
    },
    {
      loadPanel,
      onDestroy: ({ isWanted, isHiddenByPage, storageConsent }) =>
        onDestroy({ isWanted, isHiddenByPage, storageConsent, consent }),
    },
  );
  const widget: Widget = {
    ...created,
    reset() {
      leftToken = userToken;
      created.reset();
    },
  };
  for (const name of widgetEventNames) {
    widget.on(name, (detail) => {
      const isOpen = widget.getState().open;
      if ((name === 'open' || name === 'close') && isOpen !== knownOpen) {
        knownOpen = isOpen;
        onOpenChange(isOpen);
      }
      onEvent(name, detail);
    });
  }

  return {
    widget,
    apply(nextOptions, nextOpen) {
      encodeMessage = nextOptions.encodeMessage ?? encodeMessage;
      ({ userToken, consent } = nextOptions);
      const changed = changedOptions(nextOptions);
      const hasLeft = leftToken !== undefined && userToken !== leftToken;
      const isForNext = hasLeft && typeof userToken === 'function';
      if (hasLeft) leftToken = undefined;
      if (changed || isForNext) widget.update(withLatestFunctions({ ...changed, ...(isForNext && { userToken }) }));
      // A chat that its page hides is closed already, and would be open on the next page.
      const isAsked = nextOpen !== knownOpen || nextOpen !== widget.getState().open;
      knownOpen = nextOpen;
      if (nextOpen === undefined || !isAsked) return;
      if (nextOpen) widget.open();
      else widget.close();
    },
  };
}
