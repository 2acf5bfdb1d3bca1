// @vitest-environment happy-dom

import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { fileOnlyOptions } from '../../src/protocol/file-only-options.ts';
import { fakeSettingsClient } from './fake-settings-client.ts';
import { openSettings } from './open-settings.tsx';

afterEach(cleanup);

/** The settings of a proxy with two forms, which complains about one place. */
function complainingClient(path: string, file: Record<string, unknown> = {}) {
  const client = fakeSettingsClient(file);
  const { settings, previewSettings } = client;
  client.settings = async (...request) => {
    const result = await settings(...request);
    if (!result.ok) return result;
    const forms = { default: { tags: ['website'] }, sales: { tags: ['sales'] } };
    return { ok: true, value: { ...result.value, file: { ...result.value.file, forms } } };
  };
  client.previewSettings = async (...request) => {
    const result = await previewSettings(...request);
    const issues = [{ path, message: 'must be something else.' }];
    return result.ok ? { ok: true, value: { ...result.value, issues } } : result;
  };
  return client;
}

const holidays = [
  { from: '2026-12-24', to: '2026-12-26' },
  { from: '2026-12-31', to: '2026-12-30' },
];
const hours = { timeZone: 'UTC', open: [{ days: ['mon'], from: '09:00', to: '17:00' }], closed: holidays };

// The button searched the page for a few classes, and guessed the page from another list than the one that is drawn.
it.each([
  { path: 'widget.offset', from: 'words', to: 'look', label: 'Distance from the corner' },
  { path: 'widget.offset', from: 'look', to: 'look', label: 'Distance from the corner' },
  { path: 'widget.zIndex', from: 'look', to: 'all', label: 'zIndex' },
  { path: 'widget.imageHosts.0', from: 'words', to: 'all', label: 'imageHosts 1' },
  { path: 'widget.resumeDays', from: 'words', to: 'all', label: 'resumeDays' },
  { path: 'widget.hours.closed.1', from: 'words', to: 'hours', label: 'First day of holiday 2' },
  { path: 'widget.hours.open.0', from: 'words', to: 'hours', label: 'Monday: open' },
  { path: 'widget.hours.timeZone', from: 'all', to: 'all', label: 'timeZone' },
  { path: 'forms.sales.tags', from: 'words', to: 'routes', label: 'Tags for everyone', form: 'sales' },
  { path: 'forms.sales.tags', from: 'forms', to: 'routes', label: 'Tags for everyone', form: 'sales' },
  { path: 'forms.sales.fields.1.label', from: 'routes', to: 'forms', label: 'Question', form: 'sales' },
])('leads from $from to the problem of $path', async ({ path, from, to, label, form = 'default' }) => {
  const state = await openSettings(complainingClient(path, { hours, imageHosts: ['cdn.example'] }), from);
  await screen.findByRole('navigation', { name: 'Settings pages' });
  state.settings.set({}, 'greeting', 'Mine');
  fireEvent.click(await screen.findByRole('button', { name: '1 setting has a problem.' }));
  await expect.poll(() => document.activeElement?.closest('.settings-page')).not.toBeFalsy();
  expect(state.navigation.path.value).toEqual(['settings', to]);
  expect(state.settings.form.value).toBe(form);
  const focused = document.activeElement;
  expect(focused?.getAttribute('aria-label') ?? Reflect.get(focused ?? {}, 'labels')?.[0]?.textContent).toContain(
    label,
  );
});

it('passes what is only said about a value, on the way to a problem', async () => {
  // A valid value whose contrast is not known.
  const client = complainingClient('widget.title', { color: 'color-mix(in srgb, red, blue)' });
  const state = await openSettings(client, 'look');
  await screen.findByText('This is not a color that we can show.');
  state.settings.set({}, 'greeting', 'Mine');
  fireEvent.click(await screen.findByRole('button', { name: '1 setting has a problem.' }));
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Title');
  expect(state.navigation.path.value).toEqual(['settings', 'words']);
});

it.each(['words', 'look', 'hours', 'forms', 'appears', 'experiments'])(
  'offers on the page %s only what can be saved',
  async (page) => {
    await openSettings(fakeSettingsClient(), page);
    await screen.findByRole('navigation', { name: 'Settings pages' });
    const names = [...fileOnlyOptions, 'attributes', 'target', 'open', 'loadConfig'];
    const settingNames = [...document.querySelectorAll('.settings-page :is(label, legend)')].map(
      ({ textContent }) => textContent?.trim() ?? '',
    );
    expect(settingNames.filter((name) => names.includes(name))).toEqual([]);
  },
);
