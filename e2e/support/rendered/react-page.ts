import { createElement, StrictMode } from 'react';

type Entry = typeof import('../../../src/adapters/react/index.ts');

/** A page with the chat and a custom button, for both server and browser. */
export function reactPage({ LeadChat, useLeadChat }: Entry, proxyUrl: string) {
  const Appointment = () => {
    const { open, state } = useLeadChat();
    return createElement('button', { type: 'button', onClick: open }, state.open ? 'Chatting' : 'Ask us');
  };
  return createElement(StrictMode, null, createElement(Appointment), createElement(LeadChat, { proxyUrl }));
}
