import { LeadChat } from 'leadchat/react';
import { useState } from 'react';
import { AppointmentButton } from './appointment-button.tsx';

const proxyUrl = import.meta.env.VITE_LEADCHAT_PROXY ?? 'http://localhost:4001';

export function App() {
  const [color, setColor] = useState('#0f766e');
  const [hasLead, setHasLead] = useState(false);

  return (
    <>
      <header>
        <strong>Northlight Dental</strong>
        <label>
          Color <input type="color" value={color} onChange={(event) => setColor(event.target.value)} />
        </label>
      </header>
      <main>
        <h1>Gentle care, straight answers.</h1>
        <p>Same-week appointments and a team that remembers your name.</p>
        <AppointmentButton />
        {hasLead && <p role="status">Thank you. We know where to reach you.</p>}
      </main>
      <LeadChat proxyUrl={proxyUrl} color={color} onLeadAccepted={() => setHasLead(true)} />
    </>
  );
}
