// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { fakeSettingsClient } from './fake-settings-client.ts';
import { control, openSettings, type } from './open-settings.tsx';

afterEach(cleanup);

const columns = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.replace(/\d.*/, ''));

// A column was there as long as it had a text, so it vanished under the hands of who wrote its only one anew.
it.each([
  ['Deutsch', { en: 'Ask us', de: 'Frag uns' }],
  ['English', { en: 'Ask us', de: 'Frag uns' }],
  ['Deutsch', { en: 'Ask us', de: 'Frag uns', fr: 'Demandez' }],
  ['Français', { de: 'Frag uns', fr: 'Demandez', it: 'Chiedi' }],
])('keeps the column %s of %o while its last text is written anew', async (language, title) => {
  const state = await openSettings(fakeSettingsClient({ title }), 'words');
  await screen.findByRole('columnheader', { name: /^Text$/ });
  const before = columns();
  const cell = control(`Title, ${language}`);
  cell.focus();
  fireEvent.focus(cell);
  type(cell, '');
  await expect.poll(() => state.settings.isChanged.value).toBe(true);
  await screen.findByText('Not saved yet.');
  expect(columns()).toEqual(before);
  expect(control(`Title, ${language}`)).toBe(cell);
  expect(document.activeElement).toBe(cell);
  type(cell, 'New');
  expect(Object.values(state.settings.draft.value.widget.title ?? {})).toContain('New');
});

it('keeps the only column while its last text is written anew', async () => {
  const state = await openSettings(fakeSettingsClient({ title: { de: 'Frag uns' } }), 'words');
  await screen.findByRole('columnheader', { name: /^Text$/ });
  const cell = control('Title');
  cell.focus();
  fireEvent.focus(cell);
  type(cell, '');
  await screen.findByText('Not saved yet.');
  expect(control('Title')).toBe(cell);
  expect(cell.getAttribute('lang')).toBe('de');
  type(cell, 'Neu');
  expect(state.settings.draft.value.widget.title).toBe('Neu');
});

it('follows the language of the chat while the words are in one language', async () => {
  const state = await openSettings(fakeSettingsClient({ title: 'Ask us' }), 'words');
  await screen.findByRole('columnheader', { name: /^Text$/ });
  fireEvent.focus(control('Title'));
  state.settings.set({}, 'locale', 'fr');
  await expect.poll(() => control('Title').getAttribute('lang')).toBe('fr');
});

// By code, Arabic came first, and with two others German was cut at the edge.
it('shows one of many other languages at first, in the order of the lists of languages', async () => {
  const title = { ja: '聞く', en: 'Ask us', ar: 'اسألنا', 'gsw-CH': 'Frag üs', fr: 'Demandez', de: 'Frag uns' };
  await openSettings(fakeSettingsClient({ title }), 'words');
  await screen.findByRole('columnheader', { name: /^Text$/ });
  expect(columns()).toEqual(['Text', 'English', 'Deutsch']);
  const group = screen.getByRole('group', { name: 'Languages that are shown' });
  const names = [...group.querySelectorAll('button')].map(({ textContent }) => textContent);
  expect(names.slice(0, 4)).toEqual(['Deutsch', 'Français', 'العربية', '日本語']);
});

it('has the note in all languages again when it is switched off and on', async () => {
  const { settings } = await openSettings(
    fakeSettingsClient({ disclosure: { en: 'An AI.', de: 'Eine KI.' } }),
    'words',
  );
  fireEvent.click(await screen.findByRole('radio', { name: 'No note' }));
  expect(settings.draft.value.widget).toEqual({ disclosure: false });
  await waitFor(() => expect(screen.getByRole('radio', { name: 'No note' })).toHaveProperty('checked', true));
  fireEvent.click(screen.getByRole('radio', { name: 'Your own words' }));
  expect(settings.draft.value.widget).toEqual({});
});

it('counts a text for all languages as missing in none, and one that is written in one as missing in the others', async () => {
  const state = await openSettings(
    fakeSettingsClient({ title: 'Acme', greeting: { en: 'Hello', de: 'Hallo' } }),
    'words',
  );
  await screen.findByText('The same in all languages.');
  expect(screen.queryByText(/missing/i)).toBeNull();
  type(control('Title, English'), 'Ask Acme');
  expect(state.settings.draft.value.widget.title).toEqual({ en: 'Ask Acme' });
  await screen.findByText('1 missing');
  fireEvent.click(screen.getByRole('button', { name: 'Use it in all languages for Title' }));
  expect(state.settings.draft.value.widget.title).toBe('Ask Acme');
  await waitFor(() => expect(screen.queryByText(/missing/i)).toBeNull());
  expect(document.activeElement).toBe(control('Title, English'));
});
