// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { Dashboard } from '../../src/admin/dashboard.tsx';
import { leadHeaders, startHarness } from '../proxy/support/harness.ts';
import { clientOf, signIn } from './sign-in.ts';

afterEach(cleanup);

const adminToken = 'canary-admin-token-0001';

/** The dashboard with the proxy's real API. */
async function open() {
  const harness = await startHarness({ adminToken });
  const client = clientOf(harness, adminToken);
  const state = await signIn(harness, adminToken);
  const leave = async (first_name: string, phone: string): Promise<string> => {
    const body = { form: 'default', fields: { phone, first_name }, website: 'http://spam.example' };
    return (await (await harness.post('/leads', body, leadHeaders())).json()).lead;
  };
  return { ...harness, state, client, leave };
}

// It asked for the leads again when it was confirmed: without a mark, these were all of the view.
it.each(['Erase', 'Close'] as const)(
  '%s selected is for the leads that it asked about, also when they leave the list before the answer',
  async (action) => {
    const { state, client, store, leave } = await open();
    const ada = await leave('Ada', '+14155552671');
    const grace = await leave('Grace', '+14155552672');
    await state.list.showView('held');
    render(<Dashboard state={state} />);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Ada' }));
    fireEvent.click(screen.getByRole('button', { name: `${action} selected` }));
    const dialog = within(await screen.findByRole('dialog'));
    // Somebody else is quicker, and the list is loaded again behind the dialog.
    await client.release(ada, 'none');
    await state.refresh();
    expect(state.list.marked.value.size).toBe(0);
    fireEvent.click(dialog.getByRole('button', { name: `${action} all` }));
    await expect.poll(() => state.session.notice.value).toMatch(/^1 lead /);
    expect((await store.find(grace))?.state).toBe('held');
    const found = await store.find(ada);
    expect(action === 'Erase' ? found : found?.state).toBe(action === 'Erase' ? undefined : 'closed');
  },
);

it('keeps asking when the list gets empty behind the dialog', async () => {
  const { state, client, store, leave } = await open();
  const lin = await leave('Lin', '+14155552673');
  await state.list.showView('held');
  render(<Dashboard state={state} />);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Lin' }));
  fireEvent.click(screen.getByRole('button', { name: 'Erase selected' }));
  await screen.findByRole('dialog');
  await client.release(lin, 'none');
  await state.refresh();
  await expect.poll(() => screen.queryByRole('list', { name: 'Leads' })).toBeNull();
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Erase all' }));
  await expect.poll(() => store.find(lin)).toBeUndefined();
});

// Each refresh loaded the first page only: what had been loaded after it was gone within ten seconds, with its marks.
it('keeps all that "Show more" has loaded, and what is selected there, when the list is loaded again', async () => {
  const { state, client, leave } = await open();
  for (let index = 0; index < 110; index++) await leave('Ada', `+1415201${1000 + index}`);
  await state.list.showView('held');
  await state.list.loadMore();
  await state.list.loadMore();
  state.list.markAll(true);
  await leave('Grace', '+14155552672');
  await state.refresh();
  expect(state.list.leads.value).toHaveLength(111);
  expect(state.list.marked.value.size).toBe(110);
  expect(state.list.hasMore.value).toBe(false);
  await state.list.showView('all');
  expect(state.list.leads.value).toHaveLength(50);
  for (let index = 0; index < 60; index++) await client.blockNumber(`+1415201${1000 + index}`, { reason: '' });
  await state.auditList.load();
  await state.auditList.loadMore();
  const shown = state.auditList.items.value.length;
  state.showSection('audit');
  await state.refresh();
  expect(state.auditList.items.value).toHaveLength(shown);
  expect(shown).toBeGreaterThan(50);
});
