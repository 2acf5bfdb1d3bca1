import { fireEvent, render, screen } from '@testing-library/preact';
import type { AdminClient, ApiResult } from '../../src/admin/admin-client.ts';
import { createAdminState } from '../../src/admin/admin-state.ts';
import { Dashboard } from '../../src/admin/dashboard.tsx';
import { createMemoryAddressBar } from '../../src/admin/navigation.ts';
import type { AdminOverview } from '../../src/protocol/admin/overview.ts';
import { fakeSettingsClient } from './fake-settings-client.ts';

const overview: AdminOverview = {
  intake: { state: 'open' },
  settings: { ignored: 0 },
  counts: { pending: 0, delivered: 0, unknown: 0, held: 0, dead: 0, closed: 0 },
  delivery: { state: 'running', running: 0, breaker: { state: 'closed' } },
  activity: [],
};

type Client = ReturnType<typeof fakeSettingsClient>;

/** The tab "Settings" of a dashboard whose proxy has these settings, at one of its pages. */
export async function openSettings(
  client: Partial<Client> & Pick<Client, 'settings'> = fakeSettingsClient(),
  page = 'all',
) {
  const ok = <T,>(value: T): ApiResult<T> => ({ ok: true, value });
  const others = {
    overview: async () => ok(overview),
    causes: async () => ok({ causes: [] }),
    leads: async () => ok({ leads: [] }),
    gettingStarted: async () => ok({ steps: [], isPutAway: true }),
  };
  // The other methods are not called here.
  const all: AdminClient = Object.assign(Object.create(null), others, client);
  const address = createMemoryAddressBar(`/settings/${page}`);
  const state = createAdminState({ connect: () => all, saveToken: () => undefined, saveFile: () => {}, address });
  render(<Dashboard state={state} />);
  await state.signIn('token');
  return state;
}

/** What is beside the label of a control. */
export function control(name: string): HTMLElement {
  const [element] = screen.getAllByLabelText(name, { selector: 'input, select, textarea' });
  if (element === undefined) throw new Error(`there is no ${name}`);
  return element;
}

export function type(element: HTMLElement, value: string): void {
  fireEvent.input(element, { target: { value } });
}
