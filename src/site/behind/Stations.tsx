import type { ComponentChildren } from 'preact';
import type { DemoFault } from '../../demo-api.ts';
import { setFault, state } from './demo-client.ts';
import { countWaitingLeads, countWaitingMessages } from './snapshot.ts';
import { connection, isOffline, setOffline } from './traffic.ts';

/** The three places that a lead passes through, with buttons that break them. */
export function Stations() {
  const faults = new Set(state.value?.faults);
  const { proxy, service } = state.value ?? {};
  const pendingCount = proxy?.leads.filter((lead) => lead.state === 'pending').length ?? 0;
  return (
    <div class="stations">
      <Station
        name="Your browser"
        health={isOffline.value ? 'is-down' : connection.value === 'not connected' ? 'is-slow' : 'is-up'}
        status={isOffline.value ? 'Offline' : `Online · chat ${connection.value}`}
        holds={browserHolds()}
      >
        <ToggleButton isOn={isOffline.value} onClick={() => setOffline(!isOffline.value)}>
          Offline
        </ToggleButton>
        <button type="button" onClick={() => setFault({ fault: 'cut-socket' })}>
          Cut the socket
        </button>
      </Station>
      <Link isBroken={isOffline.value || faults.has('proxy')} />
      <Station
        name="Proxy"
        health={faults.has('proxy') ? 'is-down' : 'is-up'}
        status={faults.has('proxy') ? 'Stopped' : 'Running'}
        holds={proxy === null ? 'Its leads are on disk' : count(pendingCount, 'lead', 'on the way')}
      >
        <FaultButton fault="proxy">Proxy down</FaultButton>
      </Station>
      <Link isBroken={faults.has('proxy') || faults.has('service')} />
      <Station
        name="Service"
        health={faults.has('service') ? 'is-down' : faults.has('slow') ? 'is-slow' : 'is-up'}
        status={faults.has('service') ? 'Down' : faults.has('slow') ? 'Slow' : 'Running'}
        holds={count(service?.leads.length ?? 0, 'lead', 'arrived')}
      >
        <FaultButton fault="service">Service down</FaultButton>
        <FaultButton fault="slow">Slow service</FaultButton>
      </Station>
    </div>
  );
}

type StationProps = {
  name: string;
  health: 'is-up' | 'is-slow' | 'is-down';
  status: string;
  /** The data at this place. */
  holds: string;
  /** Buttons that break it. */
  children: ComponentChildren;
};

function Station({ name, health, status, holds, children }: StationProps) {
  return (
    <section class={`station card ${health}`} aria-label={name}>
      <h2>{name}</h2>
      <p class="health">{status}</p>
      <p class="holds">{holds}</p>
      <div class="fault-buttons">{children}</div>
    </section>
  );
}

function Link({ isBroken }: { isBroken: boolean }) {
  return <div class={isBroken ? 'link is-broken' : 'link'} aria-hidden="true" />;
}

function FaultButton({ fault, children }: { fault: DemoFault; children: string }) {
  const isOn = state.value?.faults.includes(fault) === true;
  return (
    <ToggleButton isOn={isOn} onClick={() => setFault({ fault, isOn: !isOn })}>
      {children}
    </ToggleButton>
  );
}

function ToggleButton({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: string }) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  );
}

function browserHolds(): string {
  const leads = countWaitingLeads();
  const messages = countWaitingMessages();
  if (leads === 0 && messages === 0) return 'Nothing waits here';
  return [
    ...(leads > 0 ? [count(leads, 'lead', 'waiting')] : []),
    ...(messages > 0 ? [count(messages, 'message', 'waiting')] : []),
  ].join(' · ');
}

function count(number: number, noun: string, what: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'} ${what}`;
}
