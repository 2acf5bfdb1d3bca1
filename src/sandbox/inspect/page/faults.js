import { element } from './elements.js';

/** Connects the form that sets and clears faults. `onChange` runs after each change. */
export function wireFaults({ routes }, onChange) {
  const form = document.querySelector('#fault-form');
  const outcome = document.querySelector('#fault-outcome');
  const options = ['*', 'socket', ...routes].map((route) => element('option', {}, route));
  form.elements.route.replaceChildren(...options);

  const send = async (method, fault) => {
    const headers = { 'content-type': 'application/json' };
    const body = fault === undefined ? {} : { headers, body: JSON.stringify(fault) };
    const response = await fetch('/sandbox/faults', { method, ...body });
    outcome.textContent = (await response.json()).message;
    await onChange();
  };
  const showError = (error) => {
    outcome.textContent = `Can’t reach the sandbox: ${error.message}`;
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { route, kind, count, status, ms } = form.elements;
    const fault = { route: route.value, kind: kind.value, count: count.valueAsNumber };
    if (kind.value === 'status') fault.status = status.valueAsNumber;
    if (ms.value !== '') fault.ms = ms.valueAsNumber;
    send('POST', fault).catch(showError);
  });
  document.querySelector('#clear-faults').addEventListener('click', () => send('DELETE').catch(showError));
}
