import {
  type AllowedComponentProps,
  type ComponentCustomProps,
  defineComponent,
  nextTick,
  onBeforeUnmount,
  onMounted,
  type VNodeProps,
  watch,
} from 'vue';
import { attributeKinds, type WidgetOptions, widgetEventNames } from '../../options/index.ts';
import type { Widget } from '../../widget/launcher/index.ts';
import { bindWidget, type EventCallbacks, pageWidget } from '../binding/index.ts';

/** The widget's options, and whether it is open. */
export type LeadChatProps = Omit<WidgetOptions, 'open'> & {
  /** Which one it is for `useLeadChat(id)`, where a page has several. */
  id?: string | undefined;
  /** Whether the chat is open, decided by you: `v-model:open`. */
  open?: boolean | undefined;
  /** Whether the chat is open at first, decided by the visitor from then on. @default false */
  defaultOpen?: boolean | undefined;
};

/** What templates and editors check against: props, one kebab-case event per event of the widget, and its methods. */
export interface LeadChatComponent {
  new (): {
    $props: AllowedComponentProps &
      ComponentCustomProps &
      VNodeProps &
      LeadChatProps &
      EventCallbacks & { 'onUpdate:open'?: ((open: boolean) => void) | undefined };
  } & Widget;
}

/** Vue takes an absent switch for false, which is not what leaving it out means here. */
const optional = { type: Boolean, default: undefined };
const eventFor = (name: string) => name.replace(':', '-');

/**
 * The chat as a component. It renders nothing where it stands: the bubble lives above the page, or in the element that
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
      ...Object.fromEntries([...Object.keys(attributeKinds), 'encodeMessage', 'id'].map((name) => [name, null])),
      analytics: optional,
      open: optional,
      defaultOpen: optional,
    },
    emits: [...widgetEventNames.map(eventFor), 'update:open'],
    setup(props: LeadChatProps, { emit, expose }) {
      const exposed = {};
      expose(exposed);
      onMounted(() => {
        const { open, defaultOpen } = props;
        const { widget, apply } = bindWidget({
          options: optionsOf(props),
          open,
          defaultOpen,
          tell: (name, detail) => emit(eventFor(name), detail),
          tellOpen: (isOpen) => {
            emit('update:open', isOpen);
            // Whoever decides over `open` and does not agree gets it back as it was.
            void nextTick(() => apply(optionsOf(props), props.open));
          },
        });
        Object.assign(exposed, widget);
        // Deep, so that a reactive `texts` may be changed in place.
        watch(
          () => [optionsOf(props), props.open],
          () => apply(optionsOf(props), props.open),
          { deep: true, flush: 'post' },
        );
        watch(
          () => props.id,
          (id, _, onCleanup) => onCleanup(pageWidget(id).attach(widget)),
          { immediate: true, flush: 'post' },
        );
        onBeforeUnmount(() => widget.destroy());
      });
      return () => null;
    },
  }),
);

function optionsOf({ id, open, defaultOpen, ...options }: LeadChatProps): WidgetOptions {
  return options;
}
