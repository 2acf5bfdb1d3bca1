import type { Listener, Widget, WidgetEvents } from './widget-api.ts';

export type EventBus = Pick<Widget, 'on' | 'once' | 'off'> & {
  emit(name: keyof WidgetEvents, detail: WidgetEvents[keyof WidgetEvents]): void;
};

/**
 * The widget's events are DOM events of its host element. They bubble to the window, out of other shadow roots too, and the
 * browser reports a listener that throws without stopping the others.
 */
export function createEventBus(element: HTMLElement): EventBus {
  /** The DOM listener of each listener, so that `off` finds it. */
  const domListeners = new WeakMap<object, (event: CustomEventInit) => void>();
  const domListenerOf = <Name extends keyof WidgetEvents>(listener: Listener<Name>) => {
    const domListener = domListeners.get(listener) ?? (({ detail }) => listener(detail));
    domListeners.set(listener, domListener);
    return domListener;
  };

  const on = <Name extends keyof WidgetEvents>(name: Name, listener: Listener<Name>, once = false) => {
    element.addEventListener(`leadchat:${name}`, domListenerOf(listener), { once });
    return () => off(name, listener);
  };
  const off: EventBus['off'] = (name, listener) =>
    element.removeEventListener(`leadchat:${name}`, domListenerOf(listener));

  return {
    emit: (name, detail) =>
      element.dispatchEvent(new CustomEvent(`leadchat:${name}`, { detail, bubbles: true, composed: true })),
    on,
    once: (name, listener) => on(name, listener, true),
    off,
  };
}
