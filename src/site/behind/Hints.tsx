import { demoFaults } from '../../demo-api.ts';
import { problem, setFault, state } from './demo-client.ts';
import { countWaitingLeads } from './snapshot.ts';
import { isOffline, setOffline } from './traffic.ts';

const hints = {
  proxy:
    'The proxy is stopped. Leave a lead: this browser keeps it. Reload the page if you like, then repair the proxy: the lead goes out.',
  service:
    'The service drops every request, as in an outage. Leave a lead: the proxy accepts it, keeps it and tries again. Repaired, it is delivered within half a minute.',
  slow: 'Every request to the service takes three seconds. Leave a lead: the visitor waits for none of it.',
} as const;
const offlineHint = 'This page has no network. Write a message: it waits, and goes out when you are back.';

/** Suggests what to break, or what to try while something is broken. */
export function Hints({ onNewVisitor }: { onNewVisitor: () => void }) {
  const active = demoFaults.filter((fault) => state.value?.faults.includes(fault));
  const shown = [...active.map((fault) => hints[fault]), ...(isOffline.value ? [offlineHint] : [])];
  const repair = async () => {
    setOffline(false);
    for (const fault of active) await setFault({ fault, isOn: false });
  };
  return (
    <section class="hints card" aria-label="What to try">
      <div role="status">
        {problem.value !== '' && <p class="problem">{problem}</p>}
        {shown.map((hint) => (
          <p key={hint}>{hint}</p>
        ))}
      </div>
      {shown.length === 0 && (
        <>
          <p>Everything works. Break one part, and watch what happens to a lead or a message:</p>
          <ol>
            <li>Stop the proxy, leave a lead, repair it.</li>
            <li>Take the service down, leave a lead as a new visitor, repair it.</li>
            <li>Go offline in the middle of the chat, write something, come back.</li>
            <li>Cut the socket, and go on writing.</li>
          </ol>
        </>
      )}
      <div class="fault-buttons">
        <button type="button" class="repair" disabled={shown.length === 0} onClick={repair}>
          Repair everything
        </button>
        <button type="button" disabled={countWaitingLeads() > 0} onClick={onNewVisitor}>
          Be a new visitor
        </button>
      </div>
    </section>
  );
}
