import { createSSRApp, defineComponent, h } from 'vue';

type Entry = typeof import('../../../src/adapters/vue/index.ts');

/** A page with the chat and a button of its own, for server and browser alike. */
export function vuePage({ LeadChat, useLeadChat }: Entry, proxyUrl: string) {
  const Appointment = defineComponent(() => {
    const { open, isOpen } = useLeadChat();
    return () => h('button', { type: 'button', onClick: open }, isOpen.value ? 'Chatting' : 'Ask us');
  });
  return createSSRApp(() => [h(Appointment), h(LeadChat, { proxyUrl })]);
}
