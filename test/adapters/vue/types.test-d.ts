import { createApp, type GlobalComponents, h, ref } from 'vue';
import { LeadChat, leadChat, type useLeadChat } from '../../../src/adapters/vue/index.ts';

type Props = InstanceType<typeof LeadChat>['$props'];

type Chat = ReturnType<typeof useLeadChat>;

const widget = ref<InstanceType<typeof LeadChat>>();

/** Never runs: `tsc` checks that these lines compile. */
export const use = (chat: Chat) => [
  h(LeadChat, {
    proxyUrl: 'https://chat.example',
    id: 'sales',
    class: 'is of no use, and Vue takes it everywhere',
    offset: { x: 4, y: 8 },
    triggers: [{ type: 'delay', seconds: 5 }],
    open: chat.isOpen.value,
    'onUpdate:open': (open: boolean) => open,
    onLeadAccepted: ({ lead }) => lead,
    onMessageReceived: ({ message }) => message.text,
  }),
  createApp({})
    .use(leadChat)
    .use(leadChat, { proxyUrl: 'https://chat.example', onOpen: () => {} }),
  chat.unread.value + 1,
  widget.value?.open(),
  widget.value?.getState().unread,
];

export const global: GlobalComponents['LeadChat'] = LeadChat;

/** These lines must not compile, for the reason beside each. */
export const misuse: Props[] = [
  // @ts-expect-error -- there is no such theme
  { theme: 'pink' },
  // @ts-expect-error -- numbers are numbers
  { resumeDays: '30' },
  // @ts-expect-error -- events carry no session id: with one, anyone can read the conversation
  { onSessionStart: ({ session }) => session },
  // @ts-expect-error -- open is true or false
  { open: 'yes' },
];

export function misuseCalls(chat: Chat): void {
  // @ts-expect-error -- refs of the state are read-only
  chat.isOpen.value = true;
  // @ts-expect-error -- only the component that created the widget destroys it
  chat.destroy();
  // @ts-expect-error -- the options of the plugin are those of the widget
  createApp({}).use(leadChat, { flow: 'x' });
  // @ts-expect-error -- a ref of the component has the widget's methods only
  widget.value?.fly();
}
