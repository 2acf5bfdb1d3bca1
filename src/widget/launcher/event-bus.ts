import type { Listener, Widget, WidgetEvents } from './widget-api.ts';

export type EventBus = Pick<Widget, 'on' | 'once' | 'off'> & {
  emit(name: keyof WidgetEvents, detail: WidgetEvents[keyof WidgetEvents]): void;
};

/**
 * The widget's events are DOM events of its host element. They bubble to the window, out of other shadow roots too, and the
 * browser reports a listener that throws without stopping the others.
 */
export function createEventBus(element: HTMLElement): EventBus {
  const domListeners = new WeakMap<object, (event: Event) => void>();

  const on = <Name extends keyof WidgetEvents>(name: Name, listener: Listener<Name>, once = false) => {
    const domListener =
      domListeners.get(listener) ?? ((event) => event instanceof CustomEvent && listener(event.detail));
    domListeners.set(listener, domListener);
    element.addEventListener(`leadchat:${name}`, domListener, { once });
    return () => off(name, listener);
  };
  const off: EventBus['off'] = (name, listener) => {
    const domListener = domListeners.get(listener);
    if (domListener) element.removeEventListener(`leadchat:${name}`, domListener);
  };

  return {
    emit(name, detail) {
      element.dispatchEvent(new CustomEvent(`leadchat:${name}`, { detail, bubbles: true, composed: true }));
    },
    on,
    once: (name, listener) => on(name, listener, true),
    off,
  };
}
