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
import { type Binding, bindWidget, callbackName, type EventCallbacks, pageWidget } from '../binding/index.ts';

/** The widget's options, one callback per event, and whether it is open. */
export type LeadChatProps = Omit<WidgetOptions, 'open'> &
  EventCallbacks & {
    /** Which one it is for `useLeadChat(id)`, where a page has several. */
    id?: string | undefined;
    /** Whether the chat is open, decided by you; comes with `onOpenChange`. */
    open?: boolean | undefined;
    /** Whether the chat is open at first, decided by the visitor from then on. @default false */
    defaultOpen?: boolean | undefined;
    /** The visitor, a trigger or another tab opens or closes the chat. */
    onOpenChange?: ((open: boolean) => void) | undefined;
  };

/** React 18 warns of layout effects on a server, where none of them runs anyway. */
const useClientEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

const callbackNames = new Set(widgetEventNames.map(callbackName));

/**
 * The chat as a component. It renders nothing where it stands: the bubble lives above the page, or in the element that
 * `target` selects. Changed props are applied to the running chat. `ref` is the widget with all of its methods.
 *
 * @example
 * <LeadChat proxyUrl="https://chat.example.com" onLeadAccepted={() => track('lead')} />
 */
export const LeadChat: ForwardRefExoticComponent<LeadChatProps & RefAttributes<Widget>> = forwardRef(
  function LeadChat(props, ref) {
    const latest = useRef(props);
    const binding = useRef<Binding>(null);
    const isMounted = useRef(false);
    const [, render] = useReducer((count: number) => count + 1, 0);

    useClientEffect(() => {
      latest.current = props;
      binding.current?.apply(optionsOf(props), props.open);
    });

    useClientEffect(() => {
      isMounted.current = true;
      const { open, defaultOpen } = latest.current;
      binding.current ??= bindWidget({
        options: optionsOf(latest.current),
        open,
        defaultOpen,
        tell: (name, detail) => Reflect.get(latest.current, callbackName(name))?.(detail),
        tellOpen: (isOpen) => {
          latest.current.onOpenChange?.(isOpen);
          // Whoever decides over `open` and does not agree gets it back as it was.
          render();
        },
      });
      return () => {
        isMounted.current = false;
        // StrictMode and Fast Refresh unmount and mount again at once: to the visitor that is one chat.
        queueMicrotask(() => {
          if (isMounted.current) return;
          binding.current?.widget.destroy();
          binding.current = null;
        });
      };
    }, []);

    useClientEffect(() => {
      const widget = binding.current?.widget;
      return widget && pageWidget(props.id).attach(widget);
    }, [props.id]);

    useImperativeHandle<Widget | null, Widget | null>(ref, () => binding.current?.widget ?? null, []);
    return null;
  },
);

/** Props that are neither React's nor an event's; one that is no option is told by the panel. */
function optionsOf({ id, open, defaultOpen, onOpenChange, ...rest }: LeadChatProps): WidgetOptions {
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !callbackNames.has(name)));
}
