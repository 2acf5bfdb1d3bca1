import {
  type ForwardRefExoticComponent,
  forwardRef,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import { type WidgetOptions, widgetEventNames } from '../../options/index.ts';
import type { Widget } from '../../widget/launcher/index.ts';
import {
  type Binding,
  bindWidget,
  callbackName,
  type EventCallbacks,
  type PreviousWidget,
  registryEntry,
} from '../binding/index.ts';

/** The widget's options, one callback per event, and the props that open and close it. */
export type LeadChatProps = Omit<WidgetOptions, 'open'> &
  EventCallbacks & {
    /** Its name for `useLeadChat(id)`, if the page has several. */
    id?: string | undefined;
    /** Whether the chat is open, if your code controls it. Use it with `onOpenChange`. */
    open?: boolean | undefined;
    /** Whether the chat is open at first, if the visitor controls it afterwards. @default false */
    defaultOpen?: boolean | undefined;
    /** Called when the visitor, a trigger or another tab opens or closes the chat. */
    onOpenChange?: ((open: boolean) => void) | undefined;
  };

/** React 18 warns about layout effects on a server, although no effect runs there. */
const useClientEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

const callbackNames = new Set(widgetEventNames.map(callbackName));

/**
 * The chat as a component. It renders nothing where it is placed: the widget floats above the page, or is in the element that
 * `target` selects. Changed props are applied to the running chat. `ref` is the widget with all its methods.
 *
 * @example
 * <LeadChat proxyUrl="https://chat.example.com" onLeadAccepted={() => track('lead')} />
 */
export const LeadChat: ForwardRefExoticComponent<LeadChatProps & RefAttributes<Widget>> = forwardRef(
  function LeadChat(props, ref) {
    const latest = useRef(props);
    const binding = useRef<Binding>(null);
    const isMounted = useRef(false);
    // How the widget was when `<Activity>` hid it. At first, the option.
    const previous = useRef<PreviousWidget>({ isWanted: props.defaultOpen });
    const [, render] = useReducer((count: number) => count + 1, 0);

    useClientEffect(() => {
      latest.current = props;
      binding.current?.apply(optionsOf(props), props.open);
    });

    useClientEffect(() => {
      isMounted.current = true;
      binding.current ??= bindWidget({
        options: optionsOf(latest.current),
        open: latest.current.open,
        previous: previous.current,
        onEvent: (name, detail) => {
          const callback: unknown = Reflect.get(latest.current, callbackName(name));
          if (typeof callback === 'function') callback(detail);
        },
        onOpenChange: (isOpen) => {
          const { onOpenChange } = latest.current;
          if (typeof onOpenChange === 'function') onOpenChange(isOpen);
          // If a controlled component does not change its `open`, the next effect sets the widget back to it.
          render();
        },
        onDestroy(destroyed) {
          previous.current = destroyed;
        },
      });
      return () => {
        isMounted.current = false;
        // StrictMode and Fast Refresh mount again at once. The chat is kept then.
        queueMicrotask(() => {
          if (isMounted.current || binding.current === null) return;
          binding.current.widget.destroy();
          binding.current = null;
        });
      };
    }, []);

    useClientEffect(() => {
      const widget = binding.current?.widget;
      return widget && registryEntry(props.id).register(widget);
    }, [props.id]);

    useImperativeHandle<Widget | null, Widget | null>(ref, () => binding.current?.widget ?? null, []);
    return null;
  },
);

/** Returns the props that are options, and unknown ones, which the panel reports. */
function optionsOf({ id, open, defaultOpen, onOpenChange, ...rest }: LeadChatProps): WidgetOptions {
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !callbackNames.has(name)));
}
