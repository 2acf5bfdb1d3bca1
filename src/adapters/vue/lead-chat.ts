import {
  type AllowedComponentProps,
  type ComponentCustomProps,
  camelize,
  defineComponent,
  effectScope,
  nextTick,
  onActivated,
  onBeforeUnmount,
  onDeactivated,
  onMounted,
  type VNodeProps,
  watch,
} from 'vue';
import { attributeKinds, type WidgetOptions, widgetEventNames } from '../../options/index.ts';
import type { Widget } from '../../widget/launcher/index.ts';
import {
  bindWidget,
  type EventCallbacks,
  type PreviousWidget,
  registryEntry,
  serializeOptions,
} from '../binding/index.ts';

/** The widget's options, and the props that open and close it. */
export type LeadChatProps = Omit<WidgetOptions, 'open'> & {
  /** Its name for `useLeadChat(id)`, if the page has several. */
  id?: string | undefined;
  /** Whether the chat is open, if your code controls it: `v-model:open`. */
  open?: boolean | undefined;
  /** Whether the chat is open at first, if the visitor controls it afterwards. @default false */
  defaultOpen?: boolean | undefined;
};

/** The type that templates and editors check: props, the widget's events, and its methods. */
export interface LeadChatComponent {
  new (): {
    $props: AllowedComponentProps &
      ComponentCustomProps &
      VNodeProps &
      LeadChatProps &
      EventCallbacks & { 'onUpdate:open'?: ((open: boolean) => void) | undefined };
  } & Widget;
}

/** By default, Vue turns an absent boolean prop into false. Undefined means the option's default. */
const optionalBoolean = { type: Boolean, default: undefined };
/** An option that is on where a template has only its name. Vue passes that on as an empty text unless the prop may be a boolean. */
const optionalSwitch = { type: [Boolean, String, Object], default: undefined };
const isSwitch = (kind: string) => kind === 'boolean' || kind === 'switch-or-texts';
const vueEventName = (name: string) => name.replace(':', '-');

/**
 * The chat as a component. It renders nothing where it is placed: the widget floats above the page, or is in the element that
 * `target` selects. Changed props are applied to the running chat. A template ref has the widget's methods.
 *
 * @example
 * <LeadChat proxy-url="https://chat.example.com" v-model:open="isOpen" @lead-accepted="track" />
 */
export const LeadChat: LeadChatComponent = Object(
  defineComponent({
    name: 'LeadChat',
    inheritAttrs: false,
    props: {
      ...Object.fromEntries(
        Object.entries(attributeKinds).map(([name, kind]) => [name, isSwitch(kind) ? optionalSwitch : null]),
      ),
      encodeMessage: null,
      id: null,
      open: optionalBoolean,
      defaultOpen: optionalBoolean,
    },
    emits: [...widgetEventNames.map(vueEventName), 'update:open'],
    setup(props: LeadChatProps, { attrs, emit, expose }) {
      const exposed = {};
      expose(exposed);
      let previous: PreviousWidget = { isWanted: props.defaultOpen };
      let unbind: (() => void) | undefined;

      function bind(): void {
        const { open } = props;
        const { widget, apply } = bindWidget({
          options: { ...unknownOptions(attrs), ...optionsOf(props) },
          open,
          previous,
          onEvent: (name, detail) => emit(vueEventName(name), detail),
          onOpenChange: (isOpen) => {
            emit('update:open', isOpen);
            // If the parent does not change its `open`, this sets the widget back to it.
            void nextTick(() => apply(optionsOf(props), props.open));
          },
          onDestroy(destroyed) {
            previous = destroyed;
          },
        });
        Object.assign(exposed, widget);
        const scope = effectScope();
        scope.run(() => {
          // Serialized, which reads every property: the page may change a reactive `texts` in place. With `deep`, Vue reads them
          // too, but a getter of the page that throws would end the update of the whole application.
          watch(
            () => [serializeOptions(optionsOf(props)), props.open],
            () => apply(optionsOf(props), props.open),
            { flush: 'post' },
          );
          watch(
            // In a list, because Vue looks for a `then` in a value, and reading it may throw.
            () => [props.id],
            ([id], _, onCleanup) => onCleanup(registryEntry(id).register(widget)),
            { immediate: true, flush: 'post' },
          );
        });
        unbind = () => {
          unbind = undefined;
          scope.stop();
          widget.destroy();
        };
      }

      onMounted(bind);
      onBeforeUnmount(() => unbind?.());
      // `<KeepAlive>` takes the component out of the page, and brings it back. The conversation goes on as on another page.
      onDeactivated(() => unbind?.());
      onActivated(() => {
        if (unbind === undefined) bind();
      });
      return () => null;
    },
  }),
);

/** Returns attributes that are not props, for the widget to report. Omits class, style, listeners, `data-*` and `aria-*`. */
function unknownOptions(attributes: Record<string, unknown>): Record<string, unknown> {
  const isOption = ([name]: [string, unknown]) => !/^(?:class|style|on[A-Z].*|data-.*|aria-.*)$/.test(name);
  const entries = Object.entries(attributes).filter(isOption);
  return Object.fromEntries(entries.map(([name, value]) => [camelize(name), value]));
}

function optionsOf({ id, open, defaultOpen, ...options }: LeadChatProps): WidgetOptions {
  return options;
}
