import { createElement, StrictMode } from 'react';

type Entry = typeof import('../../../src/adapters/react/index.ts');

/** A page with the chat and a button of its own, for server and browser alike. */
export function reactPage({ LeadChat, useLeadChat }: Entry, proxyUrl: string) {
  const Appointment = () => {
    const { open, state } = useLeadChat();
    return createElement('button', { type: 'button', onClick: open }, state.open ? 'Chatting' : 'Ask us');
  };
  return createElement(StrictMode, null, createElement(Appointment), createElement(LeadChat, { proxyUrl }));
}
