import type { Variants } from '../../options/index.ts';
import type { Listener, Widget, WidgetEvents } from './widget-api.ts';

export type EventBus = Pick<Widget, 'on' | 'once' | 'off'> & {
  emit(name: keyof WidgetEvents, detail: WidgetEvents[keyof WidgetEvents]): void;
};

/**
 * Dispatches the widget's events, with the visitor's variants, as DOM events of its host element. They bubble to the window, also out
 * of other shadow roots. If a listener throws, the browser reports it and calls the others.
 */
export function createEventBus(
  element: HTMLElement,
  variants: () => Variants,
  onEvent: (name: string, variants: Variants) => void,
): EventBus {
  /** The DOM listener for each listener, for `off`. */
  const domListeners = new WeakMap<object, (event: CustomEventInit) => void>();
  const domListenerOf = <Name extends keyof WidgetEvents>(listener: Listener<Name>) => {
    const domListener = domListeners.get(listener) ?? (({ detail }) => listener(detail));
    domListeners.set(listener, domListener);
    return domListener;
  };

  const on = <Name extends keyof WidgetEvents>(name: Name, listener: Listener<Name>, once = false) => {
    if (typeof listener !== 'function') throw new TypeError('the listener must be a function');
    element.addEventListener(`leadchat:${name}`, domListenerOf(listener), { once });
    return () => off(name, listener);
  };
  const off: EventBus['off'] = (name, listener) =>
    element.removeEventListener(`leadchat:${name}`, domListenerOf(listener));

  return {
    emit(name, payload) {
      const current = variants();
      onEvent(name, current);
      const detail = Object.keys(current).length > 0 ? { ...payload, variants: current } : payload;
      element.dispatchEvent(new CustomEvent(`leadchat:${name}`, { detail, bubbles: true, composed: true }));
    },
    on,
    once: (name, listener) => on(name, listener, true),
    off,
  };
}
