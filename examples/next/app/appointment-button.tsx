'use client';

import { useLeadChat } from 'leadchat/react';

export function AppointmentButton() {
  const { open, state } = useLeadChat();
  return (
    <button type="button" onClick={open} disabled={state.open}>
      {state.phase === 'chatting' ? 'Go on chatting' : 'Ask for an appointment'}
    </button>
  );
}
