import { signal } from '@preact/signals';
import { type DemoFaultRequest, type DemoState, demoState } from '../../demo-api.ts';
import { originalFetch } from './traffic.ts';

const pollMs = 1000;

/** The state of the proxy and the service. Undefined before the first response. */
export const state = signal<DemoState>();

/** Why the page cannot show or change the state. */
export const problem = signal('');

/** Keeps `state` up to date while the page is open. */
export function pollState(): void {
  refresh().finally(() => setTimeout(pollState, pollMs));
}

export async function setFault(request: DemoFaultRequest): Promise<void> {
  try {
    const response = await originalFetch('/demo/faults', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    if (!response.ok) throw new Error(`POST /demo/faults: ${response.status}`);
  } catch {
    problem.value = 'The demo could not change that. Is npm start running?';
    return;
  }
  await refresh();
}

async function refresh(): Promise<void> {
  try {
    const response = await originalFetch('/demo/state');
    state.value = demoState.parse(await response.json());
    problem.value = '';
  } catch {
    problem.value = 'The demo does not respond. Is npm start running?';
  }
}
