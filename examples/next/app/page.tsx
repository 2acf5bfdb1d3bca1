import { AppointmentButton } from './appointment-button';

export default function Home() {
  return (
    <>
      <h1>Gentle care, straight answers.</h1>
      <p>Same-week appointments and a team that remembers your name.</p>
      <AppointmentButton />
    </>
  );
}
