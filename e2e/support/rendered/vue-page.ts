import { createSSRApp, defineComponent, h } from 'vue';

type Entry = typeof import('../../../src/adapters/vue/index.ts');

/** A page with the chat and a custom button, for both server and browser. */
export function vuePage({ LeadChat, useLeadChat }: Entry, proxyUrl: string) {
  const Appointment = defineComponent(() => {
    const { open, isOpen } = useLeadChat();
    return () => h('button', { type: 'button', onClick: open }, isOpen.value ? 'Chatting' : 'Ask us');
  });
  return createSSRApp(() => [h(Appointment), h(LeadChat, { proxyUrl })]);
}
