import { demoFaults } from '../../demo-api.ts';
import { problem, setFault, state } from './demo-client.ts';
import { isOffline, setOffline } from './traffic.ts';

const faults = {
  service: {
    name: 'Service down',
    hint: 'The service drops every request. Leave a lead: the proxy accepts it, keeps it and retries. Repaired, it is delivered within half a minute.',
  },
  slow: {
    name: 'Slow service',
    hint: 'Every request to the service takes three seconds. Nothing waits for it but the step itself.',
  },
  proxy: {
    name: 'Proxy down',
    hint: 'The proxy is stopped. Leave a lead: this browser keeps it and sends it once the proxy is back, even after a reload.',
  },
} as const;

const offlineHint = 'This page has no network. Write a message: it waits, and goes out when you are back.';

/** Buttons that break one part each, and repair it. */
export function FaultButtons() {
  const active = new Set(state.value?.faults);
  const hints = [
    ...demoFaults.filter((name) => active.has(name)).map((name) => faults[name].hint),
    ...(isOffline.value ? [offlineHint] : []),
  ];
  const repair = async () => {
    setOffline(false);
    for (const fault of active) await setFault({ fault, isOn: false });
  };
  return (
    <section class="faults card" aria-label="Break something">
      <div class="fault-buttons">
        {demoFaults.map((fault) => (
          <button
            type="button"
            key={fault}
            aria-pressed={active.has(fault)}
            onClick={() => setFault({ fault, isOn: !active.has(fault) })}
          >
            {faults[fault].name}
          </button>
        ))}
        <button type="button" aria-pressed={isOffline.value} onClick={() => setOffline(!isOffline.value)}>
          Offline
        </button>
        <button type="button" onClick={() => setFault({ fault: 'cut-socket' })}>
          Cut the socket
        </button>
        <button type="button" class="repair" disabled={hints.length === 0} onClick={repair}>
          Repair everything
        </button>
      </div>
      <div role="status">
        {hints.length === 0 ? (
          <p>Everything works. Break something, then leave a lead or write a message.</p>
        ) : (
          hints.map((hint) => <p key={hint}>{hint}</p>)
        )}
        {problem.value !== '' && <p class="problem">{problem}</p>}
      </div>
    </section>
  );
}
