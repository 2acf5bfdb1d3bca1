// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { Dashboard } from '../../src/admin/dashboard.tsx';
import { leadHeaders, noLimits, startHarness } from '../proxy/support/harness.ts';
import { signIn } from './sign-in.ts';

afterEach(cleanup);

const adminToken = 'canary-admin-token-0001';
/** A Monday, 10:00 in New York. */
const monday = Date.parse('2026-11-23T15:00:00Z');

async function openLead() {
  const hours = [{ days: ['mon', 'tue'], from: '09:00', to: '17:00' }];
  const callback = { agent: 'ca000000-0000-4000-8000-0000000000aa', hours, timeZone: 'America/New_York' };
  const harness = await startHarness(
    { adminToken, limits: noLimits, forms: { default: { callback } } },
    { now: () => monday },
  );
  const body = { form: 'default', fields: { phone: '+14155552671', first_name: 'Grace' } };
  const { lead } = await (await harness.post('/leads', body, leadHeaders())).json();
  const state = await signIn(harness, adminToken);
  render(<Dashboard state={state} />);
  await state.showLead(lead);
  return { details: within(await screen.findByRole('region', { name: 'Lead Grace' })) };
}

function chooseTime(time: string) {
  const dialog = within(screen.getByRole('dialog'));
  // As the browser's control has it: in the operator's time zone.
  const local = new Date(Date.parse(time) - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  fireEvent.input(dialog.getByLabelText('Day and time'), { target: { value: local } });
  fireEvent.click(dialog.getByRole('button', { name: 'Plan the call' }));
}

it('plans a call from a lead, moves it outside the hours after a question, and cancels it', async () => {
  const { details } = await openLead();
  fireEvent.click(await details.findByRole('button', { name: 'Plan a call' }));
  chooseTime('2026-11-24T15:00:00Z');
  const calls = within(await details.findByRole('list', { name: 'Calls of this lead' }));
  expect(calls.getByText('Planned')).toBeDefined();
  fireEvent.click(calls.getByRole('button', { name: 'Move this call' }));
  chooseTime('2026-11-24T03:00:00Z');
  fireEvent.click(await screen.findByRole('button', { name: 'Call nevertheless' }));
  const moved = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
  expect(await details.findByText(moved.format(new Date('2026-11-24T03:00:00Z')), { exact: false })).toBeDefined();
  fireEvent.click(calls.getByRole('button', { name: 'Cancel' }));
  expect(await calls.findByText('Cancelled')).toBeDefined();
});

it('calls now', async () => {
  const { details } = await openLead();
  fireEvent.click(await details.findByRole('button', { name: 'Call now' }));
  const calls = within(await details.findByRole('list', { name: 'Calls of this lead' }));
  expect(calls.getByText('Waiting')).toBeDefined();
});

// The dialog closed, and nobody was called.
it('asks for the time of a call until there is one', async () => {
  const { details } = await openLead();
  fireEvent.click(await details.findByRole('button', { name: 'Plan a call' }));
  const dialog = screen.getByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Plan the call' }));
  expect(screen.getByRole('dialog')).toBe(dialog);
  expect(within(dialog).getByLabelText<HTMLInputElement>('Day and time').validity.valueMissing).toBe(true);
  chooseTime('2026-11-24T15:00:00Z');
  expect(await details.findByRole('list', { name: 'Calls of this lead' })).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});
