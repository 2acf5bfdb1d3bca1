// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { Dashboard } from '../../src/admin/dashboard.tsx';
import { startHarness } from '../proxy/support/harness.ts';
import { signIn } from './sign-in.ts';

afterEach(cleanup);

const adminToken = 'canary-admin-token-0001';

/** The dashboard with the proxy's real API. */
async function open() {
  const harness = await startHarness({ adminToken });
  const state = await signIn(harness, adminToken);
  render(<Dashboard state={state} />);
  return { state };
}

// A browser reports each digit of a year: 0002, 0020, 0202. The first one became 1902, and was written into the field.
it.each(['From', 'to'])('takes a day that is typed digit by digit, and leaves what is typed: %s', async (name) => {
  const { state } = await open();
  const field = screen.getByLabelText(name);
  for (const year of ['0002', '0020', '0202', '2027']) {
    const day = `${year}-12-31`;
    fireEvent.change(field, { target: { value: day } });
    await expect.poll(() => Object.keys(state.list.scope.value)).toEqual([name === 'From' ? 'from' : 'to']);
    expect(field).toHaveProperty('value', day);
    await state.refresh();
    expect(state.session.notice.value).toBe('');
  }
  const start = new Date(name === 'From' ? '2027-12-31T00:00' : '2028-01-01T00:00').toISOString();
  expect(Object.values(state.list.scope.value)).toEqual([start]);
  fireEvent.change(field, { target: { value: '' } });
  await expect.poll(() => state.list.scope.value).toEqual({});
});

// The dashboard refreshes itself every few seconds, and wrote the page of the list over what was being typed.
it('leaves the page that is being typed while the dashboard refreshes itself', async () => {
  const { state } = await open();
  const field = screen.getByLabelText('Page');
  fireEvent.input(field, { target: { value: '/pri' } });
  const { value: before } = state.overview;
  await state.refresh();
  await expect.poll(() => state.overview.value).not.toBe(before);
  expect(field).toHaveProperty('value', '/pri');
  fireEvent.input(field, { target: { value: ' /prices ' } });
  fireEvent.change(field);
  await expect.poll(() => state.list.scope.value).toEqual({ page: '/prices' });
  await expect.poll(() => field).toHaveProperty('value', '/prices');
  await state.list.narrow({ page: undefined });
  await expect.poll(() => field).toHaveProperty('value', '');
});
