import { useLeadChat } from 'leadchat/react';

/** Anywhere in the page, and in another root too: the chat needs no provider. */
export function AppointmentButton() {
  const { open, state } = useLeadChat();
  return (
    <button type="button" onClick={open} disabled={state.open}>
      {state.phase === 'chatting' ? 'Go on chatting' : 'Ask for an appointment'}
      {state.unread > 0 && <span> · {state.unread} new</span>}
    </button>
  );
}
