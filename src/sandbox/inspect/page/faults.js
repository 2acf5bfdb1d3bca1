import { element } from './elements.js';

/** The form that sets faults. `changed` is called once it did. */
export function wireFaults({ routes }, changed) {
  const form = document.querySelector('#fault-form');
  const outcome = document.querySelector('#fault-outcome');
  const options = ['*', 'socket', ...routes].map((route) => element('option', {}, route));
  form.elements.route.replaceChildren(...options);

  const ask = async (method, fault) => {
    const headers = { 'content-type': 'application/json' };
    const body = fault === undefined ? {} : { headers, body: JSON.stringify(fault) };
    const response = await fetch('/sandbox/faults', { method, ...body });
    outcome.textContent = (await response.json()).message;
    await changed();
  };
  const tell = (error) => {
    outcome.textContent = `The sandbox cannot be reached: ${error.message}`;
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { route, kind, count, status, ms } = form.elements;
    const fault = { route: route.value, kind: kind.value, count: count.valueAsNumber };
    if (kind.value === 'status') fault.status = status.valueAsNumber;
    if (ms.value !== '') fault.ms = ms.valueAsNumber;
    ask('POST', fault).catch(tell);
  });
  document.querySelector('#clear-faults').addEventListener('click', () => ask('DELETE').catch(tell));
}
