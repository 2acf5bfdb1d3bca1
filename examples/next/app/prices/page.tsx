import { AppointmentButton } from '../appointment-button';

export default function Prices() {
  return (
    <>
      <h1>Prices before you sit down.</h1>
      <p>A check-up is 90 dollars, and you know of everything else beforehand.</p>
      <AppointmentButton />
    </>
  );
}
