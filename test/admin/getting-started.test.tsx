// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { Dashboard } from '../../src/admin/dashboard.tsx';
import { leadHeaders, origin, startHarness } from '../proxy/support/harness.ts';
import { signIn } from './sign-in.ts';

afterEach(cleanup);

const adminToken = 'canary-admin-token-0001';

async function open(postStatus = 200) {
  const harness = await startHarness(
    { adminToken, webhooks: [{ name: 'sales', url: 'https://hooks.slack.com/services/x', format: 'slack' }] },
    { postWebhook: async () => ({ status: postStatus }) },
  );
  const state = await signIn(harness, adminToken);
  render(<Dashboard state={state} />);
  const stepOf = async (title: string) => {
    const item = (await screen.findByText(title)).closest('li');
    if (item === null) throw new Error(`no step "${title}"`);
    return within(item);
  };
  return { harness, state, stepOf };
}

it('shows what is still to be done, and ticks it when it has happened', async () => {
  const { harness, state, stepOf } = await open();
  expect((await stepOf('The service is reachable')).getByText(/It said: not-sent\./)).toBeDefined();
  const page = await stepOf('A page has loaded the chat');
  expect(page.getByText(/<script src=".*leadchat\.js" async><\/script>/)).toBeDefined();
  expect(page.getByRole('button', { name: 'Copy this line' })).toBeDefined();
  expect(page.getByRole('link').getAttribute('href')).toBe(origin);
  const form = { form: 'default', fields: { phone: '+14155552671' } };
  await harness.post('/leads', form, leadHeaders());
  await state.refresh();
  expect((await stepOf('The first lead')).getByRole('img', { name: 'Done' })).toBeDefined();
  expect(screen.getByText('1 of 7 done')).toBeDefined();
  fireEvent.click((await stepOf('Opening hours are set')).getByRole('button', { name: 'Set opening hours' }));
  expect(state.navigation.path.value).toEqual(['settings', 'hours']);
});

it('leads to the receivers, and shows what came back from a test', async () => {
  const { stepOf } = await open();
  fireEvent.click((await stepOf('Your team gets messages')).getByRole('button', { name: 'Send a test' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Send a test to sales' }));
  expect(await screen.findByText('Arrived (200)')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: /^Leads/ }));
  expect(await (await stepOf('Your team gets messages')).findByRole('img', { name: 'Done' })).toBeDefined();
});

it('says what a receiver answers that takes nothing', async () => {
  const { state } = await open(404);
  state.showSection('webhooks');
  fireEvent.click(await screen.findByRole('button', { name: 'Send a test to sales' }));
  expect(await screen.findByText('Refused: it responds with 404')).toBeDefined();
});

it('is put away, and stays away', async () => {
  const { state } = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Put this list away' }));
  await expect.poll(() => screen.queryByText('Getting started')).toBeNull();
  await state.refresh();
  expect(screen.queryByText('Getting started')).toBeNull();
});

it('leads to all leads while none is sent, not only to those that need somebody', async () => {
  const { state, harness, stepOf } = await open();
  await harness.post('/leads', { form: 'default', fields: { phone: '+14155552673' } }, leadHeaders());
  await state.list.showView('attention');
  await state.refresh();
  fireEvent.click((await stepOf('The first lead is sent')).getByRole('button', { name: 'Show leads' }));
  await expect.poll(() => state.list.leads.value).toHaveLength(1);
  expect(state.list.view.value).toBe('all');
});
