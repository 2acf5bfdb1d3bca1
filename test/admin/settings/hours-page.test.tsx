// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { pageOf } from '../../../src/admin/settings/settings-pages.ts';
import { HoursPage } from '../../../src/settings/pages/hours-page.tsx';
import { openSettingsState } from './open-settings-state.ts';

afterEach(cleanup);

const hours = {
  timeZone: 'Europe/Berlin',
  open: [{ days: ['sat'], from: '10:00', to: '12:00' }],
  closed: [{ from: '2026-12-24', to: '2026-12-26', text: { en: 'Merry Christmas', de: 'Frohe Weihnachten' } }],
};

async function openPage(widget: { hours?: typeof hours }) {
  const state = await openSettingsState({ widget });
  const page = pageOf(['settings', 'hours']);
  if (page === undefined) throw new Error('there is no page');
  render(<HoursPage settings={state} page={page} options={new Map()} groups={[]} names={[]} goTo={() => undefined} />);
  return state;
}

// It began with five days from nine to five: the holidays of the site, in all their languages, were gone.
it('has the hours and holidays of the site again after they were switched off and on', async () => {
  const state = await openPage({ hours });
  fireEvent.click(screen.getByRole('button', { name: 'The chat is always open' }));
  expect(state.draft.value.widget).toEqual({ hours: null });
  fireEvent.click(await screen.findByRole('button', { name: 'Set opening hours' }));
  await screen.findByRole('checkbox', { name: 'Saturday: open' });
  expect(screen.getByLabelText<HTMLInputElement>('First day of holiday 1').value).toBe('2026-12-24');
  // As in the file, nothing is saved.
  expect(state.draft.value.widget).toEqual({});
});

it('begins with five days from nine to five on a site without hours', async () => {
  const state = await openPage({});
  fireEvent.click(await screen.findByRole('button', { name: 'Set opening hours' }));
  await screen.findByRole('checkbox', { name: 'Monday: open' });
  expect(state.draft.value.widget.hours).toMatchObject({
    open: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
  });
});
