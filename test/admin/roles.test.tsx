// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { Dashboard } from '../../src/admin/dashboard.tsx';
import type { OperatorRole } from '../../src/protocol/admin/operator.ts';
import { leadHeaders, startHarness } from '../proxy/support/harness.ts';
import { signIn } from './sign-in.ts';

afterEach(cleanup);

const tokenOf = (role: OperatorRole) => `${role}-token-0123456789-0123456789-012`;

/** The dashboard of an operator with this role, with the proxy's real API. It holds one lead of a bot. */
async function openAs(role: OperatorRole) {
  const harness = await startHarness({
    operators: [
      { name: 'Vera', token: tokenOf('viewer'), role: 'viewer' },
      { name: 'Ada', token: tokenOf('agent'), role: 'agent' },
      { name: 'Olga', token: tokenOf('owner'), role: 'owner' },
    ],
  });
  const fields = { phone: '+14155552671', first_name: 'Grace', last_name: 'Hopper' };
  const { lead } = await (
    await harness.post('/leads', { form: 'default', fields, website: 'http://spam.example' }, leadHeaders())
  ).json();
  const state = await signIn(harness, tokenOf(role));
  render(<Dashboard state={state} />);
  return { state, lead, harness };
}

/** The names of all buttons that are shown. */
function buttons(): string[] {
  return screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '');
}

async function openLead(state: Awaited<ReturnType<typeof openAs>>['state'], lead: string) {
  await state.showLead(lead);
  await screen.findByRole('region', { name: 'Lead Grace Hopper' });
}

it('gives a viewer no button that the proxy would refuse, and initials until a lead is opened', async () => {
  const { state, lead } = await openAs('viewer');
  const list = screen.getByRole('list', { name: 'Leads' });
  expect(list.textContent).toContain('G. H.');
  expect(list.textContent).toContain('…71');
  expect(screen.queryByText(/Grace|5552671/)).toBeNull();
  // Nothing could be done with what they select.
  expect(screen.queryByRole('checkbox')).toBeNull();
  await openLead(state, lead);
  const shown = buttons();
  for (const name of ['Release', 'Close lead', 'Erase', 'Close all', 'Release all', 'Download CSV', 'Add note']) {
    expect(shown).not.toContain(name);
  }
  expect(shown).not.toContain('Block this number');
  expect(screen.queryByText('Correct a field')).toBeNull();
  expect(shown).not.toContain('Settings');
  fireEvent.click(screen.getByRole('button', { name: 'Blocked numbers' }));
  await screen.findByText('No number is blocked.');
  expect(screen.queryByRole('form', { name: 'Block a number' })).toBeNull();
});

it('lets an agent look after leads and numbers, but neither erase nor download', async () => {
  const { state, lead } = await openAs('agent');
  await openLead(state, lead);
  expect(await screen.findByRole('button', { name: 'Block this number' })).toBeDefined();
  const shown = buttons();
  expect(shown).toEqual(expect.arrayContaining(['Release', 'Close lead', 'Close all']));
  for (const name of ['Erase', 'Erase: select leads first', 'Download CSV', 'Settings'])
    expect(shown).not.toContain(name);
  // The proxy knows the name, so nobody is asked for it.
  fireEvent.click(screen.getByRole('button', { name: 'Close lead' }));
  expect(within(screen.getByRole('dialog')).queryByLabelText('Your name')).toBeNull();
});

it('lets an owner do everything', async () => {
  const { state, lead } = await openAs('owner');
  await openLead(state, lead);
  expect(buttons()).toEqual(
    expect.arrayContaining(['Release', 'Close lead', 'Erase', 'Erase: select leads first', 'Download CSV', 'Settings']),
  );
});

it('blocks a number in any spelling, lists who did it and why, and removes it again', async () => {
  const { harness } = await openAs('agent');
  fireEvent.click(screen.getByRole('button', { name: 'Blocked numbers' }));
  const form = await screen.findByRole('form', { name: 'Block a number' });
  fireEvent.input(within(form).getByLabelText('Phone number'), { target: { value: '12' } });
  fireEvent.submit(form);
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('phone: '));
  fireEvent.input(within(form).getByLabelText('Phone number'), { target: { value: '(415) 555-2671' } });
  fireEvent.input(within(form).getByLabelText('Reason (shown here)'), { target: { value: 'asked by letter' } });
  fireEvent.submit(form);
  const list = await screen.findByRole('list', { name: 'Blocked numbers' });
  expect(list.textContent).toContain('asked by letterby Ada');
  expect(await harness.store.findBlock('14155552671')).toMatchObject({ by: 'Ada', reason: 'asked by letter' });
  fireEvent.click(within(list).getByRole('button', { name: /^Unblock, asked by letter/ }));
  await screen.findByText('No number is blocked.');
  expect(await harness.store.findBlock('14155552671')).toBeUndefined();
});

it('lists who has done what, and opens the lead', async () => {
  const { state, lead } = await openAs('agent');
  await openLead(state, lead);
  fireEvent.click(screen.getByRole('button', { name: 'Close lead' }));
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close lead' }));
  await screen.findByText(/^Closed\./, { selector: '.notice' });
  fireEvent.click(screen.getByRole('button', { name: 'Audit' }));
  const list = await screen.findByRole('list', { name: 'Audit' });
  expect(list.textContent).toContain('Closed a leadAda · agent');
  fireEvent.click(within(list).getByRole('button', { name: /^Show lead: Closed a lead/ }));
  expect(await screen.findByRole('region', { name: 'Lead Grace Hopper' })).toBeDefined();
});
